import type { Fields } from '../contract/fields';
import type { ResourceDefinition } from '../contract/resource';
import { mark, type Asked } from '../platform/database/asked';
import type { Database, SqlValue } from '../platform/database/database';
import { termsOf } from '../platform/database/indexes-of';
import type { KeptTotal } from '../platform/database/list-page';
import { RecordSql } from '../platform/database/record-sql';
import type { Where } from '../platform/database/where';
import { RecordCount } from './record-count.entity';

const counted = new Map<unknown, string>();

/** The entity's records are counted by their status as they are written, so that a list need not. */
export const Counted =
  ({ name }: ResourceDefinition<Fields>): ClassDecorator =>
  (entity) => {
    counted.set(entity, name);
  };

type Change = Pick<RecordCount, 'kind' | 'status' | 'amount'>;
const statusIn = (facts: object): unknown => (facts as Record<string, unknown>)['status'];

/** The counters of one table; the writing methods inside the transaction that writes the records. */
export class RecordCounts<E extends object> {
  /** null: nobody counts them. */
  static of<T extends object>(database: Database, entity: unknown): RecordCounts<T> | null {
    const kind = counted.get(entity);
    return kind === undefined ? null : new RecordCounts<T>(database, kind);
  }

  private constructor(
    private readonly database: Database,
    private readonly kind: string,
  ) {}

  /** null: of what is asked for, only some are counted. */
  total(customer_id: number, where: Where<E>): KeptTotal | null {
    const terms = termsOf(where);
    const [status] = terms;
    if (!status) return this.kept(customer_id, null);
    const [property, asked] = status;
    const statuses = typeof asked === 'string' ? [asked] : asked;
    if (terms.length > 1 || property !== 'status' || !Array.isArray(statuses)) return null;
    return this.kept(customer_id, [...new Set(statuses as string[])]);
  }

  added(customer_id: number, records: readonly object[]): void {
    for (const record of records) this.change(customer_id, String(statusIn(record)), 1);
  }

  /**
   * What the table says afterwards is not known by what it said before, unless the statement names it: of two who read
   * "active" and write "archived", one finds nothing left to change.
   */
  moved(customer_id: number, where: Where<E>, change: object, rows: number): void {
    const status = statusIn(change);
    if (status === undefined || !rows) return;
    this.change(customer_id, this.named(where), -rows);
    this.change(customer_id, String(status), rows);
  }

  removed(customer_id: number, where: Where<E>, rows: number): void {
    if (rows) this.change(customer_id, this.named(where), -rows);
  }

  /** Whoever writes the status, or removes, says which it was. */
  demand(where: Where<E>, change?: object): void {
    if (!change || statusIn(change) !== undefined) this.named(where);
  }

  private named(where: Where<E>): string {
    const status = statusIn(where);
    if (typeof status === 'string') return status;
    throw new Error(`${this.kind}: a statement that changes a status, or removes, names the status it was in`);
  }

  /** Once for all of the transaction, after all else: the counter's row is held for the COMMIT alone. */
  private change(customer_id: number, status: string, amount: number): void {
    const change: Change = { kind: this.kind, status, amount };
    this.database.lastly(`counts of ${customer_id}`, change, (changes: ReadonlySet<Change>) =>
      settle(this.database, customer_id, changes),
    );
  }

  private kept(customer_id: number, statuses: readonly string[] | null): KeptTotal {
    const values: SqlValue[] = [customer_id, this.kind, ...(statuses ?? [])];
    const text = (places: readonly string[]) => {
      const [customer, kind, ...some] = places;
      const narrow = statuses ? ` AND status IN (${some.join(', ') || 'NULL'})` : '';
      return `SELECT SUM(amount) AS amount FROM record_count WHERE customer_id = ${customer} AND kind = ${kind}${narrow}`;
    };
    return {
      total: async () => {
        const [row] = await this.database.rows<{ amount: number | null }>(text(values.map(() => '?')), values);
        return Number(row?.amount ?? 0);
      },
      part: (asked: Asked) => {
        const places = values.map((value) => mark(asked.bind(value)));
        asked.shape += ` of all ${statuses?.length ?? 'kept'} `;
        return () => text(places);
      },
    };
  }
}

/** In one order, so that two who change the same ones never wait for each other. */
async function settle(database: Database, customer_id: number, changes: ReadonlySet<Change>): Promise<void> {
  const sums = new Map<string, Change>();
  for (const { kind, status, amount } of changes) {
    const name = `${kind} ${status}`;
    sums.set(name, { kind, status, amount: amount + (sums.get(name)?.amount ?? 0) });
  }
  const rows = [...sums]
    .filter(([, { amount }]) => amount !== 0)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, change]) => ({ customer_id, ...change }));
  if (!rows.length) return;
  const sql = RecordSql.of<RecordCount>(database.metadata(RecordCount));
  const { text, values } = sql.insertAdding(rows, 'amount', database.engine);
  await database.write(text, values);
}
