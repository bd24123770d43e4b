import { Entity, Index } from 'typeorm';
import { videoProgress } from '../contract/video-progress.resource';
import { IdKey, IdRef, Instant, Json, Whole } from '../platform/database/columns';
import { Keeps } from '../tenancy/resources/kept';
import { TenantRecord } from '../tenancy/tenant-record';
import type { WatchedRange } from './watched-ranges';

/** One row an assignment, written by every beat: no foreign keys (domain.md, Ids and keys). */
@Entity('video_progress')
@Keeps(videoProgress, { noun: 'progress', named_by: ['staff_id', 'training_id'] })
@Index(['customer_id', 'staff_id'])
@Index(['customer_id', 'beat_at', 'assignment_id'])
@Index(['customer_id', 'completed_at', 'assignment_id'])
export class VideoProgress extends TenantRecord {
  @IdKey()
  assignment_id: string;

  @IdRef()
  staff_id: string;

  @IdRef()
  training_id: string;

  /** The training's media_revision that was watched. */
  @Whole({ otherwise: '1' })
  media_revision: number;

  /** Merged, milliseconds. */
  @Json()
  watched_ranges: WatchedRange[];

  @Whole()
  duration_ms: number;

  @Whole()
  watched_ms: number;

  /** 9000 for 90.00 %. Never falls within one film, also when its length is corrected. */
  @Whole({ otherwise: '0' })
  share_hundredths: number;

  @Whole()
  position_ms: number;

  /** Percent: 150 is 1.5×. */
  @Whole()
  best_speed: number;

  /** Wall time that passed and was not claimed yet (watched-ranges.ts). */
  @Whole()
  spare_ms: number;

  /** The last link: wall time counts from here until the first beat. */
  @Instant()
  linked_at: number;

  @Instant({ nullable: true })
  beat_at: number | null;

  /** Once set, never changed. */
  @Instant({ nullable: true })
  completed_at: number | null;
}
