import { Entity, Index } from 'typeorm';
import {
  BigIntColumn,
  ChoiceColumn,
  PrimaryUuidColumn,
  UuidColumn,
  InstantColumn,
  VarcharColumn,
  IntegerColumn,
} from '../../infrastructure/database/columns';
import { RefersTo, TenantRecord } from '../../tenancy/tenant-record';

/** A multipart upload. Expires after a day, complete or not. */
@Entity('video_upload')
@Index(['customer_id', 'training_id'])
@Index(['expires_at'])
@RefersTo('Training', 'training_id')
export class VideoUpload extends TenantRecord {
  @PrimaryUuidColumn()
  upload_id: string;

  @UuidColumn()
  training_id: string;

  /** Future name of the stored file. */
  @UuidColumn()
  file_id: string;

  /** mp4 | webm | pdf, as declared; the content must match. */
  @ChoiceColumn()
  format: string;

  /** Original file name. */
  @VarcharColumn(255)
  name: string;

  @BigIntColumn()
  bytes: number;

  /** With name, bytes and digest identifies the same file. */
  @BigIntColumn({ nullable: true })
  last_modified: number | null;

  /** Digest of the file's beginning, computed by the client. */
  @VarcharColumn(64, { nullable: true })
  head_digest: string | null;

  @IntegerColumn()
  part_bytes: number;

  /** Upload id in the storage. */
  @VarcharColumn(1000)
  storage_id: string;

  @InstantColumn()
  expires_at: number;

  /** When the training got the file; a repeated call returns the same result. */
  @InstantColumn({ nullable: true })
  done_at: number | null;
}
