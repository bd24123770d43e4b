import { Entity } from 'typeorm';
import {
  ChoiceColumn,
  PrimaryCustomerIdColumn,
  PrimaryUuidColumn,
  UuidColumn,
  InstantColumn,
  VarcharColumn,
} from '../../infrastructure/database/columns';

/** Decisions about evidence; append-only. No foreign key, since the key of the ledger starts with other columns. */
@Entity('evidence_event')
export class EvidenceEventRecord {
  @PrimaryCustomerIdColumn()
  customer_id: number;

  @PrimaryUuidColumn()
  evidence_id: string;

  @PrimaryUuidColumn()
  evidence_event_id: string;

  /** approved | rejected | voided */
  @ChoiceColumn()
  event: string;

  @VarcharColumn(500, { nullable: true })
  reason: string | null;

  @InstantColumn()
  recorded_at: number;

  @UuidColumn({ nullable: true })
  recorded_by: string | null;
}
