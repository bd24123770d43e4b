import { Entity, Index } from 'typeorm';
import { Big, Choice, IdKey, IdRef, Instant, Text, Whole } from '../platform/database/columns';
import { RefersTo, TenantRecord } from '../tenancy/tenant-record';

/** An upload that comes in parts: what is to come, and where it waits. It ends after a day, whole or not. */
@Entity('video_upload')
@Index(['customer_id', 'training_id'])
@Index(['expires_at'])
@RefersTo('Training', 'training_id')
export class VideoUpload extends TenantRecord {
  @IdKey()
  upload_id: string;

  @IdRef()
  training_id: string;

  /** What the file will be called. */
  @IdRef()
  file_id: string;

  /** mp4 | webm | pdf, as announced; its content must agree. */
  @Choice()
  format: string;

  /** What its owner calls it. */
  @Text(255)
  name: string;

  @Big()
  bytes: number;

  /** With name, bytes and digest it tells whether a file that is chosen again is the same. */
  @Big({ nullable: true })
  last_modified: number | null;

  /** Of the file's beginning, as the client reckons it. */
  @Text(64, { nullable: true })
  head_digest: string | null;

  @Whole()
  part_bytes: number;

  /** What the storage calls it. */
  @Text(1000)
  storage_id: string;

  @Instant()
  expires_at: number;

  /** Since when the training has it: asked for again, that is the answer. */
  @Instant({ nullable: true })
  done_at: number | null;
}
