import type { Fields } from '../contract/fields';
import type { ResourceDefinition } from '../contract/resource';
import type { Database } from '../platform/database/database';
import { RecordSql } from '../platform/database/record-sql';
import { columnOf, compileWhere, type Where } from '../platform/database/where';
import { wordsOf } from '../platform/folded';
import { SearchWord } from './search-word.entity';

interface Searched {
  kind: string;
  key: string;
  fields: readonly string[];
}
const searched = new Map<unknown, Searched>();

/** `q=` finds the entity's records by the words of the fields that the definition searches in; repositories keep them. */
export const FoundByWords =
  ({ name, id, fields }: ResourceDefinition<Fields>): ClassDecorator =>
  (entity) => {
    const texts = Object.keys(fields).filter((field) => fields[field]!.search);
    searched.set(entity, { kind: name, key: id, fields: texts });
  };

/** Rows in one INSERT. */
const CHUNK = 400;

/** The words of one table's records; every method inside the transaction that writes the record. */
export class SearchWords<E extends object> {
  /** null: nobody searches in it. */
  static of<T extends object>(database: Database, sql: RecordSql<T>, entity: unknown): SearchWords<T> | null {
    const known = searched.get(entity);
    return known ? new SearchWords<T>(database, sql, known) : null;
  }

  private constructor(
    private readonly database: Database,
    private readonly sql: RecordSql<E>,
    private readonly searched: Searched,
  ) {}

  isTouchedBy(change: object): boolean {
    return this.searched.fields.some((field) => field in change);
  }

  async add(customer_id: number, records: readonly object[]): Promise<void> {
    const { kind, key, fields } = this.searched;
    const words = new RecordSql<SearchWord>(this.database.metadata(SearchWord));
    const rows = (records as readonly Record<string, unknown>[]).flatMap((record) =>
      wordsOf(fields.map((field) => record[field] as string | null)).map((word) => ({
        ...{ customer_id, kind, word },
        record_id: record[key],
      })),
    );
    for (let from = 0; from < rows.length; from += CHUNK) {
      const { text, values } = words.insertMissing(rows.slice(from, from + CHUNK), this.database.engine);
      await this.database.write(text, values);
    }
  }

  /** Of records that were changed: what they say now. @param where names them by their ids */
  async renew(customer_id: number, where: Where<E>): Promise<void> {
    const { key, fields } = this.searched;
    const ids = this.idsIn(where);
    const asked = compileWhere(this.sql.metadata, { [key]: ids } as unknown as Where<E>);
    const columns = [key, ...fields].map((name) => columnOf(this.sql.metadata, name).databaseName);
    const records = this.sql.decode(
      await this.database.rows(
        `SELECT ${columns.join(', ')} FROM ${this.sql.table} WHERE ${asked.text} AND customer_id = ?`,
        [...asked.values, customer_id],
      ),
    );
    await this.forget(customer_id, where);
    await this.add(customer_id, records);
  }

  async forget(customer_id: number, where: Where<E>): Promise<void> {
    const ids = compileWhere(this.database.metadata(SearchWord), { record_id: this.idsIn(where) });
    await this.database.write(`DELETE FROM search_word WHERE ${ids.text} AND kind = ? AND customer_id = ?`, [
      ...ids.values,
      this.searched.kind,
      customer_id,
    ]);
  }

  private idsIn(where: Where<E>): string[] {
    const named = (where as Record<string, unknown>)[this.searched.key];
    if (typeof named === 'string') return [named];
    if (Array.isArray(named)) return named as string[];
    throw new Error(`${this.searched.kind}: a change of what is searched in names its records by ${this.searched.key}`);
  }
}
