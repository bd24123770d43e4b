import { Injectable } from '@nestjs/common';
import type { ImportAnswer } from '../contract/import-answers';
import { Clock } from '../platform/clock';
import { Transactions } from '../platform/database/transactions';
import { toIso } from '../platform/definitions/row';
import { NotFound } from '../platform/errors/app-error';
import { newId } from '../platform/ids';
import type { TableRow } from '../platform/tables/xlsx-rows';
import { Records } from '../tenancy/tenancy.module';
import { actorIdOf, type Tenant } from '../tenancy/tenant';
import type { TenantRepository } from '../tenancy/tenant-repository';
import { ImportFile, type ImportColumn } from './import-file.entity';
import { ImportRow } from './import-row.entity';
import { folded } from './import-words';

/** Rows that one transaction writes. */
export const ROWS_AT_ONCE = 500;
const DAY = 24 * 3_600_000;
/** So long a file can be gone on with, and what became of its rows looked at. */
const KEPT_MS = 7 * DAY;
/** So many files of one person or API key may wait for being looked at. */
const UNBEGUN_MAX = 5;
/** Imports whose columns are looked at for how a head was read before. */
const REMEMBERED = 5;

/** Files that were sent, and their rows. */
@Injectable()
export class ImportFiles {
  constructor(
    @Records(ImportFile) readonly files: TenantRepository<ImportFile>,
    @Records(ImportRow) readonly rows: TenantRepository<ImportRow>,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** An API key sees only its own files. @throws NotFound also when its time is over */
  async one(tenant: Tenant, import_id: string): Promise<ImportFile> {
    const { api_key_id } = tenant.actor;
    const file = await this.files.one(tenant, { import_id, ...(api_key_id && { created_by: api_key_id }) });
    if (!file || file.expires_at <= this.clock.now()) throw new NotFound('import');
    return file;
  }

  /** Of those that the same person or API key has sent and not begun the oldest gives way. */
  async keep(
    tenant: Tenant,
    resource: string,
    file_name: string,
    columns: readonly ImportColumn[],
    rows: readonly TableRow[],
  ): Promise<ImportFile> {
    const now = this.clock.now();
    const import_id = newId(now);
    const created_by = actorIdOf(tenant.actor);
    const nothing = { counts: null, options: null, missing: null, check_id: null, job_id: null };
    const file = { import_id, resource, file_name, row_count: rows.length, columns, ...nothing, created_by };
    await this.transactions.run(async () => {
      await this.makeRoom(tenant, created_by, now);
      await this.files.insert(tenant, { ...file, expires_at: now + KEPT_MS });
    });
    const unseen = { given: null, outcome: null, changes: null, reasons: null, was: null };
    for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
      const some = rows.slice(from, from + ROWS_AT_ONCE);
      await this.transactions.run(() =>
        this.rows.insert(
          tenant,
          some.map(({ row_no, cells }, at) => ({ import_id, row_no, cells, place: from + at, ...unseen })),
        ),
      );
    }
    return this.one(tenant, import_id);
  }

  private async makeRoom(tenant: Tenant, created_by: string | null, now: number): Promise<void> {
    const open = { created_by, job_id: null, expires_at: { gt: now } };
    const [oldest] = await this.files.find(tenant, open, {
      ...{ order: [['import_id', 'desc']], offset: UNBEGUN_MAX - 1, limit: 1 },
    });
    if (oldest) await this.files.update(tenant, { ...open, import_id: { lte: oldest.import_id } }, { expires_at: now });
  }

  /** How heads were read in the last imports of this resource, by the folded head. */
  async remembered(tenant: Tenant, resource: string): Promise<ReadonlyMap<string, string | null>> {
    const before = await this.files.find(
      tenant,
      { resource, job_id: { null: false } },
      { order: [['import_id', 'desc']], limit: REMEMBERED },
    );
    const known = new Map<string, string | null>();
    for (const { columns } of before)
      for (const { head, field } of columns) if (!known.has(folded(head))) known.set(folded(head), field);
    return known;
  }

  /** All of them, some at a time, in the order of the file. */
  async *every(tenant: Tenant, import_id: string): AsyncGenerator<ImportRow[]> {
    for (let after = 0; ;) {
      const some = await this.rows.find(
        tenant,
        { import_id, row_no: { gt: after } },
        { order: [['row_no', 'asc']], limit: ROWS_AT_ONCE },
      );
      if (some.length) yield some;
      if (some.length < ROWS_AT_ONCE) return;
      after = some.at(-1)!.row_no;
    }
  }

  /** Some of what is over. @returns whether nothing of it is left */
  async forget(tenant: Tenant, import_id: string): Promise<boolean> {
    return this.transactions.run(async () => {
      const some = await this.rows.find(tenant, { import_id }, { order: [['row_no', 'asc']], limit: ROWS_AT_ONCE });
      if (some.length) await this.rows.remove(tenant, { import_id, row_no: { lte: some.at(-1)!.row_no } });
      if (some.length === ROWS_AT_ONCE) return false;
      await this.files.remove(tenant, { import_id });
      return true;
    });
  }
}

/** As it is answered. */
export const answerOf = (file: ImportFile): ImportAnswer => ({
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
