import { Entity, Index } from 'typeorm';
import { videoProgress } from '../../contract/video-progress.resource';
import {
  PrimaryUuidColumn,
  UuidColumn,
  InstantColumn,
  JsonColumn,
  IntegerColumn,
} from '../../infrastructure/database/columns';
import { Resource } from '../../tenancy/resource-metadata';
import { TenantRecord } from '../../tenancy/tenant-record';
import type { WatchedRange } from './watched-ranges';

/** One row per assignment, written by every progress report; therefore no foreign keys. */
@Entity('video_progress')
@Resource(videoProgress, { noun: 'progress', named_by: ['staff_id', 'training_id'] })
@Index(['customer_id', 'staff_id'])
@Index(['customer_id', 'beat_at', 'assignment_id'])
@Index(['customer_id', 'completed_at', 'assignment_id'])
export class VideoProgress extends TenantRecord {
  @PrimaryUuidColumn()
  assignment_id: string;

  @UuidColumn()
  staff_id: string;

  @UuidColumn()
  training_id: string;

  /** training.media_revision of the watched video. */
  @IntegerColumn({ defaultTo: '1' })
  media_revision: number;

  /** Merged, milliseconds. */
  @JsonColumn()
  watched_ranges: WatchedRange[];

  @IntegerColumn()
  duration_ms: number;

  @IntegerColumn()
  watched_ms: number;

  /** 9000 for 90.00 %. Never decreases within one video, even if its length is corrected. */
  @IntegerColumn({ defaultTo: '0' })
  share_hundredths: number;

  @IntegerColumn()
  position_ms: number;

  /** Percent: 150 is 1.5×. */
  @IntegerColumn()
  best_speed: number;

  /** Elapsed time not claimed yet (watched-ranges.ts). */
  @IntegerColumn()
  spare_ms: number;

  /** Time of the last link; time counts from here until the first report. */
  @InstantColumn()
  linked_at: number;

  @InstantColumn({ nullable: true })
  beat_at: number | null;

  /** Once set, never changed. */
  @InstantColumn({ nullable: true })
  completed_at: number | null;
}
