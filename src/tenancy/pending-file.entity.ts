import { Entity, Index } from 'typeorm';
import { CustomerKey, Instant, Text } from '../platform/database/columns';

/** A file that is stored, or is being stored, before a row refers to it (pending-files.ts). */
@Entity('pending_file')
@Index(['expires_at'])
export class PendingFile {
  @CustomerKey()
  customer_id: number;

  @Text(255, { primary: true })
  storage_key: string;

  @Instant()
  created_at: number;

  /** From then on no row may refer to it. */
  @Instant()
  expires_at: number;
}
