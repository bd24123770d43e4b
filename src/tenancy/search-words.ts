import type { Fields } from '../contract/fields';
import type { ResourceDefinition } from '../contract/resource';
import type { EntityMetadata } from 'typeorm';
import { derivedColumns } from '../platform/database/columns';
import type { Database } from '../platform/database/database';
import type { Search } from '../platform/database/list-page';
import { RecordStatements, type Scope } from '../platform/database/record-statements';
import type { FoldedTable } from '../platform/database/refold';
import { SearchText } from '../platform/database/search-text.entity';
import { SearchWord } from '../platform/database/search-word.entity';
import { columnOf, type Where } from '../platform/database/where';
import { wordsOf } from '../platform/folded';
import { newId } from '../platform/ids';

interface Searched {
  kind: string;
  key: string;
  fields: readonly string[];
  isAbove: boolean;
}
/** Whose words those are that platform staff search by, over all organisations. */
const NOBODYS = 0;
const searched = new Map<unknown, Searched>();

/** `q=` finds the entity's records by the words of the fields that the definition searches in; repositories keep them. */
export const FoundByWords =
  ({ name, id, fields }: ResourceDefinition<Fields>): ClassDecorator =>
  (entity) => {
    const texts = Object.keys(fields).filter((field) => fields[field]!.search);
    searched.set(entity, { kind: name, key: id, fields: texts, isAbove: false });
  };

/**
 * The same over all organisations: the words stand above them, and whoever may see only some of the records binds those.
 * @param by names a record, where its own id is a number
 */
export const FoundByWordsAbove =
  ({ name, id, fields }: ResourceDefinition<Fields>, by: string = id): ClassDecorator =>
  (entity) => {
    const texts = Object.keys(fields).filter((field) => fields[field]!.search);
    searched.set(entity, { kind: name, key: by, fields: texts, isAbove: true });
  };

/** The folded columns of an entity and its search words; null: it has neither. */
export function foldedTable(metadata: EntityMetadata): FoldedTable | null {
  const columns = Object.fromEntries(
    [...derivedColumns(metadata.target as Function)].map(([name, rule]) => [
      columnOf(metadata, name).databaseName,
      rule,
    ]),
  );
  const search = searched.get(metadata.target);
  if (!search && !Object.keys(columns).length) return null;
  const key = metadata.primaryColumns.map(({ databaseName }) => databaseName);
  const { tableName: table } = metadata;
  if (!search) return { table, key, columns };
  const { kind, key: id, fields: texts, isAbove } = search;
  return { table, key, columns, words: { kind, id, texts, isAbove } };
}

/** Rows in one INSERT. */
const CHUNK = 400;

/** The words of one table's records; every method inside the transaction that writes the record. */
export class SearchWords<E extends object> {
  /** null: nobody searches in it. */
  static of<T extends object>(database: Database, sql: RecordStatements<T>, entity: unknown): SearchWords<T> | null {
    const known = searched.get(entity);
    return known ? new SearchWords<T>(database, sql, known) : null;
  }

  private constructor(
    private readonly database: Database,
    private readonly sql: RecordStatements<E>,
    private readonly searched: Searched,
  ) {}

  /** As a list has to know it. */
  asked(search: Search): Search {
    const { key, isAbove } = this.searched;
    return isAbove ? { ...search, by: key, isAbove } : search;
  }

  /** With the id that they are searched by, where that is not their own. */
  named<R extends object>(record: R, now: number): R {
    const { key } = this.searched;
    return this.sql.metadata.primaryColumns.some(({ propertyName }) => propertyName === key)
      ? record
      : { [key]: newId(now), ...record };
  }

  isTouchedBy(change: object): boolean {
    return this.searched.fields.some((field) => field in change);
  }

  async add(owner: number, records: readonly object[]): Promise<void> {
    const { kind, key, fields } = this.searched;
    const customer_id = this.under(owner);
    const found = (records as readonly Record<string, unknown>[]).map((record) => ({
      of: { customer_id, kind, record_id: record[key] },
      words: wordsOf(fields.map((field) => record[field] as string | null)),
    }));
    await this.write(
      SearchWord,
      found.flatMap(({ of, words }) => words.map((word) => ({ ...of, word }))),
    );
    // Each behind a space: what is looked for begins there (word-search.ts).
    await this.write(
      SearchText,
      found.map(({ of, words }) => ({ ...of, words: words.map((word) => ` ${word}`).join('') })),
    );
  }

  private async write(entity: typeof SearchWord | typeof SearchText, rows: readonly object[]): Promise<void> {
    const sql = new RecordStatements<SearchWord | SearchText>(this.database.metadata(entity));
    for (let from = 0; from < rows.length; from += CHUNK) {
      const { text, values } = sql.insertMissing(rows.slice(from, from + CHUNK));
      await this.database.write(text, values);
    }
  }

  /** By which a change of such rows is said afterwards, when they may no longer be such rows. */
  async those(where: Where<E>): Promise<Where<E>> {
    const { key } = this.searched;
    const rows = await this.read([], where, [key]);
    return { [key]: rows.map((row) => (row as Record<string, unknown>)[key]) } as unknown as Where<E>;
  }

  /**
   * Of records that were changed: what they say now.
   * @param owner null: of the directory
   * @param where names them by their ids
   */
  async renew(owner: number | null, where: Where<E>): Promise<void> {
    const { key, fields } = this.searched;
    const ids = this.idsIn(where);
    if (!ids.length) return;
    const records = await this.read(owner === null ? [] : [owner], { [key]: ids } as unknown as Where<E>, [
      key,
      ...fields,
    ]);
    await this.forget(owner ?? NOBODYS, where);
    await this.add(owner ?? NOBODYS, records);
  }

  async forget(owner: number, where: Where<E>): Promise<void> {
    const records = { record_id: this.idsIn(where), kind: this.searched.kind };
    for (const entity of [SearchWord, SearchText]) {
      const sql = new RecordStatements<SearchWord | SearchText>(this.database.metadata(entity), ['customer_id']);
      const { text, values } = sql.remove([this.under(owner)], records);
      await this.database.write(text, values);
    }
  }

  private async read(scope: Scope, where: Where<E>, columns: readonly string[]): Promise<E[]> {
    const { text, values } = this.sql.find(scope, where, {}, columns);
    return this.sql.decode(await this.database.rows(text, values));
  }

  private under(owner: number): number {
    return this.searched.isAbove ? NOBODYS : owner;
  }

  private idsIn(where: Where<E>): string[] {
    const named = (where as Record<string, unknown>)[this.searched.key];
    if (typeof named === 'string') return [named];
    if (Array.isArray(named)) return named as string[];
    throw new Error(`${this.searched.kind}: a change of what is searched in names its records by ${this.searched.key}`);
  }
}
