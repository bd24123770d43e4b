import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { ImportReason } from '../contract/import-answers';
import type { ImportMode } from '../contract/imports';
import { Askers } from '../identity/askers';
import { Transactions } from '../platform/database/transactions';
import { AppError } from '../platform/errors/app-error';
import { keyOf } from '../platform/folded';
import type { Facts } from '../tenancy/jobs/job-facts';
import { JobKinds } from '../tenancy/jobs/job-kinds';
import type { Portion, ToldRow } from '../tenancy/jobs/portion';
import { PlanUsage } from '../subscriptions/plan-usage';
import type { Tenant } from '../tenancy/tenant';
import { ImportFiles } from './import-files.repository';
import { soleKey } from './import-keys';
import { ImportPlanner, reasonOf, reasonsOf, type Planned } from './import-planner';
import type { ImportFile, ImportOptions } from './import-file.entity';
import type { ImportRow, Values } from './import-row.entity';
import { ImportUndo, ONE_BY_ONE } from './import-undo';
import { ImportRefused } from './import.errors';
import { Importables, type Importable, type ImportRules } from './importables';
import { MissingReferences } from './missing-references';

export interface ImportOrder {
  readonly import_id: string;
  readonly mode: ImportMode;
  /** New staff with an email address are invited. */
  readonly invite: boolean;
  /** Who began it: it is done with the rights that they have then, and told as theirs. */
  readonly account_id: string | null;
  /** The API key that started it, instead of an account. */
  readonly api_key_id?: string;
  readonly is_strong: boolean;
}
/** What became of a row: a record with the version that it has now, or why not. */
type Became =
  | { readonly id: string; readonly version: number; readonly was: Values | null }
  | { readonly reasons: readonly ImportReason[] };
/** Seats of the plan that the job has taken for records that it has not created yet. */
class Seats {
  constructor(public reserved: number) {}
}
interface Work {
  readonly seats: Seats;
  readonly invite: boolean;
}
type Made = Readonly<Record<string, unknown>> & { readonly row_version: number };

/** What is told of a row, in one word. */
const TOLD = {
  created: 'import_created',
  updated: 'import_updated',
  same: 'import_same',
  left_out: 'import_left_out',
} as const;
/** Rows in one portion: each is a record, its event, its words, and what is told of it. */
const ROWS = 100;
const DAY = 24 * 3_600_000;

/**
 * Does what was checked, row by row as everything is then: what does not go any more is told with its reason. Rules are those
 * of the resource's own service; many rows go in one statement, and where one is refused, halves, until it is found.
 */
@Injectable()
export class ImportJob implements OnModuleInit {
  constructor(
    private readonly kinds: JobKinds,
    private readonly files: ImportFiles,
    private readonly importables: Importables,
    private readonly planner: ImportPlanner,
    private readonly references: MissingReferences,
    private readonly undoing: ImportUndo,
    private readonly usage: PlanUsage,
    private readonly askers: Askers,
    private readonly transactions: Transactions,
  ) {}

  onModuleInit(): void {
    this.kinds.register<ImportOrder>('import', {
      lane: 'bulk',
      portion: (tenant, order, portion) => this.importSome(tenant, order, portion),
      undo: (tenant, { import_id }, portion) => this.undoing.takeBackSome(tenant, import_id, portion),
      undo_ms: DAY,
      undoesOnCancel: ({ mode }) => mode === 'all',
      givenUp: async (tenant, { import_id }, mark) => {
        await this.release(tenant, import_id, Number(mark?.['reserved'] ?? 0));
        return mark && { ...mark, reserved: 0 };
      },
    });
  }

  /** @throws ImportRefused after everything is undone, where all or nothing was chosen; PlanLimitReached */
  private async importSome(system: Tenant, order: ImportOrder, portion: Portion): Promise<Facts | null> {
    const { import_id, mode } = order;
    const mark = portion.mark ?? {};
    if ('refused' in mark) return this.undoAll(system, import_id, portion, Number(mark['refused']));
    const reserved = Number(mark['reserved'] ?? 0);
    if (portion.isCancelled) {
      await this.release(system, import_id, reserved);
      return this.undoAll(system, import_id, portion, 0);
    }
    const { customer_id } = system;
    const tenant = order.api_key_id
      ? await this.askers.keyNow(customer_id, order.api_key_id, 'import')
      : await this.askers.now(customer_id, order.account_id, order.is_strong);
    const file = await this.files.one(tenant, import_id);
    const it = this.importables.named(file.resource);
    const after = Number(mark['place'] ?? -1);
    const limit = order.invite ? ONE_BY_ONE : ROWS;
    const next = await this.files.rows.find(
      tenant,
      { import_id, place: { gt: after } },
      { order: [['place', 'asc']], limit },
    );
    const seats = new Seats(portion.mark ? reserved : await this.reserve(tenant, it, mode, file));
    const rows = withFewChanges(next);
    const created = Number(mark['created'] ?? 0);
    const references = await this.createReferences(tenant, it, rows, file.options, created);
    const outcomes = await this.carryOut(tenant, it, rows, { seats, invite: order.invite });
    portion.tell(rows.length, [...references, ...outcomes]);
    const failed = outcomes.filter(({ outcome }) => outcome === 'left_out').length;
    const isRefused = mode === 'all' && failed > 0;
    const isLast = next.length < limit && rows.length === next.length;
    if (isRefused || isLast) await this.release(tenant, import_id, seats.reserved);
    if (isRefused) return { refused: failed };
    if (isLast) return null;
    return { place: rows.at(-1)!.place, created: created + references.length, reserved: seats.reserved };
  }

  /** One portion of undoing an import that all or nothing was chosen for. @param refused rows that failed; 0: cancelled */
  private async undoAll(tenant: Tenant, import_id: string, portion: Portion, refused: number): Promise<Facts | null> {
    if (await this.undoing.isLeft(portion)) {
      await this.undoing.takeBackSome(tenant, import_id, portion);
      return { refused };
    }
    if (refused) throw new ImportRefused(refused);
    return null;
  }

  /** Takes the seats of all new records at once, so that all or nothing cannot run out of them midway. @throws PlanLimitReached */
  private async reserve(tenant: Tenant, it: Importable, mode: ImportMode, { counts }: ImportFile): Promise<number> {
    const { quota } = it.definition;
    const seats = mode === 'all' && quota ? (counts?.create ?? 0) : 0;
    if (seats) await this.usage.take(tenant, quota!, seats);
    return seats;
  }

  private async release(tenant: Tenant, import_id: string, seats: number): Promise<void> {
    if (!seats) return;
    const { resource } = await this.files.one(tenant, import_id);
    await this.usage.give(tenant, this.importables.named(resource).definition.quota!, seats);
  }

  private async createReferences(
    tenant: Tenant,
    it: Importable,
    rows: readonly ImportRow[],
    options: ImportOptions | null,
    created: number,
  ): Promise<ToldRow[]> {
    if (!options?.create_missing.length) return [];
    const sound = rows.filter(({ outcome }) => outcome !== 'error').map(({ given }) => given!);
    const missing = await this.references.of(tenant, it, sound);
    const chosen = new Map([...missing].filter(([field]) => options.create_missing.includes(field)));
    try {
      return await this.transactions.part(() => this.references.create(tenant, it, chosen, created));
    } catch (error) {
      if (!isRefusal(error)) throw error;
      // The rows say that the reference does not exist.
      return [];
    }
  }

  private async carryOut(tenant: Tenant, it: Importable, rows: readonly ImportRow[], work: Work): Promise<ToldRow[]> {
    const became = new Map<number, Became | 'unchanged'>();
    const sound = rows.filter(({ outcome }) => outcome !== 'error');
    for (const { row_no, outcome, reasons } of rows)
      if (outcome === 'error') became.set(row_no, { reasons: reasons ?? [] });
    const keys = new Set(sound.map(({ given }) => keyIn(it, given!)));
    const parsed = sound.map(({ row_no, given }) => ({ row_no, given: given!, reasons: [] }));
    let left = parsed.length ? await this.planner.plan(tenant, it, parsed, (key) => keys.has(key), { hold: true }) : [];
    // A row that names another of this portion comes once that is there: the deepest chain decides how often.
    const ids = new Map<string, string>();
    while (left.length) {
      const now = left.filter(({ awaited }) => [...awaited.values()].every((key) => ids.has(key)));
      if (!now.length) {
        for (const row of left) became.set(row.row_no, { reasons: [...row.awaited].map(lostOf(row)) });
        break;
      }
      left = left.filter((row) => !now.includes(row));
      await this.wave(
        tenant,
        it,
        now.map((row) => joined(row, ids)),
        became,
        ids,
        work,
      );
    }
    await this.keepReasons(tenant, rows, became);
    return rows.map((row) => toldOf(row, became.get(row.row_no)!));
  }

  private async wave(
    tenant: Tenant,
    it: Importable,
    rows: readonly Planned[],
    became: Map<number, Became | 'unchanged'>,
    ids: Map<string, string>,
    work: Work,
  ): Promise<void> {
    const creates: Planned[] = [];
    for (const row of rows) {
      if (row.record) ids.set(keyIn(it, row.given), String(row.record[it.definition.id]));
      if (row.outcome === 'error') became.set(row.row_no, { reasons: row.reasons });
      else if (row.outcome === 'skip') became.set(row.row_no, 'unchanged');
      else if (!row.record) creates.push(row);
      else if (!Object.keys(row.body).length) became.set(row.row_no, 'unchanged');
      else became.set(row.row_no, await this.change(tenant, it, row));
    }
    await this.create(tenant, it, creates, became, work.seats);
    if (work.invite && it.rules.invite) await this.invite(tenant, it.rules.invite, creates, became);
    for (const row of creates) {
      const made = became.get(row.row_no);
      if (made && made !== 'unchanged' && 'id' in made) ids.set(keyIn(it, row.given), made.id);
    }
  }

  /** All of them at once; refused, by halves, until those are found that are. Seats are given to the first of them. */
  private async create(
    tenant: Tenant,
    it: Importable,
    rows: readonly Planned[],
    became: Map<number, Became | 'unchanged'>,
    seats: Seats,
  ): Promise<void> {
    if (!rows.length) return;
    try {
      const bodies = rows.map(({ body }) => body);
      const reserved = Math.min(seats.reserved, rows.length);
      const records = await this.transactions.part(async () => {
        if (reserved) await this.usage.give(tenant, it.definition.quota!, reserved);
        return it.rules.createMany ? it.rules.createMany(tenant, bodies) : it.service.createMany(tenant, bodies);
      });
      seats.reserved -= reserved;
      rows.forEach(({ row_no }, at) => {
        const record = records[at] as Made;
        became.set(row_no, { id: String(record[it.definition.id]), version: record.row_version, was: null });
      });
    } catch (error) {
      if (!isRefusal(error)) throw error;
      const free = freeSeats(error);
      if (rows.length === 1 || free === 0) {
        for (const { row_no } of rows) became.set(row_no, { reasons: reasonsOf(error) });
        return;
      }
      const half = free !== null && free < rows.length ? free : Math.ceil(rows.length / 2);
      await this.create(tenant, it, rows.slice(0, half), became, seats);
      await this.create(tenant, it, rows.slice(half), became, seats);
    }
  }

  /** A refused invitation does not undo the record: the list shows who is not invited yet. */
  private async invite(
    tenant: Tenant,
    invite: NonNullable<ImportRules['invite']>,
    rows: readonly Planned[],
    became: Map<number, Became | 'unchanged'>,
  ): Promise<void> {
    for (const { row_no, body } of rows) {
      const outcome = became.get(row_no);
      if (!outcome || outcome === 'unchanged' || !('id' in outcome) || !body['email']) continue;
      try {
        const version = await this.transactions.part(() => invite(tenant, outcome.id));
        became.set(row_no, { ...outcome, version });
      } catch (error) {
        if (!isRefusal(error)) throw error;
      }
    }
  }

  private async change(tenant: Tenant, it: Importable, { record, body }: Planned): Promise<Became> {
    const id = String(record![it.definition.id]);
    try {
      const row_version = record!.row_version;
      const changed = (await this.transactions.part(() =>
        it.service.change(tenant, id, { ...body, row_version }),
      )) as Made;
      const was = Object.fromEntries(Object.keys(body).map((name) => [name, record![name] ?? null]));
      return { id, version: changed.row_version, was };
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return { reasons: reasonsOf(error) };
    }
  }

  /** What only now turned out to be wrong is a row with an error; of what is overwritten it is kept what it was. */
  private async keepReasons(
    tenant: Tenant,
    rows: readonly ImportRow[],
    became: ReadonlyMap<number, Became | 'unchanged'>,
  ): Promise<void> {
    const changed = rows.flatMap((row): ImportRow[] => {
      const now = became.get(row.row_no)!;
      if (now === 'unchanged' || row.outcome === 'error') return [];
      if ('reasons' in now) return [{ ...row, outcome: 'error', reasons: now.reasons }];
      return now.was ? [{ ...row, was: now.was }] : [];
    });
    if (changed.length) await this.files.rows.insertOrReplace(tenant, changed);
  }
}

function withFewChanges(rows: readonly ImportRow[]): ImportRow[] {
  let changes = 0;
  const end = rows.findIndex(({ outcome }) => outcome === 'update' && ++changes > ONE_BY_ONE);
  return end < 0 ? [...rows] : rows.slice(0, end);
}

/** By which rows of the file name each other, where they can. */
function keyIn(it: Importable, given: Values): string {
  const sole = soleKey(it);
  return sole === null ? '' : keyOf(String(given[sole]));
}

/** A rule has said no; what only the moment refuses is done again. */
const isRefusal = (error: unknown): error is AppError => error instanceof AppError && error.kind !== 'unavailable';

/** Of a plan whose seats are taken: how many are left; null: it was about something else. */
function freeSeats({ code, facts }: AppError): number | null {
  if (code !== 'plan_limit_reached') return null;
  return Math.max(0, Number(facts['limit']) - Number(facts['used']));
}

const lostOf =
  ({ given }: Planned) =>
  ([field]: readonly [string, string]): ImportReason =>
    reasonOf(field, 'not_known', { value: String(given[field]) });

const joined = (row: Planned, ids: ReadonlyMap<string, string>): Planned => ({
  ...row,
  body: { ...row.body, ...Object.fromEntries([...row.awaited].map(([field, key]) => [field, ids.get(key)])) },
});

function toldOf({ place, row_no }: ImportRow, became: Became | 'unchanged'): ToldRow {
  // What it is called is the organisation's to know: platform staff see jobs, too.
  const facts = { row: row_no };
  if (became === 'unchanged') return { row_no: place, outcome: 'unchanged', code: TOLD.same, facts };
  if ('reasons' in became) {
    const [first] = became.reasons;
    const why = { field: first?.field ?? null, reason: first?.code ?? null };
    return { row_no: place, outcome: 'left_out', code: TOLD.left_out, facts: { ...facts, ...why } };
  }
  const code = became.was ? TOLD.updated : TOLD.created;
  return { row_no: place, outcome: 'changed', code, record_id: became.id, record_version: became.version, facts };
}
