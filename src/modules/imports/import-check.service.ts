import { Injectable } from '@nestjs/common';
import type { ImportResponse, ImportCounts, ImportReason } from '../../contract/import.responses';
import { importableFields, importKeyFields, type DateOrder } from '../../contract/imports';
import { yieldToEventLoop } from '../../common/event-loop';
import { Clock } from '../../common/clock';
import { TransactionManager } from '../../infrastructure/database/transaction-manager';
import { InvalidFieldsError } from '../../common/errors/app-error';
import { fieldError } from '../../common/errors/field-error';
import { normalizeKey } from '../../common/text-normalization';
import { newId } from '../../common/ids';
import { PlanUsageService } from '../subscriptions/plan-usage.service';
import type { Tenant } from '../../tenancy/tenant';
import { detectDateOrder, parseCell, type DateFormat } from './cell-parser';
import { toImportAnswer, ImportFilesRepository, ROWS_AT_ONCE } from './import-files.repository';
import type { ImportFile, ImportOptions } from './import-file.entity';
import { singleKeyField } from './import-keys';
import { orderRows } from './import-row-order';
import { ImportPlanner, importReason, type ParsedRow, type PendingReferences, type PlannedRow } from './import-planner';
import type { ImportRow } from './import-row.entity';
import { loadValueLabels } from './import-labels';
import { ImportAlreadyStartedError, ImportNotCheckedError, KeyColumnMissingError } from './import.errors';
import { ImportableRegistry, type Importable } from './importable-registry';
import { MissingReferencesService, type MissingValues } from './missing-references.service';

/** Missing references that an answer lists for each field. */
const MISSING_LISTED = 10;

type Row = Pick<ImportRow, 'row_no' | 'cells'>;

/** Dry run of an import: stores the expected outcome and the reasons of each row. */
@Injectable()
export class ImportCheckService {
  constructor(
    private readonly files: ImportFilesRepository,
    private readonly importableRegistry: ImportableRegistry,
    private readonly planner: ImportPlanner,
    private readonly references: MissingReferencesService,
    private readonly usage: PlanUsageService,
    private readonly transactions: TransactionManager,
    private readonly clock: Clock,
  ) {}

  /**
   * @param fields field of each column; null: ignored
   * @throws NotFoundError, ImportAlreadyStartedError, ImportNotCheckedError, KeyColumnMissingError, InvalidFieldsError
   */
  async check(
    tenant: Tenant,
    file: ImportFile,
    fields: readonly (string | null)[],
    options: ImportOptions,
  ): Promise<ImportResponse> {
    const importable = this.importableRegistry.get(file.resource);
    validateColumns(importable, file, fields);
    const { import_id } = file;
    const check_id = newId(this.clock.now());
    const columns = file.columns.map((column, index) => ({ ...column, field: fields[index] ?? null }));
    const updatedCount = await this.transactions.run(() =>
      this.files.files.update(
        tenant,
        { import_id, job_id: null },
        { check_id, columns, counts: null, options, missing: null },
      ),
    );
    if (!updatedCount) throw new ImportAlreadyStartedError();
    const parsed = await this.parseRows(importable, fields, await this.loadRows(tenant, import_id), options.date_order);
    const { places, cycles } = orderRows(importable.definition, singleKeyField(importable), parsed);
    const parentField = Object.keys(importable.definition.fields).find(
      (name) => importable.definition.fields[name]!.resource === file.resource,
    );
    const checkedRows = parsed.map((row, index) =>
      cycles.has(index) ? { ...row, reasons: [...row.reasons, importReason(parentField!, 'below_itself')] } : row,
    );
    const missing = await this.references.find(
      tenant,
      importable,
      checkedRows.map(({ given: valuesByField }) => valuesByField),
    );
    const pending = this.buildPendingReferences(missing, options.create_missing);
    const plannedRows = await this.planRows(tenant, importable, checkedRows, pending);
    await this.limit(tenant, importable, plannedRows, places);
    const counts = await this.saveRows(tenant, file, check_id, plannedRows, places);
    const missingSummary = [...missing].map(([field, values]) => ({
      field,
      count: values.length,
      values: values.slice(0, MISSING_LISTED),
      create: pending.has(field),
    }));
    const savedCount = await this.transactions.run(() =>
      this.files.files.update(tenant, { import_id, check_id, job_id: null }, { counts, missing: missingSummary }),
    );
    // Another check of the file started meanwhile.
    if (!savedCount) throw new ImportNotCheckedError();
    return toImportAnswer({ ...file, columns, counts, options, missing: missingSummary });
  }

  private async loadRows(tenant: Tenant, import_id: string): Promise<Row[]> {
    const rows: Row[] = [];
    for await (const batch of this.files.rowBatches(tenant, import_id))
      rows.push(...batch.map(({ row_no, cells }) => ({ row_no, cells })));
    return rows;
  }

  /** Parses the cells; adds reasons for unreadable and duplicate values. */
  private async parseRows(
    importable: Importable,
    fields: readonly (string | null)[],
    rows: readonly Row[],
    date_order: DateOrder | null,
  ): Promise<ParsedRow[]> {
    const labels = await loadValueLabels(importable.definition);
    const formats = fields.map((name, index): DateFormat => {
      const isDay = name !== null && importable.definition.fields[name]!.kind === 'day';
      if (date_order || !isDay) return { order: date_order, isChosen: date_order !== null };
      return { order: detectDateOrder(rows.map(({ cells }) => cells[index] ?? '')), isChosen: false };
    });
    const uniqueFieldNames = fields.filter(
      (name): name is string => name !== null && Boolean(importable.definition.fields[name]!.keyed),
    );
    const firstRowByValue = new Map(uniqueFieldNames.map((name) => [name, new Map<string, number>()]));
    const parsed: ParsedRow[] = [];
    for (const { row_no, cells } of rows) {
      if (row_no % 100 === 0) await yieldToEventLoop();
      const valuesByField: Record<string, unknown> = {};
      const reasons: ImportReason[] = [];
      fields.forEach((name, index) => {
        if (name === null) return;
        const cell = parseCell(
          importable.definition.fields[name]!,
          cells[index] ?? '',
          labels.get(name),
          formats[index]!,
        );
        if ('value' in cell) valuesByField[name] = cell.value;
        else reasons.push(importReason(name, cell.errorCode));
      });
      if (cells.length > fields.length)
        reasons.push(importReason(null, 'row_too_long', { values: cells.length, columns: fields.length }));
      for (const name of uniqueFieldNames) {
        const value = valuesByField[name];
        if (typeof value !== 'string') continue;
        const firstRow = firstRowByValue.get(name)!.get(normalizeKey(value));
        if (firstRow === undefined) firstRowByValue.get(name)!.set(normalizeKey(value), row_no);
        else reasons.push(importReason(name, 'row_before', { row: firstRow }));
      }
      parsed.push({ row_no, given: valuesByField, reasons });
    }
    return parsed;
  }

  private buildPendingReferences(missing: MissingValues, create_missing: readonly string[]): PendingReferences {
    const now = this.clock.now();
    return new Map(
      [...missing]
        .filter(([field]) => create_missing.includes(field))
        .map(([field, values]) => [field, new Map(values.map((value) => [normalizeKey(value), newId(now)]))]),
    );
  }

  private async planRows(
    tenant: Tenant,
    importable: Importable,
    rows: readonly ParsedRow[],
    pending: PendingReferences,
  ): Promise<PlannedRow[]> {
    const keyField = singleKeyField(importable);
    const keys = new Set(
      rows
        .map(({ given: valuesByField }) => (keyField === null ? null : valuesByField[keyField]))
        .filter((key) => typeof key === 'string')
        .map(normalizeKey),
    );
    const plannedRows: PlannedRow[] = [];
    for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
      plannedRows.push(
        ...(await this.planner.plan(tenant, importable, rows.slice(from, from + ROWS_AT_ONCE), (key) => keys.has(key), {
          pending,
        })),
      );
    if (keyField === null) return refuseDuplicates(plannedRows);
    // A row whose parent row fails has no parent.
    const plannedKeys = new Set(
      plannedRows
        .filter(({ outcome }) => outcome !== 'error')
        .map(({ given: valuesByField }) => normalizeKey(String(valuesByField[keyField]))),
    );
    return plannedRows.map((row) => {
      const unresolved = [...row.fileReferences].filter(([, key]) => !plannedKeys.has(key));
      if (!unresolved.length) return row;
      const reasons = unresolved.map(([field]) =>
        importReason(field, 'not_known', { value: String(row.given[field]) }),
      );
      return { ...row, outcome: 'error', reasons: [...row.reasons, ...reasons] };
    });
  }

  /** Rows beyond the limit of the plan become errors, in import order. */
  private async limit(
    tenant: Tenant,
    { definition }: Importable,
    plannedRows: PlannedRow[],
    places: readonly number[],
  ) {
    const { quota } = definition;
    if (!quota) return;
    const usage = await this.usage.read(tenant);
    const [used, limit] =
      quota === 'staff' ? [usage.total_staff, usage.no_of_staff] : [usage.total_training, usage.no_of_training];
    const order = plannedRows.map((_, index) => index).toSorted((a, b) => places[a]! - places[b]!);
    let freeSeats = limit - used;
    for (const index of order) {
      if (plannedRows[index]!.outcome !== 'create' || freeSeats-- > 0) continue;
      const reason = { field: null, code: 'plan_limit_reached', facts: { kind: quota, limit, used } };
      plannedRows[index] = { ...plannedRows[index]!, outcome: 'error', reasons: [reason] };
    }
  }

  private async saveRows(
    tenant: Tenant,
    { import_id }: ImportFile,
    check_id: string,
    plannedRows: readonly PlannedRow[],
    places: readonly number[],
  ): Promise<ImportCounts> {
    const counts = { create: 0, update: 0, skip: 0, error: 0 };
    let from = 0;
    // The cells are read again to avoid holding all of them in memory.
    for await (const rows of this.files.rowBatches(tenant, import_id)) {
      const rowsToSave = plannedRows.slice(from, from + rows.length).map((row, index) => {
        counts[row.outcome] += 1;
        const { row_no, given: valuesByField, outcome, reasons } = row;
        const changes = outcome === 'update' ? [...Object.keys(row.body), ...row.fileReferences.keys()] : [];
        const place = places[from + index]!;
        return {
          import_id,
          row_no,
          place,
          cells: rows[index]!.cells,
          given: valuesByField,
          outcome,
          changes,
          reasons,
          was: null,
        };
      });
      await this.transactions.run(async () => {
        // Stop if another check of the file has started.
        if (!(await this.files.files.update(tenant, { import_id, check_id, job_id: null }, {})))
          throw new ImportNotCheckedError();
        await this.files.rows.insertOrReplace(tenant, rowsToSave);
      });
      from += rows.length;
    }
    return counts;
  }
}

/** For duplicate rows the first one wins. Unchanged rows may be repeated. */
function refuseDuplicates(plannedRows: readonly PlannedRow[]): PlannedRow[] {
  const firstRowByIdentity = new Map<string, number>();
  return plannedRows.map((row) => {
    const { identity, outcome, row_no } = row;
    if (identity === null || outcome === 'error' || outcome === 'skip') return row;
    const firstRow = firstRowByIdentity.get(identity);
    firstRowByIdentity.set(identity, firstRow ?? row_no);
    if (firstRow === undefined) return row;
    return { ...row, outcome: 'error', reasons: [...row.reasons, importReason(null, 'row_before', { row: firstRow })] };
  });
}

/** @throws KeyColumnMissingError, InvalidFieldsError */
function validateColumns({ definition }: Importable, file: ImportFile, fields: readonly (string | null)[]): void {
  const fieldNames = importableFields(definition);
  const refuse = (message: string, reason: 'choice' | 'twice'): never => {
    throw new InvalidFieldsError({
      columns: [
        reason === 'twice' ? fieldError('twice', message) : fieldError('choice', message, { choices: fieldNames }),
      ],
    });
  };
  if (fields.length !== file.columns.length)
    refuse(`Enter the field for each of the ${file.columns.length} columns, or null.`, 'choice');
  const mappedFields = fields.filter((name): name is string => name !== null);
  if (mappedFields.some((name) => !fieldNames.includes(name)))
    refuse(`Choose one of: ${fieldNames.join(', ')}.`, 'choice');
  if (new Set(mappedFields).size < mappedFields.length) refuse('Two columns cannot have the same field.', 'twice');
  const missing = importKeyFields(definition).find((key) => !mappedFields.includes(key));
  if (missing !== undefined) throw new KeyColumnMissingError(missing);
}
