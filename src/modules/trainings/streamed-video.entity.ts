import { Entity, Index } from 'typeorm';
import { ChoiceColumn, PrimaryUuidColumn } from '../../infrastructure/database/columns';
import { TenantRecord } from '../../tenancy/tenant-record';

/** Streaming state of an uploaded file. */
@Entity('streamed_video')
@Index(['state', 'customer_id', 'file_id'])
export class StreamedVideo extends TenantRecord {
  @PrimaryUuidColumn()
  file_id: string;

  /** due → asked → made | none (not H.264 with AAC); over: obsolete, to be deleted. */
  @ChoiceColumn()
  state: string;
}
