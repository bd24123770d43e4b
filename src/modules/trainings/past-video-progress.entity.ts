import { Entity, Index } from 'typeorm';
import {
  PrimaryCustomerIdColumn,
  PrimaryUuidColumn,
  UuidColumn,
  InstantColumn,
  JsonColumn,
  IntegerColumn,
} from '../../infrastructure/database/columns';
import type { WatchedRange } from './watched-ranges';

/** Progress on a video replaced before completion. Never changed; no foreign keys, as in VideoProgress. */
@Entity('past_video_progress')
@Index(['customer_id', 'staff_id'])
export class PastVideoProgress {
  @PrimaryCustomerIdColumn()
  customer_id: number;

  @PrimaryUuidColumn()
  assignment_id: string;

  @IntegerColumn({ primary: true })
  media_revision: number;

  @UuidColumn()
  staff_id: string;

  @UuidColumn()
  training_id: string;

  /** Merged, milliseconds. */
  @JsonColumn()
  watched_ranges: WatchedRange[];

  @IntegerColumn()
  duration_ms: number;

  /** 9000 for 90.00 %. */
  @IntegerColumn()
  share_hundredths: number;

  @InstantColumn({ nullable: true })
  beat_at: number | null;

  @InstantColumn({ nullable: true })
  completed_at: number | null;

  @InstantColumn()
  replaced_at: number;
}
