import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { ImportReason } from '../../contract/import.responses';
import type { ImportMode } from '../../contract/imports';
import { BackgroundActorsService } from '../identity/background-actors.service';
import { TransactionManager } from '../../infrastructure/database/transaction-manager';
import { AppError } from '../../common/errors/app-error';
import { normalizeKey } from '../../common/text-normalization';
import type { JobDetails } from '../background-jobs/job-details';
import { JobKindRegistry } from '../background-jobs/job-kind.registry';
import type { JobBatch, JobRowResult } from '../background-jobs/job-batch';
import { PlanUsageService } from '../subscriptions/plan-usage.service';
import type { Tenant } from '../../tenancy/tenant';
import { ImportFilesRepository } from './import-files.repository';
import { singleKeyField } from './import-keys';
import { ImportPlanner, importReason, reasonsFromError, type PlannedRow } from './import-planner';
import type { ImportFile, ImportOptions } from './import-file.entity';
import type { ImportRow, Values } from './import-row.entity';
import { ImportUndoService, SINGLE_ROWS_MAX } from './import-undo.service';
import { ImportRefusedError } from './import.errors';
import { ImportableRegistry, type Importable, type ImportRules } from './importable-registry';
import { MissingReferencesService } from './missing-references.service';

export interface ImportJobPayload {
  readonly import_id: string;
  readonly mode: ImportMode;
  /** New staff with an email address are invited. */
  readonly invite: boolean;
  /** The account that started the import. The job runs with its current rights and audit identity. */
  readonly account_id: string | null;
  /** The API key that started it, instead of an account. */
  readonly api_key_id?: string;
  readonly is_strong: boolean;
}
/** Result of a row: the record and its new version, or the reasons of the failure. */
type RowResult =
  | { readonly id: string; readonly version: number; readonly was: Values | null }
  | { readonly reasons: readonly ImportReason[] };
/** Seats of the plan that the job has taken for records that it has not created yet. */
class Seats {
  constructor(public reserved: number) {}
}
interface WaveOptions {
  readonly seats: Seats;
  readonly invite: boolean;
}
type SavedRecord = Readonly<Record<string, unknown>> & { readonly row_version: number };

const OUTCOME_CODES = {
  created: 'import_created',
  updated: 'import_updated',
  same: 'import_same',
  left_out: 'import_left_out',
} as const;
/** Rows per portion. */
const PORTION_ROWS = 100;
const DAY = 24 * 3_600_000;

/**
 * Background job that imports a checked file. Rows are planned again with current data, and failures are reported per
 * row. Rows are created in bulk by the resource service; a refused bulk is split in halves until the failing rows are
 * found.
 */
@Injectable()
export class ImportJob implements OnModuleInit {
  constructor(
    private readonly jobKinds: JobKindRegistry,
    private readonly files: ImportFilesRepository,
    private readonly importableRegistry: ImportableRegistry,
    private readonly planner: ImportPlanner,
    private readonly references: MissingReferencesService,
    private readonly undoService: ImportUndoService,
    private readonly usage: PlanUsageService,
    private readonly actors: BackgroundActorsService,
    private readonly transactions: TransactionManager,
  ) {}

  onModuleInit(): void {
    this.jobKinds.register<ImportJobPayload>('import', {
      lane: 'bulk',
      runBatch: (tenant, payload, portion) => this.importPortion(tenant, payload, portion),
      undo: (tenant, { import_id }, portion) => this.undoService.undoPortion(tenant, import_id, portion),
      undo_ms: DAY,
      undoesOnCancel: ({ mode }) => mode === 'all',
      givenUp: async (tenant, { import_id }, mark) => {
        await this.release(tenant, import_id, Number(mark?.['reserved'] ?? 0));
        return mark && { ...mark, reserved: 0 };
      },
    });
  }

  /** @throws ImportRefusedError in mode `all` after everything is undone; PlanLimitReachedError */
  private async importPortion(
    system: Tenant,
    payload: ImportJobPayload,
    jobBatch: JobBatch,
  ): Promise<JobDetails | null> {
    const { import_id, mode } = payload;
    const mark = jobBatch.mark ?? {};
    if ('refused' in mark) return this.undoAll(system, import_id, jobBatch, Number(mark['refused']));
    const reserved = Number(mark['reserved'] ?? 0);
    if (jobBatch.isCancelled) {
      await this.release(system, import_id, reserved);
      return this.undoAll(system, import_id, jobBatch, 0);
    }
    const { customer_id } = system;
    const tenant = payload.api_key_id
      ? await this.actors.forApiKey(customer_id, payload.api_key_id, 'import')
      : await this.actors.forAccount(customer_id, payload.account_id, payload.is_strong);
    const file = await this.files.one(tenant, import_id);
    const importable = this.importableRegistry.get(file.resource);
    const after = Number(mark['place'] ?? -1);
    const limit = payload.invite ? SINGLE_ROWS_MAX : PORTION_ROWS;
    const next = await this.files.rows.find(
      tenant,
      { import_id, place: { gt: after } },
      { order: [['place', 'asc']], limit },
    );
    const seats = new Seats(jobBatch.mark ? reserved : await this.reserve(tenant, importable, mode, file));
    const rows = withFewChanges(next);
    const created = Number(mark['created'] ?? 0);
    const references = await this.createReferences(tenant, importable, rows, file.options, created);
    const outcomes = await this.importRows(tenant, importable, rows, { seats, invite: payload.invite });
    jobBatch.report(rows.length, [...references, ...outcomes]);
    const failed = outcomes.filter(({ outcome }) => outcome === 'left_out').length;
    const isRefused = mode === 'all' && failed > 0;
    const isLast = next.length < limit && rows.length === next.length;
    if (isRefused || isLast) await this.release(tenant, import_id, seats.reserved);
    if (isRefused) return { refused: failed };
    if (isLast) return null;
    return { place: rows.at(-1)!.place, created: created + references.length, reserved: seats.reserved };
  }

  /** Undoes one portion of an import in mode `all`. @param refused number of failed rows; 0: cancelled */
  private async undoAll(
    tenant: Tenant,
    import_id: string,
    jobBatch: JobBatch,
    refused: number,
  ): Promise<JobDetails | null> {
    if (await this.undoService.hasRowsLeft(jobBatch)) {
      await this.undoService.undoPortion(tenant, import_id, jobBatch);
      return { refused };
    }
    if (refused) throw new ImportRefusedError(refused);
    return null;
  }

  /** Mode `all`: reserves the plan seats of all new records in advance. @throws PlanLimitReachedError */
  private async reserve(
    tenant: Tenant,
    importable: Importable,
    mode: ImportMode,
    { counts }: ImportFile,
  ): Promise<number> {
    const { quota } = importable.definition;
    const seats = mode === 'all' && quota ? (counts?.create ?? 0) : 0;
    if (seats) await this.usage.reserve(tenant, quota!, seats);
    return seats;
  }

  private async release(tenant: Tenant, import_id: string, seats: number): Promise<void> {
    if (!seats) return;
    const { resource } = await this.files.one(tenant, import_id);
    await this.usage.release(tenant, this.importableRegistry.get(resource).definition.quota!, seats);
  }

  private async createReferences(
    tenant: Tenant,
    importable: Importable,
    rows: readonly ImportRow[],
    options: ImportOptions | null,
    created: number,
  ): Promise<JobRowResult[]> {
    if (!options?.create_missing.length) return [];
    const validRows = rows.filter(({ outcome }) => outcome !== 'error').map(({ given }) => given!);
    const missing = await this.references.find(tenant, importable, validRows);
    const chosen = new Map([...missing].filter(([field]) => options.create_missing.includes(field)));
    try {
      return await this.transactions.runInSavepoint(() => this.references.create(tenant, importable, chosen, created));
    } catch (error) {
      if (!isRefusal(error)) throw error;
      // The rows then fail with an unknown reference.
      return [];
    }
  }

  private async importRows(
    tenant: Tenant,
    importable: Importable,
    rows: readonly ImportRow[],
    options: WaveOptions,
  ): Promise<JobRowResult[]> {
    const results = new Map<number, RowResult | 'unchanged'>();
    const validRows = rows.filter(({ outcome }) => outcome !== 'error');
    for (const { row_no, outcome, reasons } of rows)
      if (outcome === 'error') results.set(row_no, { reasons: reasons ?? [] });
    const fileKeys = new Set(validRows.map(({ given }) => fileKey(importable, given!)));
    const parsed = validRows.map(({ row_no, given }) => ({ row_no, given: given!, reasons: [] }));
    let remaining = parsed.length
      ? await this.planner.plan(tenant, importable, parsed, (key) => fileKeys.has(key), { lock: true })
      : [];
    // Rows that refer to other rows of the portion wait for those: one wave per level of nesting.
    const ids = new Map<string, string>();
    while (remaining.length) {
      const ready = remaining.filter(({ fileReferences: awaited }) =>
        [...awaited.values()].every((key) => ids.has(key)),
      );
      if (!ready.length) {
        for (const row of remaining)
          results.set(row.row_no, { reasons: [...row.fileReferences].map(missingReferenceReason(row)) });
        break;
      }
      remaining = remaining.filter((row) => !ready.includes(row));
      await this.importWave(
        tenant,
        importable,
        ready.map((row) => withReferenceIds(row, ids)),
        results,
        ids,
        options,
      );
    }
    await this.saveResults(tenant, rows, results);
    return rows.map((row) => toJobRow(row, results.get(row.row_no)!));
  }

  private async importWave(
    tenant: Tenant,
    importable: Importable,
    rows: readonly PlannedRow[],
    results: Map<number, RowResult | 'unchanged'>,
    ids: Map<string, string>,
    options: WaveOptions,
  ): Promise<void> {
    const creates: PlannedRow[] = [];
    for (const row of rows) {
      if (row.record) ids.set(fileKey(importable, row.given), String(row.record[importable.definition.id]));
      if (row.outcome === 'error') results.set(row.row_no, { reasons: row.reasons });
      else if (row.outcome === 'skip') results.set(row.row_no, 'unchanged');
      else if (!row.record) creates.push(row);
      else if (!Object.keys(row.body).length) results.set(row.row_no, 'unchanged');
      else results.set(row.row_no, await this.change(tenant, importable, row));
    }
    await this.create(tenant, importable, creates, results, options.seats);
    if (options.invite && importable.rules.invite) await this.invite(tenant, importable.rules.invite, creates, results);
    for (const row of creates) {
      const result = results.get(row.row_no);
      if (result && result !== 'unchanged' && 'id' in result) ids.set(fileKey(importable, row.given), result.id);
    }
  }

  /** Creates rows in bulk; splits them in halves on refusal. Plan seats go to the first rows. */
  private async create(
    tenant: Tenant,
    importable: Importable,
    rows: readonly PlannedRow[],
    results: Map<number, RowResult | 'unchanged'>,
    seats: Seats,
  ): Promise<void> {
    if (!rows.length) return;
    try {
      const bodies = rows.map(({ body }) => body);
      const reserved = Math.min(seats.reserved, rows.length);
      const records = await this.transactions.runInSavepoint(async () => {
        if (reserved) await this.usage.release(tenant, importable.definition.quota!, reserved);
        return importable.rules.createMany
          ? importable.rules.createMany(tenant, bodies)
          : importable.service.createMany(tenant, bodies);
      });
      seats.reserved -= reserved;
      rows.forEach(({ row_no }, index) => {
        const record = records[index] as SavedRecord;
        results.set(row_no, { id: String(record[importable.definition.id]), version: record.row_version, was: null });
      });
    } catch (error) {
      if (!isRefusal(error)) throw error;
      const free = freeSeats(error);
      if (rows.length === 1 || free === 0) {
        for (const { row_no } of rows) results.set(row_no, { reasons: reasonsFromError(error) });
        return;
      }
      const half = free !== null && free < rows.length ? free : Math.ceil(rows.length / 2);
      await this.create(tenant, importable, rows.slice(0, half), results, seats);
      await this.create(tenant, importable, rows.slice(half), results, seats);
    }
  }

  /** A refused invitation does not undo the record; the staff list shows that the person is not invited. */
  private async invite(
    tenant: Tenant,
    invite: NonNullable<ImportRules['invite']>,
    rows: readonly PlannedRow[],
    results: Map<number, RowResult | 'unchanged'>,
  ): Promise<void> {
    for (const { row_no, body } of rows) {
      const outcome = results.get(row_no);
      if (!outcome || outcome === 'unchanged' || !('id' in outcome) || !body['email']) continue;
      try {
        const version = await this.transactions.runInSavepoint(() => invite(tenant, outcome.id));
        results.set(row_no, { ...outcome, version });
      } catch (error) {
        if (!isRefusal(error)) throw error;
      }
    }
  }

  private async change(tenant: Tenant, importable: Importable, { record, body }: PlannedRow): Promise<RowResult> {
    const id = String(record![importable.definition.id]);
    try {
      const row_version = record!.row_version;
      const changed = (await this.transactions.runInSavepoint(() =>
        importable.service.change(tenant, id, { ...body, row_version }),
      )) as SavedRecord;
      const was = Object.fromEntries(Object.keys(body).map((name) => [name, record![name] ?? null]));
      return { id, version: changed.row_version, was };
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return { reasons: reasonsFromError(error) };
    }
  }

  /** Stores the errors of failed rows, and the previous values of changed records for undo. */
  private async saveResults(
    tenant: Tenant,
    rows: readonly ImportRow[],
    results: ReadonlyMap<number, RowResult | 'unchanged'>,
  ): Promise<void> {
    const changed = rows.flatMap((row): ImportRow[] => {
      const result = results.get(row.row_no)!;
      if (result === 'unchanged' || row.outcome === 'error') return [];
      if ('reasons' in result) return [{ ...row, outcome: 'error', reasons: result.reasons }];
      return result.was ? [{ ...row, was: result.was }] : [];
    });
    if (changed.length) await this.files.rows.insertOrReplace(tenant, changed);
  }
}

function withFewChanges(rows: readonly ImportRow[]): ImportRow[] {
  let changes = 0;
  const end = rows.findIndex(({ outcome }) => outcome === 'update' && ++changes > SINGLE_ROWS_MAX);
  return end < 0 ? [...rows] : rows.slice(0, end);
}

/** Key by which rows of the file refer to each other; empty if they cannot. */
function fileKey(importable: Importable, values: Values): string {
  const keyField = singleKeyField(importable);
  return keyField === null ? '' : normalizeKey(String(values[keyField]));
}

/** Refused by a rule. Unavailable services are retried by the job. */
const isRefusal = (error: unknown): error is AppError => error instanceof AppError && error.kind !== 'unavailable';

/** Free seats of a plan limit error; null: another error. */
function freeSeats({ code, facts }: AppError): number | null {
  if (code !== 'plan_limit_reached') return null;
  return Math.max(0, Number(facts['limit']) - Number(facts['used']));
}

const missingReferenceReason =
  ({ given }: PlannedRow) =>
  ([field]: readonly [string, string]): ImportReason =>
    importReason(field, 'not_known', { value: String(given[field]) });

const withReferenceIds = (row: PlannedRow, ids: ReadonlyMap<string, string>): PlannedRow => ({
  ...row,
  body: { ...row.body, ...Object.fromEntries([...row.fileReferences].map(([field, key]) => [field, ids.get(key)])) },
});

function toJobRow({ place, row_no }: ImportRow, result: RowResult | 'unchanged'): JobRowResult {
  // No names: platform staff can see jobs.
  const facts = { row: row_no };
  if (result === 'unchanged') return { row_no: place, outcome: 'unchanged', code: OUTCOME_CODES.same, facts };
  if ('reasons' in result) {
    const [first] = result.reasons;
    const why = { field: first?.field ?? null, reason: first?.code ?? null };
    return { row_no: place, outcome: 'left_out', code: OUTCOME_CODES.left_out, facts: { ...facts, ...why } };
  }
  const code = result.was ? OUTCOME_CODES.updated : OUTCOME_CODES.created;
  return { row_no: place, outcome: 'changed', code, record_id: result.id, record_version: result.version, facts };
}
