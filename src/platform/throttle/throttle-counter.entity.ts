import { Entity, Index } from 'typeorm';
import { Instant, Text, Whole } from '../database/columns';

/** How often something was tried. Not tenant-owned: it counts addresses, mailboxes and names before anyone is known. */
@Entity('throttle_counter')
@Index(['window_start'])
export class ThrottleCounter {
  /** `<scope>:<hash of the subject>`: no e-mail address stands here in the clear. */
  @Text(96, { primary: true })
  counter_key: string;

  @Instant()
  window_start: number;

  @Whole()
  count: number;

  /** How many lock-outs in a row; each is twice as long as the one before. */
  @Whole()
  lock_count: number;

  @Instant()
  locked_until: number;

  /** Hash of the last thing asked about, where asking again is free. */
  @Text(43, { nullable: true })
  last_subject: string | null;
}
