import { Injectable } from '@nestjs/common';
import type { ImportResponse } from '../../contract/import.responses';
import { Clock } from '../../common/clock';
import { TransactionManager } from '../../infrastructure/database/transaction-manager';
import { toIso } from '../../common/rest/row';
import { NotFoundError } from '../../common/errors/app-error';
import { newId } from '../../common/ids';
import type { TableRow } from '../../common/tables/xlsx-rows';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import { getActorId, type Tenant } from '../../tenancy/tenant';
import type { TenantRepository } from '../../tenancy/tenant-repository';
import { ImportFile, type ImportColumn } from './import-file.entity';
import { ImportRow } from './import-row.entity';
import { normalizeLabel } from './import-labels';

/** Rows per transaction. */
export const ROWS_AT_ONCE = 500;
const DAY = 24 * 3_600_000;
const RETENTION_MS = 7 * DAY;
/** Files per account or API key that are not started yet. */
const NOT_STARTED_MAX = 5;
/** Previous imports whose column mappings are reused. */
const PREVIOUS_IMPORTS = 5;

/** Uploaded import files and their rows, until they are imported or expire. */
@Injectable()
export class ImportFilesRepository {
  constructor(
    @InjectTenantRepository(ImportFile) readonly files: TenantRepository<ImportFile>,
    @InjectTenantRepository(ImportRow) readonly rows: TenantRepository<ImportRow>,
    private readonly transactions: TransactionManager,
    private readonly clock: Clock,
  ) {}

  /** An API key sees only its own files. @throws NotFoundError also for an expired file */
  async one(tenant: Tenant, import_id: string): Promise<ImportFile> {
    const { api_key_id } = tenant.actor;
    const file = await this.files.findOne(tenant, { import_id, ...(api_key_id && { created_by: api_key_id }) });
    if (!file || file.expires_at <= this.clock.now()) throw new NotFoundError('import');
    return file;
  }

  /** Expires the oldest file that the account or API key has not started, if there are too many. */
  async create(
    tenant: Tenant,
    resource: string,
    file_name: string,
    columns: readonly ImportColumn[],
    rows: readonly TableRow[],
  ): Promise<ImportFile> {
    const now = this.clock.now();
    const import_id = newId(now);
    const created_by = getActorId(tenant.actor);
    const initialState = { counts: null, options: null, missing: null, check_id: null, job_id: null };
    const file = { import_id, resource, file_name, row_count: rows.length, columns, ...initialState, created_by };
    await this.transactions.run(async () => {
      await this.expireOldest(tenant, created_by, now);
      await this.files.insert(tenant, { ...file, expires_at: now + RETENTION_MS });
    });
    const uncheckedValues = { given: null, outcome: null, changes: null, reasons: null, was: null };
    for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
      const batch = rows.slice(from, from + ROWS_AT_ONCE);
      await this.transactions.run(() =>
        this.rows.insert(
          tenant,
          batch.map(({ row_no, cells }, index) => ({
            import_id,
            row_no,
            cells,
            place: from + index,
            ...uncheckedValues,
          })),
        ),
      );
    }
    return this.one(tenant, import_id);
  }

  private async expireOldest(tenant: Tenant, created_by: string | null, now: number): Promise<void> {
    const notStarted = { created_by, job_id: null, expires_at: { gt: now } };
    const [oldest] = await this.files.find(tenant, notStarted, {
      order: [['import_id', 'desc']],
      offset: NOT_STARTED_MAX - 1,
      limit: 1,
    });
    if (oldest)
      await this.files.update(tenant, { ...notStarted, import_id: { lte: oldest.import_id } }, { expires_at: now });
  }

  /** Fields of the columns in previous imports of the resource, by normalized header. */
  async findPreviousMapping(tenant: Tenant, resource: string): Promise<ReadonlyMap<string, string | null>> {
    const previousImports = await this.files.find(
      tenant,
      { resource, job_id: { null: false } },
      { order: [['import_id', 'desc']], limit: PREVIOUS_IMPORTS },
    );
    const fieldByHeader = new Map<string, string | null>();
    for (const { columns } of previousImports)
      for (const { head, field } of columns)
        if (!fieldByHeader.has(normalizeLabel(head))) fieldByHeader.set(normalizeLabel(head), field);
    return fieldByHeader;
  }

  /** All rows in file order, in batches. */
  async *rowBatches(tenant: Tenant, import_id: string): AsyncGenerator<ImportRow[]> {
    for (let after = 0; ;) {
      const batch = await this.rows.find(
        tenant,
        { import_id, row_no: { gt: after } },
        { order: [['row_no', 'asc']], limit: ROWS_AT_ONCE },
      );
      if (batch.length) yield batch;
      if (batch.length < ROWS_AT_ONCE) return;
      after = batch.at(-1)!.row_no;
    }
  }

  /** Deletes one batch of rows, or the file after its last row. @returns whether the file is deleted */
  async deleteBatch(tenant: Tenant, import_id: string): Promise<boolean> {
    return this.transactions.run(async () => {
      const batch = await this.rows.find(tenant, { import_id }, { order: [['row_no', 'asc']], limit: ROWS_AT_ONCE });
      if (batch.length) await this.rows.remove(tenant, { import_id, row_no: { lte: batch.at(-1)!.row_no } });
      if (batch.length === ROWS_AT_ONCE) return false;
      await this.files.remove(tenant, { import_id });
      return true;
    });
  }
}

export const toImportAnswer = (file: ImportFile): ImportResponse => ({
  import_id: file.import_id,
  resource: file.resource,
  file_name: file.file_name,
  rows: file.row_count,
  columns: file.columns,
  counts: file.counts,
  date_order: file.options?.date_order ?? null,
  missing: file.missing ?? [],
  job_id: file.job_id,
  expires_at: toIso(file.expires_at),
});
