import { Entity, Index } from 'typeorm';
import { IdKey, IdRef, LongTextApart, Text, Whole } from '../platform/database/columns';
import { RefersTo, TenantRecord } from '../tenancy/tenant-record';

/** An uploaded video as HLS: one file of fragments, and the list that says where each begins. */
@Entity('video_stream')
@Index(['customer_id', 'file_id', 'height'], { unique: true })
@Index(['customer_id', 'created_at'])
@RefersTo('StreamedVideo', 'file_id')
export class VideoStream extends TenantRecord {
  /** What its file is called. */
  @IdKey()
  stream_id: string;

  /** The upload that it was made of. */
  @IdRef()
  file_id: string;

  @Whole()
  width: number;

  /** One of each height: the picture as uploaded, or a smaller one. */
  @Whole()
  height: number;

  @Whole()
  duration_ms: number;

  /** Of the most demanding fragment. */
  @Whole()
  bits_per_second: number;

  /** As RFC 6381 writes them: `avc1.42c01f,mp4a.40.2`. */
  @Text(100)
  codecs: string;

  /** A media playlist (RFC 8216); its file is called `{stream_id}.m4s`. */
  @LongTextApart()
  playlist: string;
}
