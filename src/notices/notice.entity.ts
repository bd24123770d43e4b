import { Entity, Index } from 'typeorm';
import type { NoticeChannel, NoticeDetail, NoticeKind } from '../contract/notices';
import { Choice, CustomerKey, Day, IdKey, IdRef, Instant, Text } from '../platform/database/columns';

/**
 * One event, told to one person in one way (domain.md: "unique per assignment, channel and event"). The unique key decides:
 * whoever finds the same again, at another hour or in another process, adds nothing. `day` is the event's own and not that
 * of the telling. No foreign keys: it says what was, like the audit trail.
 */
@Entity('notice')
@Index(['customer_id', 'staff_id', 'kind', 'subject', 'channel', 'day'], { unique: true })
@Index(['customer_id', 'staff_id', 'channel', 'notice_id'])
@Index(['customer_id', 'staff_id', 'mailed_on', 'notice_id'])
@Index(['customer_id', 'state', 'staff_id'])
@Index(['customer_id', 'created_at'])
export class Notice {
  @CustomerKey()
  customer_id: number;

  @IdKey()
  notice_id: string;

  /** Who is told. */
  @IdRef()
  staff_id: string;

  /** assigned | due_soon | overdue | expiring | result | certificate | session | enrolment | team */
  @Choice()
  kind: NoticeKind;

  /** What it is about: the id of an assignment, an attempt or a skill; of the team with the person's before it, of a session or a request, its id and what became of it. */
  @Text(73)
  subject: string;

  /** app | mail */
  @Choice()
  channel: NoticeChannel;

  /** Assigned, handed in, due, or valid until. */
  @Day()
  day: string;

  @Choice({ nullable: true })
  detail: NoticeDetail | null;

  @IdRef({ nullable: true })
  assignment_id: string | null;

  @IdRef({ nullable: true })
  attempt_id: string | null;

  @IdRef({ nullable: true })
  training_id: string | null;

  @IdRef({ nullable: true })
  skill_id: string | null;

  /** Who of the team; null: whoever is told. */
  @IdRef({ nullable: true })
  about_id: string | null;

  /** Of the app unread → read; of a mail waiting → taken, into the mail of `mailed_on`. */
  @Choice()
  state: 'unread' | 'read' | 'waiting' | 'taken';

  @Day({ nullable: true })
  mailed_on: string | null;

  @Instant({ nullable: true })
  read_at: number | null;

  @Instant()
  created_at: number;
}
