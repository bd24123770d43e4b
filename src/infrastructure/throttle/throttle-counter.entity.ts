import { Entity, Index } from 'typeorm';
import { InstantColumn, VarcharColumn, IntegerColumn } from '../database/columns';

/** Attempts per subject. Not tenant-owned: it counts addresses, mailboxes and names before sign-in. */
@Entity('throttle_counter')
@Index(['window_start'])
export class ThrottleCounter {
  /** `<scope>:<hash of the subject>`: contains no e-mail address. */
  @VarcharColumn(96, { primary: true })
  counter_key: string;

  @InstantColumn()
  window_start: number;

  @IntegerColumn()
  count: number;

  /** Consecutive locks; each lasts twice as long as the one before. */
  @IntegerColumn()
  lock_count: number;

  @InstantColumn()
  locked_until: number;

  /** Hash of the last subject, where repeating it is free. */
  @VarcharColumn(43, { nullable: true })
  last_subject: string | null;
}
