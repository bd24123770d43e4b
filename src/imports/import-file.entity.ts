import { Entity, Index } from 'typeorm';
import type { ImportCounts, MissingReference } from '../contract/import-answers';
import type { DateOrder } from '../contract/imports';
import { Choice, IdKey, IdRef, Instant, Json, Text, Whole } from '../platform/database/columns';
import { TenantRecord } from '../tenancy/tenant-record';

export interface ImportColumn {
  readonly head: string;
  /** null: it is not read. */
  readonly field: string | null;
  readonly sample: readonly string[];
}

export interface ImportOptions {
  /** null: recognised from the dates. */
  readonly date_order: DateOrder | null;
  /** Reference fields whose missing records are created. */
  readonly create_missing: readonly string[];
}

/** A file that was sent to be imported: what it has, and what its columns are read as. Kept for a week. */
@Entity('import_file')
@Index(['customer_id', 'resource', 'import_id'])
@Index(['expires_at'])
export class ImportFile extends TenantRecord {
  @IdKey()
  import_id: string;

  @Choice()
  resource: string;

  @Text(255)
  file_name: string;

  @Whole()
  row_count: number;

  @Json()
  columns: readonly ImportColumn[];

  /** null: not checked, or not to its end. */
  @Json({ nullable: true })
  counts: ImportCounts | null;

  /** null: not checked yet. */
  @Json({ nullable: true })
  options: ImportOptions | null;

  @Json({ nullable: true })
  missing: readonly MissingReference[] | null;

  /** Which check wrote last what its rows say: another one that goes on beside it ends. */
  @IdRef({ nullable: true })
  check_id: string | null;

  @IdRef({ nullable: true })
  job_id: string | null;

  /** The account or the API key that sent it. */
  @IdRef({ nullable: true })
  created_by: string | null;

  @Instant()
  expires_at: number;
}
