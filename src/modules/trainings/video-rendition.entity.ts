import { Entity, Index } from 'typeorm';
import { ChoiceColumn, PrimaryUuidColumn, IntegerColumn } from '../../infrastructure/database/columns';
import { RefersTo, TenantRecord } from '../../tenancy/tenant-record';

/** A requested smaller rendition of an uploaded video; `updated_at` is the time of the last state change. */
@Entity('video_rendition')
@Index(['state', 'customer_id', 'file_id', 'height'])
@RefersTo('StreamedVideo', 'file_id')
export class VideoRendition extends TenantRecord {
  @PrimaryUuidColumn()
  file_id: string;

  @IntegerColumn({ primary: true })
  height: number;

  /** due → asked → made | none (failed). */
  @ChoiceColumn()
  state: string;

  /** Length of the video; encoding takes about as long. */
  @IntegerColumn()
  duration_ms: number;
}
