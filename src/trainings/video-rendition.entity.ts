import { Entity, Index } from 'typeorm';
import { Choice, IdKey, Whole } from '../platform/database/columns';
import { RefersTo, TenantRecord } from '../tenancy/tenant-record';

/** A smaller picture of an uploaded video that somebody asked for; `updated_at`: when it came so far. */
@Entity('video_rendition')
@Index(['state', 'customer_id', 'file_id', 'height'])
@RefersTo('StreamedVideo', 'file_id')
export class VideoRendition extends TenantRecord {
  @IdKey()
  file_id: string;

  @Whole({ primary: true })
  height: number;

  /** due → asked → made | none (nothing came of it). */
  @Choice()
  state: string;

  /** Of the video, which encoding takes about as long as. */
  @Whole()
  duration_ms: number;
}
