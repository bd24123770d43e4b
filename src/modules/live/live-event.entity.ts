import { Entity, Index } from 'typeorm';
import {
  ChoiceColumn,
  PrimaryCustomerIdColumn,
  UuidColumn,
  InstantColumn,
  VarcharColumn,
} from '../../infrastructure/database/columns';

/**
 * Messages for other processes that are not in the audit trail (progress of jobs), used without Redis. Deleted after
 * some minutes.
 */
@Entity('live_event')
@Index(['at'])
export class LiveEventRow {
  @PrimaryCustomerIdColumn()
  customer_id: number;

  @UuidColumn({ primary: true })
  live_event_id: string;

  @InstantColumn()
  at: number;

  @ChoiceColumn()
  kind: string;

  @VarcharColumn(60)
  resource: string;

  @VarcharColumn(64, { nullable: true })
  subject_id: string | null;

  /** Receives the message; null: all who may see the whole customer */
  @UuidColumn({ nullable: true })
  account_id: string | null;
}
