import { Entity, Index } from 'typeorm';
import { Choice, IdKey } from '../platform/database/columns';
import { TenantRecord } from '../tenancy/tenant-record';

/** An uploaded file that may be streamed, and how far that is. */
@Entity('streamed_video')
@Index(['state', 'customer_id', 'file_id'])
export class StreamedVideo extends TenantRecord {
  @IdKey()
  file_id: string;

  /** due → asked → made | none (it is no H.264 with AAC); over: nobody plays it any more. */
  @Choice()
  state: string;
}
