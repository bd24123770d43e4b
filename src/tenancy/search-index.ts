import type { Fields } from '../contract/fields';
import type { ResourceDefinition } from '../contract/resource';
import type { EntityMetadata } from 'typeorm';
import { listDerivedColumns } from '../infrastructure/database/columns';
import type { Database } from '../infrastructure/database/database';
import type { Search } from '../infrastructure/database/list-page';
import { RecordStatements, type Scope } from '../infrastructure/database/record-statements';
import type { DerivedTable } from '../infrastructure/database/rebuild-derived-data';
import { SearchText } from '../infrastructure/database/search-text.entity';
import { SearchWord } from '../infrastructure/database/search-word.entity';
import { requireColumn, type Where } from '../infrastructure/database/where';
import { extractSearchWords } from '../common/text-normalization';
import { newId } from '../common/ids';

interface SearchableEntity {
  kind: string;
  key: string;
  fields: readonly string[];
  isCrossCustomer: boolean;
}
/** customer_id of index rows that are searched across customers. */
const SHARED_OWNER = 0;
const searchableEntities = new Map<unknown, SearchableEntity>();

/** `q=` finds records by the words of the searchable fields of the definition; repositories keep the index. */
export const Searchable =
  ({ name, id, fields }: ResourceDefinition<Fields>): ClassDecorator =>
  (entity) => {
    const textFields = Object.keys(fields).filter((field) => fields[field]!.search);
    searchableEntities.set(entity, { kind: name, key: id, fields: textFields, isCrossCustomer: false });
  };

/**
 * Searchable across customers. Index rows have no customer; queries restrict the records themselves.
 * @param by column that identifies a record if its id is a number
 */
export const SearchableAcrossCustomers =
  ({ name, id, fields }: ResourceDefinition<Fields>, by: string = id): ClassDecorator =>
  (entity) => {
    const textFields = Object.keys(fields).filter((field) => fields[field]!.search);
    searchableEntities.set(entity, { kind: name, key: by, fields: textFields, isCrossCustomer: true });
  };

/** Normalized columns and search words of an entity; null: it has neither. */
export function derivedTable(metadata: EntityMetadata): DerivedTable | null {
  const columns = Object.fromEntries(
    [...listDerivedColumns(metadata.target as Function)].map(([name, rule]) => [
      requireColumn(metadata, name).databaseName,
      rule,
    ]),
  );
  const search = searchableEntities.get(metadata.target);
  if (!search && !Object.keys(columns).length) return null;
  const key = metadata.primaryColumns.map(({ databaseName }) => databaseName);
  const { tableName: table } = metadata;
  if (!search) return { table, key, columns };
  const { kind, key: id, fields: textFields, isCrossCustomer } = search;
  return { table, key, columns, words: { kind, id, texts: textFields, isGlobal: isCrossCustomer } };
}

const INSERT_BATCH_SIZE = 400;

/** Search index of one entity. All methods run inside the transaction that writes the record. */
export class SearchIndex<E extends object> {
  /** null: not searchable */
  static forEntity<T extends object>(
    database: Database,
    sql: RecordStatements<T>,
    entityClass: unknown,
  ): SearchIndex<T> | null {
    const searchable = searchableEntities.get(entityClass);
    return searchable ? new SearchIndex<T>(database, sql, searchable) : null;
  }

  private constructor(
    private readonly database: Database,
    private readonly sql: RecordStatements<E>,
    private readonly entity: SearchableEntity,
  ) {}

  /** Adds what a list query needs for a search across customers. */
  scopeSearch(search: Search): Search {
    const { key, isCrossCustomer } = this.entity;
    return isCrossCustomer ? { ...search, recordColumn: key, isGlobal: isCrossCustomer } : search;
  }

  /** Adds the id used in the index if it is not the primary key. */
  withSearchId<R extends object>(record: R, now: number): R {
    const { key } = this.entity;
    return this.sql.metadata.primaryColumns.some(({ propertyName }) => propertyName === key)
      ? record
      : { [key]: newId(now), ...record };
  }

  isTouchedBy(change: object): boolean {
    return this.entity.fields.some((field) => field in change);
  }

  async add(owner: number, records: readonly object[]): Promise<void> {
    const { kind, key, fields } = this.entity;
    const customer_id = this.indexOwner(owner);
    const indexRows = (records as readonly Record<string, unknown>[]).map((record) => ({
      indexKey: { customer_id, kind, record_id: record[key] },
      words: extractSearchWords(fields.map((field) => record[field] as string | null)),
    }));
    await this.write(
      SearchWord,
      indexRows.flatMap(({ indexKey, words }) => words.map((word) => ({ ...indexKey, word }))),
    );
    // Each word is preceded by a space, which marks the beginning of a word for a search (word-search.ts).
    await this.write(
      SearchText,
      indexRows.map(({ indexKey, words }) => ({ ...indexKey, words: words.map((word) => ` ${word}`).join('') })),
    );
  }

  private async write(entity: typeof SearchWord | typeof SearchText, rows: readonly object[]): Promise<void> {
    const sql = new RecordStatements<SearchWord | SearchText>(this.database.metadata(entity));
    for (let from = 0; from < rows.length; from += INSERT_BATCH_SIZE) {
      const { text, values } = sql.insertMissing(rows.slice(from, from + INSERT_BATCH_SIZE));
      await this.database.write(text, values);
    }
  }

  /** Pins a condition to the ids it matches now, because the rows may no longer match after the change. */
  async pinToIds(where: Where<E>): Promise<Where<E>> {
    const { key } = this.entity;
    const rows = await this.read([], where, [key]);
    return { [key]: rows.map((row) => (row as Record<string, unknown>)[key]) } as unknown as Where<E>;
  }

  /** Rewrites the index of changed records. @param owner null: directory records @param where must contain the ids */
  async reindex(owner: number | null, where: Where<E>): Promise<void> {
    const { key, fields } = this.entity;
    const ids = this.idsIn(where);
    if (!ids.length) return;
    const records = await this.read(owner === null ? [] : [owner], { [key]: ids } as unknown as Where<E>, [
      key,
      ...fields,
    ]);
    await this.remove(owner ?? SHARED_OWNER, where);
    await this.add(owner ?? SHARED_OWNER, records);
  }

  async remove(owner: number, where: Where<E>): Promise<void> {
    const records = { record_id: this.idsIn(where), kind: this.entity.kind };
    for (const entity of [SearchWord, SearchText]) {
      const sql = new RecordStatements<SearchWord | SearchText>(this.database.metadata(entity), ['customer_id']);
      const { text, values } = sql.remove([this.indexOwner(owner)], records);
      await this.database.write(text, values);
    }
  }

  private async read(scope: Scope, where: Where<E>, columns: readonly string[]): Promise<E[]> {
    const { text, values } = this.sql.find(scope, where, {}, columns);
    return this.sql.decode(await this.database.rows(text, values));
  }

  private indexOwner(owner: number): number {
    return this.entity.isCrossCustomer ? SHARED_OWNER : owner;
  }

  private idsIn(where: Where<E>): string[] {
    const ids = (where as Record<string, unknown>)[this.entity.key];
    if (typeof ids === 'string') return [ids];
    if (Array.isArray(ids)) return ids as string[];
    throw new Error(`${this.entity.kind}: a change of searchable fields must select records by ${this.entity.key}`);
  }
}
