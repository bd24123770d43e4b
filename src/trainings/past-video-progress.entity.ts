import { Entity, Index } from 'typeorm';
import { CustomerKey, IdKey, IdRef, Instant, Json, Whole } from '../platform/database/columns';
import type { WatchedRange } from './watched-ranges';

/** Progress on a film that another one has replaced before the training was completed. Never changed; no foreign keys, as VideoProgress. */
@Entity('past_video_progress')
@Index(['customer_id', 'staff_id'])
export class PastVideoProgress {
  @CustomerKey()
  customer_id: number;

  @IdKey()
  assignment_id: string;

  @Whole({ primary: true })
  media_revision: number;

  @IdRef()
  staff_id: string;

  @IdRef()
  training_id: string;

  /** Merged, milliseconds. */
  @Json()
  watched_ranges: WatchedRange[];

  @Whole()
  duration_ms: number;

  /** 9000 for 90.00 %. */
  @Whole()
  share_hundredths: number;

  @Instant({ nullable: true })
  beat_at: number | null;

  @Instant({ nullable: true })
  completed_at: number | null;

  @Instant()
  replaced_at: number;
}
