import { Entity, Index } from 'typeorm';
import type { NoticeChannel, NoticeDetail, NoticeKind } from '../../contract/notices';
import {
  ChoiceColumn,
  PrimaryCustomerIdColumn,
  DayColumn,
  PrimaryUuidColumn,
  UuidColumn,
  InstantColumn,
  VarcharColumn,
} from '../../infrastructure/database/columns';

/**
 * One event for one person by one channel. The unique key makes writing idempotent across runs and processes. `day` is
 * the day of the event, not of the notice. No foreign keys: a record of the past, like the audit trail.
 */
@Entity('notice')
@Index(['customer_id', 'staff_id', 'kind', 'subject', 'channel', 'day'], { unique: true })
@Index(['customer_id', 'staff_id', 'channel', 'notice_id'])
@Index(['customer_id', 'staff_id', 'mailed_on', 'notice_id'])
@Index(['customer_id', 'state', 'staff_id'])
@Index(['customer_id', 'created_at'])
export class Notice {
  @PrimaryCustomerIdColumn()
  customer_id: number;

  @PrimaryUuidColumn()
  notice_id: string;

  /** The recipient. */
  @UuidColumn()
  staff_id: string;

  /** assigned | due_soon | overdue | expiring | result | certificate | session | enrolment | team */
  @ChoiceColumn()
  kind: NoticeKind;

  /** Id of an assignment, attempt or skill; team: preceded by the person; session, request: with the event. */
  @VarcharColumn(73)
  subject: string;

  /** app | mail */
  @ChoiceColumn()
  channel: NoticeChannel;

  /** Day of the assignment, of the submission, due day, or last valid day. */
  @DayColumn()
  day: string;

  @ChoiceColumn({ nullable: true })
  detail: NoticeDetail | null;

  @UuidColumn({ nullable: true })
  assignment_id: string | null;

  @UuidColumn({ nullable: true })
  attempt_id: string | null;

  @UuidColumn({ nullable: true })
  training_id: string | null;

  @UuidColumn({ nullable: true })
  skill_id: string | null;

  /** Team member concerned; null: the recipient. */
  @UuidColumn({ nullable: true })
  about_id: string | null;

  /** App: unread → read. Mail: waiting → taken, into the mail of `mailed_on`. */
  @ChoiceColumn()
  state: 'unread' | 'read' | 'waiting' | 'taken';

  @DayColumn({ nullable: true })
  mailed_on: string | null;

  @InstantColumn({ nullable: true })
  read_at: number | null;

  @InstantColumn()
  created_at: number;
}
