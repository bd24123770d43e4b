import { Entity, Index } from 'typeorm';
import {
  PrimaryUuidColumn,
  UuidColumn,
  UnselectedLongTextColumn,
  VarcharColumn,
  IntegerColumn,
} from '../../infrastructure/database/columns';
import { RefersTo, TenantRecord } from '../../tenancy/tenant-record';

/** HLS stream of an uploaded video: one file of fragments and its playlist. */
@Entity('video_stream')
@Index(['customer_id', 'file_id', 'height'], { unique: true })
@Index(['customer_id', 'created_at'])
@RefersTo('StreamedVideo', 'file_id')
export class VideoStream extends TenantRecord {
  /** Name of the stored file. */
  @PrimaryUuidColumn()
  stream_id: string;

  /** The upload it was made from. */
  @UuidColumn()
  file_id: string;

  @IntegerColumn()
  width: number;

  /** Unique per upload: the original height or a rendition's. */
  @IntegerColumn()
  height: number;

  @IntegerColumn()
  duration_ms: number;

  /** Peak bit rate of the fragments. */
  @IntegerColumn()
  bits_per_second: number;

  /** As RFC 6381 writes them: `avc1.42c01f,mp4a.40.2`. */
  @VarcharColumn(100)
  codecs: string;

  /** Media playlist (RFC 8216); the media file is `{stream_id}.m4s`. */
  @UnselectedLongTextColumn()
  playlist: string;
}
