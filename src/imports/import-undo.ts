import { Injectable } from '@nestjs/common';
import { Transactions } from '../platform/database/transactions';
import type { Where } from '../platform/database/where';
import { AppError } from '../platform/errors/app-error';
import type { Facts } from '../tenancy/jobs/job-facts';
import type { JobRow } from '../tenancy/jobs/job-row.entity';
import type { Portion } from '../tenancy/jobs/portion';
import type { Tenant } from '../tenancy/tenant';
import { ImportFiles } from './import-files.repository';
import type { Values } from './import-row.entity';
import { Importables, type Importable, type Kept } from './importables';
import { REFERENCE_CREATED } from './missing-references';

const ROWS = 100;
/** Rows of a portion that take statements of their own: on the embedded engine everybody waits until it is over. */
export const ONE_BY_ONE = 25;
/** Behind every place that a row of a file may have. */
const END = 2_000_000_000;
const UNDONE: readonly string[] = [
  ...['import_removed', 'import_restored', 'import_archived'],
  ...['import_voided', 'taken_back'],
];

/**
 * Takes an import back, from its end: what it made is deleted, or archived where it is in use already; what it overwrote is as
 * it was. What somebody has changed since stays, and is told.
 */
@Injectable()
export class ImportUndo {
  constructor(
    private readonly files: ImportFiles,
    private readonly importables: Importables,
    private readonly transactions: Transactions,
  ) {}

  /** Whether there is something to take back. */
  async isLeft(portion: Portion): Promise<boolean> {
    return (await portion.lastChanged(END, 1)).length > 0;
  }

  async takeBackSome(tenant: Tenant, import_id: string, portion: Portion): Promise<Facts | null> {
    const it = this.importables.named((await this.files.one(tenant, import_id)).resource);
    const most = it.rules.takeBack ? ROWS : ONE_BY_ONE;
    const all = await portion.lastChanged(Number(portion.mark?.['before'] ?? END), most);
    if (!all.length) return null;
    const became = await this.takeBackRows(
      tenant,
      import_id,
      it,
      all.filter(({ code }) => code !== REFERENCE_CREATED),
    );
    // References come last: by then nothing of the import needs them.
    for (const row of all.filter(({ code }) => code === REFERENCE_CREATED)) {
      const target = this.importables.named(String(row.facts?.['resource']));
      const record = await target.records.one(tenant, {
        [target.definition.id]: row.record_id!,
      } as unknown as Where<Kept>);
      const code = await this.takeBack(tenant, target, row, record ?? undefined, null);
      became.set(code, [...(became.get(code) ?? []), row.row_no]);
    }
    for (const [code, numbers] of became)
      await portion.tookBack(numbers, UNDONE.includes(code) ? 'undone' : 'undo_left', code);
    return all.length < most ? null : { before: all.at(-1)!.row_no };
  }

  private async takeBackRows(
    tenant: Tenant,
    import_id: string,
    it: Importable,
    rows: readonly JobRow[],
  ): Promise<Map<string, readonly number[]>> {
    if (!rows.length) return new Map();
    const place = rows.map(({ row_no }) => row_no);
    const kept = await this.files.rows.find(tenant, { import_id, place });
    const wasOf = new Map(kept.map((row) => [row.place, row.was]));
    const ids = { [it.definition.id]: rows.map((row) => row.record_id!) } as unknown as Where<Kept>;
    const found = new Map((await it.records.find(tenant, ids)).map((each) => [String(each[it.definition.id]), each]));
    return new Map(
      it.rules.takeBack
        ? await this.transactions.part(() => it.rules.takeBack!(tenant, rows, found))
        : await this.oneByOne(tenant, it, rows, found, wasOf),
    );
  }

  private async oneByOne(
    tenant: Tenant,
    it: Importable,
    rows: readonly JobRow[],
    found: ReadonlyMap<string, Kept>,
    wasOf: ReadonlyMap<number, Values | null>,
  ): Promise<ReadonlyMap<string, readonly number[]>> {
    const became = new Map<string, number[]>();
    for (const row of rows) {
      const code = await this.takeBack(tenant, it, row, found.get(row.record_id!), wasOf.get(row.row_no) ?? null);
      became.set(code, [...(became.get(code) ?? []), row.row_no]);
    }
    return became;
  }

  /** @returns what became of it */
  private async takeBack(
    tenant: Tenant,
    it: Importable,
    { record_id, record_version, code }: JobRow,
    record: Kept | undefined,
    was: Values | null,
  ): Promise<string> {
    if (!record) return 'removed_since';
    if (record.row_version !== record_version) return 'changed_since';
    const stays = was && it.rules.stays?.(record, was);
    if (stays) return stays;
    try {
      if (code === 'import_updated') {
        const back = { ...was, row_version: record.row_version };
        await this.transactions.part(() => it.service.change(tenant, record_id!, back));
        return 'import_restored';
      }
      await this.transactions.part(() => it.service.remove(tenant, record_id!));
      return 'import_removed';
    } catch (error) {
      if (!(error instanceof AppError) || error.kind === 'unavailable') throw error;
      return code === 'import_created' && error.code === 'in_use'
        ? this.putAway(tenant, it, record_id!)
        : 'import_stays';
    }
  }

  private async putAway(tenant: Tenant, { definition, rules, service }: Importable, id: string): Promise<string> {
    try {
      if (rules.putAway) await this.transactions.part(() => rules.putAway!(tenant, id));
      else if (definition.archives) await this.transactions.part(() => service.archive(tenant, id));
      else return 'import_in_use';
      return 'import_archived';
    } catch (error) {
      if (!(error instanceof AppError) || error.kind === 'unavailable') throw error;
      return 'import_stays';
    }
  }
}
