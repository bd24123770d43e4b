import { Injectable } from '@nestjs/common';
import { TransactionManager } from '../../infrastructure/database/transaction-manager';
import type { Where } from '../../infrastructure/database/where';
import { AppError } from '../../common/errors/app-error';
import type { JobDetails } from '../background-jobs/job-details';
import type { JobRow } from '../background-jobs/job-row.entity';
import type { JobBatch } from '../background-jobs/job-batch';
import type { Tenant } from '../../tenancy/tenant';
import { ImportFilesRepository } from './import-files.repository';
import type { Values } from './import-row.entity';
import { ImportableRegistry, type Importable, type StoredRecord } from './importable-registry';
import { REFERENCE_CREATED } from './missing-references.service';

const BULK_ROWS_MAX = 100;
/** Maximum rows per portion that need single statements; the embedded database blocks other writers meanwhile. */
export const SINGLE_ROWS_MAX = 25;
/** Greater than any place of a row. */
const PLACE_MAX = 2_000_000_000;
const UNDONE_CODES: readonly string[] = [
  ...['import_removed', 'import_restored', 'import_archived'],
  ...['import_voided', 'taken_back'],
];

/**
 * Undoes an import, last row first: created records are deleted, or archived if they are in use; changed records get
 * their previous values. Records that have changed since stay and are reported.
 */
@Injectable()
export class ImportUndoService {
  constructor(
    private readonly files: ImportFilesRepository,
    private readonly importableRegistry: ImportableRegistry,
    private readonly transactions: TransactionManager,
  ) {}

  async hasRowsLeft(jobBatch: JobBatch): Promise<boolean> {
    return (await jobBatch.lastChangedRows(PLACE_MAX, 1)).length > 0;
  }

  async undoPortion(tenant: Tenant, import_id: string, jobBatch: JobBatch): Promise<JobDetails | null> {
    const importable = this.importableRegistry.get((await this.files.one(tenant, import_id)).resource);
    const limit = importable.rules.undoCreated ? BULK_ROWS_MAX : SINGLE_ROWS_MAX;
    const changedRows = await jobBatch.lastChangedRows(Number(jobBatch.mark?.['before'] ?? PLACE_MAX), limit);
    if (!changedRows.length) return null;
    const rowsByCode = await this.undoRows(
      tenant,
      import_id,
      importable,
      changedRows.filter(({ code }) => code !== REFERENCE_CREATED),
    );
    // Created references come last, when no imported record needs them any more.
    for (const row of changedRows.filter(({ code }) => code === REFERENCE_CREATED)) {
      const target = this.importableRegistry.get(String(row.facts?.['resource']));
      const record = await target.records.findOne(tenant, {
        [target.definition.id]: row.record_id!,
      } as unknown as Where<StoredRecord>);
      const code = await this.undoRow(tenant, target, row, record ?? undefined, null);
      rowsByCode.set(code, [...(rowsByCode.get(code) ?? []), row.row_no]);
    }
    for (const [code, numbers] of rowsByCode)
      await jobBatch.reportUndone(numbers, UNDONE_CODES.includes(code) ? 'undone' : 'undo_left', code);
    return changedRows.length < limit ? null : { before: changedRows.at(-1)!.row_no };
  }

  private async undoRows(
    tenant: Tenant,
    import_id: string,
    importable: Importable,
    rows: readonly JobRow[],
  ): Promise<Map<string, readonly number[]>> {
    if (!rows.length) return new Map();
    const place = rows.map(({ row_no }) => row_no);
    const storedRows = await this.files.rows.find(tenant, { import_id, place });
    const previousValues = new Map(storedRows.map((row) => [row.place, row.was]));
    const ids = { [importable.definition.id]: rows.map((row) => row.record_id!) } as unknown as Where<StoredRecord>;
    const records = new Map(
      (await importable.records.find(tenant, ids)).map((each) => [String(each[importable.definition.id]), each]),
    );
    return new Map(
      importable.rules.undoCreated
        ? await this.transactions.runInSavepoint(() => importable.rules.undoCreated!(tenant, rows, records))
        : await this.undoOneByOne(tenant, importable, rows, records, previousValues),
    );
  }

  private async undoOneByOne(
    tenant: Tenant,
    importable: Importable,
    rows: readonly JobRow[],
    records: ReadonlyMap<string, StoredRecord>,
    previousValues: ReadonlyMap<number, Values | null>,
  ): Promise<ReadonlyMap<string, readonly number[]>> {
    const rowsByCode = new Map<string, number[]>();
    for (const row of rows) {
      const code = await this.undoRow(
        tenant,
        importable,
        row,
        records.get(row.record_id!),
        previousValues.get(row.row_no) ?? null,
      );
      rowsByCode.set(code, [...(rowsByCode.get(code) ?? []), row.row_no]);
    }
    return rowsByCode;
  }

  /** @returns the outcome code */
  private async undoRow(
    tenant: Tenant,
    importable: Importable,
    { record_id, record_version, code }: JobRow,
    record: StoredRecord | undefined,
    was: Values | null,
  ): Promise<string> {
    if (!record) return 'removed_since';
    if (record.row_version !== record_version) return 'changed_since';
    const obstacle = was && importable.rules.findUndoObstacle?.(record, was);
    if (obstacle) return obstacle;
    try {
      if (code === 'import_updated') {
        const body = { ...was, row_version: record.row_version };
        await this.transactions.runInSavepoint(() => importable.service.change(tenant, record_id!, body));
        return 'import_restored';
      }
      await this.transactions.runInSavepoint(() => importable.service.remove(tenant, record_id!));
      return 'import_removed';
    } catch (error) {
      if (!(error instanceof AppError) || error.kind === 'unavailable') throw error;
      return code === 'import_created' && error.code === 'in_use'
        ? this.archiveRecord(tenant, importable, record_id!)
        : 'import_stays';
    }
  }

  private async archiveRecord(tenant: Tenant, { definition, rules, service }: Importable, id: string): Promise<string> {
    try {
      if (rules.archiveInUse) await this.transactions.runInSavepoint(() => rules.archiveInUse!(tenant, id));
      else if (definition.archives) await this.transactions.runInSavepoint(() => service.archive(tenant, id));
      else return 'import_in_use';
      return 'import_archived';
    } catch (error) {
      if (!(error instanceof AppError) || error.kind === 'unavailable') throw error;
      return 'import_stays';
    }
  }
}
