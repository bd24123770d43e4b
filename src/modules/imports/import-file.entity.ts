import { Entity, Index } from 'typeorm';
import type { ImportCounts, MissingReference } from '../../contract/import.responses';
import type { DateOrder } from '../../contract/imports';
import {
  ChoiceColumn,
  PrimaryUuidColumn,
  UuidColumn,
  InstantColumn,
  JsonColumn,
  VarcharColumn,
  IntegerColumn,
} from '../../infrastructure/database/columns';
import { TenantRecord } from '../../tenancy/tenant-record';

export interface ImportColumn {
  readonly head: string;
  /** null: ignored. */
  readonly field: string | null;
  readonly sample: readonly string[];
}

export interface ImportOptions {
  /** null: recognised from the dates. */
  readonly date_order: DateOrder | null;
  /** Reference fields whose missing records are created. */
  readonly create_missing: readonly string[];
}

/** An uploaded import file with its column mapping. Deleted after a week. */
@Entity('import_file')
@Index(['customer_id', 'resource', 'import_id'])
@Index(['expires_at'])
export class ImportFile extends TenantRecord {
  @PrimaryUuidColumn()
  import_id: string;

  @ChoiceColumn()
  resource: string;

  @VarcharColumn(255)
  file_name: string;

  @IntegerColumn()
  row_count: number;

  @JsonColumn()
  columns: readonly ImportColumn[];

  /** null: not completely checked. */
  @JsonColumn({ nullable: true })
  counts: ImportCounts | null;

  /** null: not checked yet. */
  @JsonColumn({ nullable: true })
  options: ImportOptions | null;

  @JsonColumn({ nullable: true })
  missing: readonly MissingReference[] | null;

  /** The latest check; a concurrent older check stops. */
  @UuidColumn({ nullable: true })
  check_id: string | null;

  @UuidColumn({ nullable: true })
  job_id: string | null;

  /** The account or API key that uploaded the file. */
  @UuidColumn({ nullable: true })
  created_by: string | null;

  @InstantColumn()
  expires_at: number;
}
