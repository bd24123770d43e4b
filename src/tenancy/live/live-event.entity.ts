import { Entity, Index } from 'typeorm';
import { Choice, CustomerKey, IdRef, Instant, Text } from '../../platform/database/columns';

/**
 * What one process tells the others that stands in no trail (the progress of a job), where no Redis carries it. Of the last
 * minutes only; changes of records are read from the audit trail, which has them already.
 */
@Entity('live_event')
@Index(['at'])
export class LiveEventRow {
  @CustomerKey()
  customer_id: number;

  @IdRef({ primary: true })
  live_event_id: string;

  @Instant()
  at: number;

  @Choice()
  kind: string;

  @Text(60)
  resource: string;

  @Text(64, { nullable: true })
  subject_id: string | null;

  /** The one account that hears of it; null: whoever may see all of the organisation. */
  @IdRef({ nullable: true })
  account_id: string | null;
}
