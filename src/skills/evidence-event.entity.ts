import { Entity } from 'typeorm';
import { Choice, CustomerKey, IdKey, IdRef, Instant, Text } from '../platform/database/columns';

/** What was decided about a row of the ledger; append-only. No foreign key: the ledger's key leads with other columns. */
@Entity('evidence_event')
export class EvidenceEventRecord {
  @CustomerKey()
  customer_id: number;

  @IdKey()
  evidence_id: string;

  @IdKey()
  evidence_event_id: string;

  /** approved | rejected | voided */
  @Choice()
  event: string;

  @Text(500, { nullable: true })
  reason: string | null;

  @Instant()
  recorded_at: number;

  @IdRef({ nullable: true })
  recorded_by: string | null;
}
