import { Entity, Index } from 'typeorm';
import { CustomerKey, IdKey, IdRef, Instant, Text, Whole } from '../platform/database/columns';
import { RefersTo } from '../tenancy/tenant-record';

/** Minutes that one person has more than others at one quiz: theirs and the admins' to know. What was before is in the audit trail. */
@Entity('quiz_extra_time')
@Index(['customer_id', 'staff_id'])
@RefersTo('Quiz', 'quiz_id')
@RefersTo('Staff', 'staff_id')
export class ExtraTime {
  @CustomerKey()
  customer_id: number;

  @IdKey()
  quiz_id: string;

  @IdKey()
  staff_id: string;

  @Whole()
  minutes: number;

  @Text(500)
  reason: string;

  @Instant()
  given_at: number;

  /** null: the system itself. */
  @IdRef({ nullable: true })
  given_by: string | null;
}
