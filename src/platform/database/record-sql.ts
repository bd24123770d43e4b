import { Brackets, type EntityMetadata, type ObjectLiteral, type SelectQueryBuilder } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata';
import { Asked, hole, mark, WrittenStatements, type Sql } from './asked';
import { DERIVE, derivedColumns, type Derived } from './columns';
import type { SqlValue } from './database';
import type { Engine } from './engine';
import type { SortOrder } from './seek';
import { columnOf, encode, predicates, textOf, type Where } from './where';

/** Whose rows: one value for each column of the scope, the last condition of every statement. */
export type Scope = readonly SqlValue[];
/** A part of a statement, for an alias; its values are bound already. */
export type Part = (alias: string) => string;
type Builder = SelectQueryBuilder<ObjectLiteral>;

const known = new WeakMap<EntityMetadata, Map<string, RecordSql<never>>>();

/**
 * The statements of one entity within a scope. TypeORM's builders write each once for each shape (asked.ts); after that values
 * are bound, so a builder costs a request nothing. Rows come as the driver has them and are decoded here: what is slow is
 * hydration (README, Decisions).
 */
export class RecordSql<E extends object> {
  private readonly columns: ColumnMetadata[];
  private readonly read: readonly string[];
  private readonly decoders: { property: string; from: (value: unknown) => unknown }[] = [];
  private readonly derived: ReadonlyMap<string, Derived>;
  private readonly written = new WrittenStatements();
  readonly selectList: string;
  readonly table: string;

  /** One for all who ask: what was written for one is known to the others. */
  static of<T extends object>(metadata: EntityMetadata, scope: readonly string[] = []): RecordSql<T> {
    const scopes = known.get(metadata) ?? new Map<string, RecordSql<never>>();
    known.set(metadata, scopes);
    const name = scope.join();
    const one = scopes.get(name) ?? (new RecordSql<T>(metadata, scope) as unknown as RecordSql<never>);
    scopes.set(name, one);
    return one as unknown as RecordSql<T>;
  }

  constructor(
    readonly metadata: EntityMetadata,
    readonly scope: readonly string[] = [],
  ) {
    this.columns = metadata.columns;
    this.table = metadata.tableName;
    this.read = this.columns.filter(({ isSelect }) => isSelect).map((column) => column.databaseName);
    this.selectList = this.selectListOf('');
    this.derived = derivedColumns(metadata.target as Function);
    for (const column of this.columns) {
      const transformer = column.transformer;
      if (transformer && !Array.isArray(transformer)) {
        this.decoders.push({ property: column.propertyName, from: (value) => transformer.from(value) });
      }
    }
  }

  /** The same of a table that goes by another name: `t.` */
  selectListOf(alias: string): string {
    return this.read.map((name) => alias + name).join(', ');
  }

  /** Rows of the driver become entities, in place. */
  decode(rows: Record<string, unknown>[]): E[] {
    for (const row of rows) {
      for (const { property, from } of this.decoders) row[property] = from(row[property]);
    }
    return rows as E[];
  }

  /** The text is written when its shape is new. */
  statement(asked: Asked, write: () => string): Sql {
    return this.written.of(asked, write);
  }

  /** @param columns as the text has them: all of this table where they are read as a record */
  rows(columns: string, alias: string): Builder {
    return this.select(columns).from(this.metadata.target, alias);
  }

  /** One column alone keeps its name: a builder would call `o.staff_id` `o_staff_id`. */
  select(columns: string): Builder {
    return this.builder().select(columns, /^\w+\.(\w+)$/.exec(columns)?.[1]);
  }

  private builder(): Builder {
    return this.metadata.dataSource.createQueryBuilder();
  }

  /** Such rows, in that order; all of them or so many. @param columns default: the whole record */
  find(
    scope: Scope,
    where: Where<E>,
    { order = [], limit, offset = 0 }: { order?: SortOrder; limit?: number; offset?: number } = {},
    columns?: readonly string[],
  ): Sql {
    const asked = new Asked(columns ? `find ${columns.join()} ` : 'find ');
    const owned = this.owned(asked, scope, where);
    const list = columns?.map((name) => columnOf(this.metadata, name).databaseName).join(', ') ?? this.selectList;
    const ordered = this.ordered(asked, order);
    const windowed = limit === undefined ? (all: Builder) => all : window(asked, limit, offset);
    return this.statement(asked, () => windowed(ordered(this.rows(list, 't').where(owned('t.')), 't.')).getQuery());
  }

  count(scope: Scope, where: Where<E>): Sql {
    const asked = new Asked('count ');
    const owned = this.owned(asked, scope, where);
    return this.statement(asked, () => this.rows('COUNT(*) AS n', 't').where(owned('t.')).getQuery());
  }

  /** @param change given properties, their derived columns, and the version; `undefined` is left as it is */
  update(scope: Scope, where: Where<E>, change: Record<string, unknown>, isVersioned: boolean): Sql {
    const asked = new Asked(isVersioned ? 'update versioned ' : 'update ');
    const columns = this.columns.filter(({ propertyName }) => change[this.sourceOf(propertyName)] !== undefined);
    for (const column of columns) {
      asked.shape += `${column.propertyName},`;
      asked.bind(this.valueFor(column, change));
    }
    const set = () => ({
      ...Object.fromEntries(columns.map(({ propertyName }, at) => [propertyName, () => mark(at)])),
      ...(isVersioned && { row_version: () => 'row_version + 1' }),
    });
    return this.changed(asked, set, this.owned(asked, scope, where));
  }

  /** Adds to whole columns. */
  add(scope: Scope, where: Where<E>, amounts: Readonly<Record<string, number>>): Sql {
    const asked = new Asked('add ');
    const names = Object.keys(amounts);
    for (const name of names) asked.bind(amounts[name]!);
    asked.shape += `${names.join()} `;
    const more = (name: string, at: number) => `${columnOf(this.metadata, name).databaseName} + ${mark(at)}`;
    const set = () => Object.fromEntries(names.map((name, at) => [name, () => more(name, at)]));
    return this.changed(asked, set, this.owned(asked, scope, where));
  }

  remove(scope: Scope, where: Where<E>): Sql {
    const asked = new Asked('delete ');
    const owned = this.owned(asked, scope, where);
    return this.statement(asked, () => this.builder().delete().from(this.metadata.target).where(owned('')).getQuery());
  }

  insert(rows: readonly object[]): Sql {
    const values: SqlValue[] = [];
    for (const row of rows) {
      for (const column of this.columns) values.push(this.valueFor(column, row as Record<string, unknown>));
    }
    const { head, tuple } = this.inserted;
    return { text: head + tuple + `, ${tuple}`.repeat(rows.length - 1), values };
  }

  /** A row whose unique key is known already is left as it is, whatever else it says. */
  insertMissing(rows: readonly object[], engine: Engine): Sql {
    const sql = this.insert(rows);
    const first = this.columns[0]!.databaseName;
    // What the builder has for it, INSERT IGNORE, would also swallow a foreign key's refusal.
    sql.text += engine === 'sqlite' ? ' ON CONFLICT DO NOTHING' : ` ON DUPLICATE KEY UPDATE ${first} = ${first}`;
    return sql;
  }

  /** Where the primary key is known already, that row says from now on what this one says. */
  insertOrReplace(rows: readonly object[], engine: Engine): Sql {
    const sql = this.insert(rows);
    const given = (name: string) => (engine === 'sqlite' ? `excluded.${name}` : `VALUES(${name})`);
    const said = this.columns.filter(({ isPrimary }) => !isPrimary).map(({ databaseName }) => databaseName);
    sql.text += ` ${this.whereKnown(engine)} ${said.map((name) => `${name} = ${given(name)}`).join(', ')}`;
    return sql;
  }

  /** Where the primary key is known already, `amount` is added to a whole column of that row instead. */
  insertOrAdd(rows: readonly object[], column: string, amount: number, engine: Engine): Sql {
    const sql = this.insert(rows);
    sql.text += ` ${this.whereKnown(engine)} ${column} = ${column} + ?`;
    sql.values.push(amount);
    return sql;
  }

  /** Where the primary key is known already, each row's own value is added to that row's instead. */
  insertAdding(rows: readonly object[], column: string, engine: Engine): Sql {
    const sql = this.insert(rows);
    const own = engine === 'sqlite' ? `excluded.${column}` : `VALUES(${column})`;
    sql.text += ` ${this.whereKnown(engine)} ${column} = ${column} + ${own}`;
    return sql;
  }

  /** What is asked for, and whose it is: that comes last, behind brackets. */
  owned(asked: Asked, scope: Scope, where: Where<E>): (alias: string) => Brackets {
    const given = predicates(asked, this.metadata, where);
    const bound = this.bound(asked, scope);
    return (alias) =>
      new Brackets((rows) => {
        rows.where(new Brackets((narrow) => narrow.where(textOf(given, alias)))).andWhere(bound(alias));
      });
  }

  bound(asked: Asked, scope: Scope): Part {
    const marks = this.scope.map((column, at) => [column, mark(asked.bind(scope[at]!))] as const);
    return (alias) => marks.map(([column, value]) => `${alias}${column} = ${value}`).join(' AND ') || '1 = 1';
  }

  /** ORDER BY as it is asked for, or the other way round. */
  ordered(asked: Asked, order: SortOrder, isBackwards = false): (rows: Builder, alias: string) => Builder {
    for (const [name, direction] of order) asked.shape += `${direction} ${name},`;
    asked.shape += isBackwards ? 'back ' : ' ';
    return (rows, alias) => {
      for (const [name, direction] of order) {
        const isDown = (direction === 'desc') !== isBackwards;
        rows.addOrderBy(alias + columnOf(this.metadata, name).databaseName, isDown ? 'DESC' : 'ASC');
      }
      return rows;
    };
  }

  private changed(asked: Asked, set: () => object, owned: (alias: string) => Brackets): Sql {
    return this.statement(asked, () =>
      this.builder()
        .update(this.metadata.target)
        .set(set() as never)
        .where(owned(''))
        .getQuery(),
    );
  }

  private whereKnown(engine: Engine): string {
    const key = this.metadata.primaryColumns.map((each) => each.databaseName).join(', ');
    return engine === 'sqlite' ? `ON CONFLICT (${key}) DO UPDATE SET` : 'ON DUPLICATE KEY UPDATE';
  }

  /** One row, written once; more are its tuple again. */
  private get inserted(): { head: string; tuple: string } {
    return (this.oneRow ??= this.writeInsert());
  }
  private oneRow: { head: string; tuple: string } | undefined;

  private writeInsert(): { head: string; tuple: string } {
    const row = Object.fromEntries(this.columns.map(({ propertyName }, at) => [propertyName, () => mark(at)]));
    const text = this.builder()
      .insert()
      .into(this.metadata.target)
      .values(row as never)
      .getQuery();
    const { text: written } = new WrittenStatements(1).of(new Asked(''), () => text.replace('(', ' ('));
    const at = written.lastIndexOf('(');
    return { head: written.slice(0, at), tuple: written.slice(at) };
  }

  private sourceOf(property: string): string {
    return this.derived.get(property)?.from ?? property;
  }

  private valueFor(column: ColumnMetadata, row: Record<string, unknown>): SqlValue {
    const rule = this.derived.get(column.propertyName);
    if (!rule) return encode(column, row[column.propertyName]);
    const source = row[rule.from];
    if (source === null || source === undefined) return null;
    return encode(column, DERIVE[rule.kind](String(source)));
  }
}

/** LIMIT and OFFSET, as numbers in the text. */
export function window(asked: Asked, limit: number, offset?: number): (rows: Builder) => Builder {
  const most = hole(asked.bind(limit));
  const from = offset === undefined ? null : hole(asked.bind(offset));
  asked.shape += from === null ? 'most' : 'window';
  return (rows) => (from === null ? rows.limit(most) : rows.limit(most).offset(from));
}
