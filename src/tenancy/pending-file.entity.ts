import { Entity, Index } from 'typeorm';
import { PrimaryCustomerIdColumn, InstantColumn, VarcharColumn } from '../infrastructure/database/columns';

/** A file that is stored before a row refers to it (pending-files.service.ts). */
@Entity('pending_file')
@Index(['expires_at'])
export class PendingFile {
  @PrimaryCustomerIdColumn()
  customer_id: number;

  @VarcharColumn(255, { primary: true })
  storage_key: string;

  @InstantColumn()
  created_at: number;

  /** From this time on no row may refer to it. */
  @InstantColumn()
  expires_at: number;
}
