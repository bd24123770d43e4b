import { Injectable } from '@nestjs/common';
import type { ImportAnswer, ImportCounts, ImportReason } from '../contract/import-answers';
import { importedFields, keyFields, type DateOrder } from '../contract/imports';
import { yieldToEventLoop } from '../platform/event-loop';
import { Clock } from '../platform/clock';
import { Transactions } from '../platform/database/transactions';
import { InvalidFields } from '../platform/errors/app-error';
import { fieldError } from '../platform/errors/field-error';
import { keyOf } from '../platform/folded';
import { newId } from '../platform/ids';
import { PlanUsage } from '../subscriptions/plan-usage';
import type { Tenant } from '../tenancy/tenant';
import { dateOrderOf, valueOf, type DateFormat } from './cell-values';
import { answerOf, ImportFiles, ROWS_AT_ONCE } from './import-files.repository';
import type { ImportFile, ImportOptions } from './import-file.entity';
import { soleKey } from './import-keys';
import { placesOf } from './import-order';
import { ImportPlanner, reasonOf, type ParsedRow, type Pending, type Planned } from './import-planner';
import type { ImportRow } from './import-row.entity';
import { valueWordsOf } from './import-words';
import { ImportBegun, ImportNotChecked, KeyColumnMissing } from './import.errors';
import { Importables, type Importable } from './importables';
import { MissingReferences, type Missing } from './missing-references';

/** Missing references that an answer lists for each field. */
const MISSING_LISTED = 10;

type Row = Pick<ImportRow, 'row_no' | 'cells'>;

/** The dry run: what would become of each row, and why not (domain.md, rule 8). It writes what it found and nothing else. */
@Injectable()
export class ImportCheck {
  constructor(
    private readonly files: ImportFiles,
    private readonly importables: Importables,
    private readonly planner: ImportPlanner,
    private readonly references: MissingReferences,
    private readonly usage: PlanUsage,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /**
   * @param fields what each column fills, in their order; null: it is not read
   * @param options how dates are read, and which missing references are created
   * @throws NotFound, ImportBegun, InvalidFields for columns that cannot be read so
   */
  async check(
    tenant: Tenant,
    file: ImportFile,
    fields: readonly (string | null)[],
    options: ImportOptions,
  ): Promise<ImportAnswer> {
    const it = this.importables.named(file.resource);
    demandColumns(it, file, fields);
    const { import_id } = file;
    const check_id = newId(this.clock.now());
    const columns = file.columns.map((column, at) => ({ ...column, field: fields[at] ?? null }));
    const begun = await this.transactions.run(() =>
      this.files.files.update(
        tenant,
        { import_id, job_id: null },
        { check_id, columns, counts: null, options, missing: null },
      ),
    );
    if (!begun) throw new ImportBegun();
    const parsed = await this.read(it, fields, await this.rowsOf(tenant, import_id), options.date_order);
    const { places, circles } = placesOf(it.definition, soleKey(it), parsed);
    const own = Object.keys(it.definition.fields).find(
      (name) => it.definition.fields[name]!.resource === file.resource,
    );
    const sound = parsed.map((row, at) =>
      circles.has(at) ? { ...row, reasons: [...row.reasons, reasonOf(own!, 'below_itself')] } : row,
    );
    const missing = await this.references.of(
      tenant,
      it,
      sound.map(({ given }) => given),
    );
    const pending = this.pendingOf(missing, options.create_missing);
    const planned = await this.planned(tenant, it, sound, pending);
    await this.limit(tenant, it, planned, places);
    const counts = await this.keep(tenant, file, check_id, planned, places);
    const listed = [...missing].map(([field, values]) => ({
      ...{ field, count: values.length, values: values.slice(0, MISSING_LISTED) },
      create: pending.has(field),
    }));
    const ended = await this.transactions.run(() =>
      this.files.files.update(tenant, { import_id, check_id, job_id: null }, { counts, missing: listed }),
    );
    // Somebody checks it otherwise meanwhile.
    if (!ended) throw new ImportNotChecked();
    return answerOf({ ...file, columns, counts, options, missing: listed });
  }

  private async rowsOf(tenant: Tenant, import_id: string): Promise<Row[]> {
    const rows: Row[] = [];
    for await (const some of this.files.every(tenant, import_id))
      rows.push(...some.map(({ row_no, cells }) => ({ row_no, cells })));
    return rows;
  }

  /** What the cells say, and what of it cannot be understood or stands there twice. */
  private async read(
    it: Importable,
    fields: readonly (string | null)[],
    rows: readonly Row[],
    date_order: DateOrder | null,
  ): Promise<ParsedRow[]> {
    const words = await valueWordsOf(it.definition);
    const formats = fields.map((name, at): DateFormat => {
      const isDay = name !== null && it.definition.fields[name]!.kind === 'day';
      if (date_order || !isDay) return { order: date_order, isChosen: date_order !== null };
      return { order: dateOrderOf(rows.map(({ cells }) => cells[at] ?? '')), isChosen: false };
    });
    const alone = fields.filter((name): name is string => name !== null && Boolean(it.definition.fields[name]!.keyed));
    const seen = new Map(alone.map((name) => [name, new Map<string, number>()]));
    const parsed: ParsedRow[] = [];
    for (const { row_no, cells } of rows) {
      if (row_no % 100 === 0) await yieldToEventLoop();
      const given: Record<string, unknown> = {};
      const reasons: ImportReason[] = [];
      fields.forEach((name, at) => {
        if (name === null) return;
        const read = valueOf(it.definition.fields[name]!, cells[at] ?? '', words.get(name), formats[at]!);
        if ('value' in read) given[name] = read.value;
        else reasons.push(reasonOf(name, read.refused));
      });
      if (cells.length > fields.length)
        reasons.push(reasonOf(null, 'row_too_long', { values: cells.length, columns: fields.length }));
      for (const name of alone) {
        const value = given[name];
        if (typeof value !== 'string') continue;
        const before = seen.get(name)!.get(keyOf(value));
        if (before === undefined) seen.get(name)!.set(keyOf(value), row_no);
        else reasons.push(reasonOf(name, 'row_before', { row: before }));
      }
      parsed.push({ row_no, given, reasons });
    }
    return parsed;
  }

  private pendingOf(missing: Missing, create_missing: readonly string[]): Pending {
    const now = this.clock.now();
    return new Map(
      [...missing]
        .filter(([field]) => create_missing.includes(field))
        .map(([field, values]) => [field, new Map(values.map((value) => [keyOf(value), newId(now)]))]),
    );
  }

  private async planned(
    tenant: Tenant,
    it: Importable,
    rows: readonly ParsedRow[],
    pending: Pending,
  ): Promise<Planned[]> {
    const sole = soleKey(it);
    const keys = new Set(
      rows
        .map(({ given }) => (sole === null ? null : given[sole]))
        .filter((key) => typeof key === 'string')
        .map(keyOf),
    );
    const planned: Planned[] = [];
    for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
      planned.push(
        ...(await this.planner.plan(tenant, it, rows.slice(from, from + ROWS_AT_ONCE), (key) => keys.has(key), {
          pending,
        })),
      );
    if (sole === null) return refuseTwice(planned);
    // What stands below a row that is not made has nothing to stand below.
    const made = new Set(
      planned.filter(({ outcome }) => outcome !== 'error').map(({ given }) => keyOf(String(given[sole]))),
    );
    return planned.map((row) => {
      const lost = [...row.awaited].filter(([, key]) => !made.has(key));
      if (!lost.length) return row;
      const reasons = lost.map(([field]) => reasonOf(field, 'not_known', { value: String(row.given[field]) }));
      return { ...row, outcome: 'error', reasons: [...row.reasons, ...reasons] };
    });
  }

  /** Beyond the plan's seats nothing is made: the last in turn have none. */
  private async limit(tenant: Tenant, { definition }: Importable, planned: Planned[], places: readonly number[]) {
    const { quota } = definition;
    if (!quota) return;
    const usage = await this.usage.of(tenant);
    const [used, limit] =
      quota === 'staff' ? [usage.total_staff, usage.no_of_staff] : [usage.total_training, usage.no_of_training];
    const turns = planned.map((_, at) => at).toSorted((a, b) => places[a]! - places[b]!);
    let free = limit - used;
    for (const at of turns) {
      if (planned[at]!.outcome !== 'create' || free-- > 0) continue;
      const reason = { field: null, code: 'plan_limit_reached', facts: { kind: quota, limit, used } };
      planned[at] = { ...planned[at]!, outcome: 'error', reasons: [reason] };
    }
  }

  private async keep(
    tenant: Tenant,
    { import_id }: ImportFile,
    check_id: string,
    planned: readonly Planned[],
    places: readonly number[],
  ): Promise<ImportCounts> {
    const counts = { create: 0, update: 0, skip: 0, error: 0 };
    let from = 0;
    // The cells of all rows are not in memory beside their values: they are read again.
    for await (const rows of this.files.every(tenant, import_id)) {
      const some = planned.slice(from, from + rows.length).map((row, at) => {
        counts[row.outcome] += 1;
        const { row_no, given, outcome, reasons } = row;
        const changes = outcome === 'update' ? [...Object.keys(row.body), ...row.awaited.keys()] : [];
        const place = places[from + at]!;
        return { import_id, row_no, place, cells: rows[at]!.cells, given, outcome, changes, reasons, was: null };
      });
      await this.transactions.run(async () => {
        // Whoever checks it otherwise meanwhile has taken it over.
        if (!(await this.files.files.update(tenant, { import_id, check_id, job_id: null }, {})))
          throw new ImportNotChecked();
        await this.files.rows.insertOrReplace(tenant, some);
      });
      from += rows.length;
    }
    return counts;
  }
}

/** What the file says twice it says once: the first row stands. What is so already may be said as often as one likes. */
function refuseTwice(planned: readonly Planned[]): Planned[] {
  const first = new Map<string, number>();
  return planned.map((row) => {
    const { identity, outcome, row_no } = row;
    if (identity === null || outcome === 'error' || outcome === 'skip') return row;
    const before = first.get(identity);
    first.set(identity, before ?? row_no);
    if (before === undefined) return row;
    return { ...row, outcome: 'error', reasons: [...row.reasons, reasonOf(null, 'row_before', { row: before })] };
  });
}

/** @throws KeyColumnMissing, InvalidFields */
function demandColumns({ definition }: Importable, file: ImportFile, fields: readonly (string | null)[]): void {
  const known = importedFields(definition);
  const refuse = (message: string, wrong: 'choice' | 'twice'): never => {
    throw new InvalidFields({
      columns: [wrong === 'twice' ? fieldError('twice', message) : fieldError('choice', message, { choices: known })],
    });
  };
  if (fields.length !== file.columns.length)
    refuse(`Enter the field for each of the ${file.columns.length} columns, or null.`, 'choice');
  const named = fields.filter((name): name is string => name !== null);
  if (named.some((name) => !known.includes(name))) refuse(`Choose one of: ${known.join(', ')}.`, 'choice');
  if (new Set(named).size < named.length) refuse('Two columns cannot have the same field.', 'twice');
  const missing = keyFields(definition).find((key) => !named.includes(key));
  if (missing !== undefined) throw new KeyColumnMissing(missing);
}
