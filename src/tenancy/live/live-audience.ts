import { Injectable } from '@nestjs/common';
import type { LiveEvent } from '../../contract/live';
import { Database } from '../../platform/database/database';
import { columnOf, encode, marks } from '../../platform/database/where';
import { idFromBytes, idToBytes, isId } from '../../platform/ids';
import { everyKept, type Kept } from '../resources/kept';
import type { Tenant } from '../tenant';
import type { Told } from './told';

/** contract.md, Managers: whose rows a manager sees besides their own. */
const OF_THE_LINE: ReadonlySet<string> = new Set([
  'staff',
  'training-assignments',
  'attempts',
  'skill-evidence',
  'skill-targets',
]);
/** More of a kind at once are told as "several". */
const NAMED_MAX = 100;

/** Of a record as it is now, what decides who hears of it. */
interface Now {
  version: number;
  /** Whose row it is; null: nobody's of the staff. */
  staff_id: string | null;
}

/** One thing that was told, with what was looked up for all of its hearers together. */
export interface Heard {
  readonly told: Told;
  readonly kept: Kept | undefined;
  readonly now: Now | undefined;
  readonly led_by: ReadonlySet<string>;
}

/**
 * Who hears what (contract.md, Who may do what). What decides it is looked up once for a resource, however many listen: the
 * records as they are now, and above whom they stand. Nobody hears the id of a row that they may not read; of what is
 * nobody's own, a learner hears that it has changed.
 */
@Injectable()
export class LiveAudience {
  constructor(private readonly database: Database) {}

  /** Of one organisation. @param isNarrow somebody listens who may not see all */
  async lookUp(told: readonly Told[], isNarrow: boolean): Promise<Heard[]> {
    const byResource = grouped(told, ({ resource }) => resource);
    const heard: Heard[] = [];
    for (const [resource, all] of byResource) {
      const kept = all[0]!.kind === 'change' ? keptAs(resource) : undefined;
      const ids = [...new Set(all.flatMap(({ id }) => id ?? []))];
      const last = all.at(-1)!;
      if (kept && ids.length > NAMED_MAX) {
        heard.push({ told: { ...last, id: null }, kept, now: undefined, led_by: new Set() });
        continue;
      }
      const now = kept && ids.length ? await this.records(kept, last.customer_id, ids) : new Map<string, Now>();
      const leaders = isNarrow && OF_THE_LINE.has(resource) ? await this.leaders(last.customer_id, now) : new Map();
      // The last of each record: what was before it is gone.
      for (const [id, each] of new Map(all.map((one) => [`${one.kind} ${one.id} ${one.account_id}`, one]))) {
        const found = each.id === null ? undefined : now.get(each.id);
        heard.push({ told: each, kept, now: found, led_by: leaders.get(found?.staff_id ?? id) ?? new Set() });
      }
    }
    return heard;
  }

  /** null: not theirs to hear. */
  eventFor({ customer_id, actor, scope }: Tenant, { told, kept, now, led_by }: Heard): LiveEvent | null {
    const { kind, resource, id } = told;
    if (told.account_id !== null && told.account_id !== actor.account_id) return null;
    if (!kept) {
      const isTheirs = told.customer_id === customer_id && (told.account_id !== null || scope.kind === 'all');
      return isTheirs ? { kind, resource, id, version: null } : null;
    }
    if (told.customer_id !== customer_id && !(kept.isShared && customer_id === 0)) return null;
    if (!(kept.definition.read as readonly string[]).includes(actor.role)) return null;
    if (scope.kind === 'all') return { kind, resource, id, version: now?.version ?? null };
    const isOwned = 'staff_id' in kept.definition.fields || kept.definition.id === 'staff_id';
    if (id === null || !isOwned) return { kind, resource, id: null, version: null };
    const owner = now?.staff_id ?? null;
    if (owner === null || scope.staff_id === null) return null;
    return owner === scope.staff_id || (scope.kind === 'line' && led_by.has(scope.staff_id))
      ? { kind, resource, id, version: now!.version }
      : null;
  }

  private async records({ entity, definition, isShared }: Kept, customer_id: number, ids: readonly string[]) {
    const metadata = this.database.metadata(entity);
    const key = columnOf(metadata, definition.id as never);
    const isNumber = key.type === 'integer' || key.type === 'int';
    const known = ids.filter((id) => (isNumber ? /^\d{1,9}$/.test(id) : isId(id)));
    if (!known.length) return new Map<string, Now>();
    const owner = metadata.findColumnWithPropertyName('staff_id') ? ', staff_id' : '';
    const bound = !isShared || metadata.findColumnWithPropertyName('customer_id') ? 'customer_id = ? AND ' : '';
    const rows = await this.database.rows<Record<string, unknown>>(
      `SELECT ${key.databaseName} AS record_id, row_version${owner} FROM ${metadata.tableName}
       WHERE ${bound}${key.databaseName} IN (${marks(known.length)})`,
      [...(bound ? [customer_id] : []), ...known.map((id) => encode(key, isNumber ? Number(id) : id))],
    );
    const textOf = (value: unknown): string => (value instanceof Uint8Array ? idFromBytes(value) : String(value));
    return new Map<string, Now>(
      rows.map((row) => [
        textOf(row['record_id']),
        {
          version: Number(row['row_version']),
          staff_id: row['staff_id'] === null || row['staff_id'] === undefined ? null : textOf(row['staff_id']),
        },
      ]),
    );
  }

  /** Of each owner, the managers of the whole line above. */
  private async leaders(customer_id: number, now: ReadonlyMap<string, Now>): Promise<Map<string, Set<string>>> {
    const owners = [...new Set([...now.values()].flatMap(({ staff_id }) => staff_id ?? []))];
    if (!owners.length) return new Map();
    const rows = await this.database.rows<{ staff_id: Uint8Array; manager_id: Uint8Array }>(
      `SELECT staff_id, manager_id FROM staff_line WHERE customer_id = ? AND staff_id IN (${marks(owners.length)})`,
      [customer_id, ...owners.map(idToBytes)],
    );
    const above = grouped(rows, ({ staff_id }) => idFromBytes(staff_id));
    return new Map(
      [...above].map(([id, lines]) => [id, new Set(lines.map(({ manager_id }) => idFromBytes(manager_id)))]),
    );
  }
}

let named: ReadonlyMap<string, Kept> | undefined;
function keptAs(resource: string): Kept | undefined {
  return (named ??= new Map(everyKept().map((kept) => [kept.definition.name, kept]))).get(resource);
}

function grouped<T>(all: readonly T[], key: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) groups.set(key(one), [...(groups.get(key(one)) ?? []), one]);
  return groups;
}
