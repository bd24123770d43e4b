import type { EntityMetadata, ObjectLiteral } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata';
import { uuidTransformer } from '../../src/platform/database/column-types';
import { IndexesOf, termsOf } from '../../src/platform/database/indexes-of';
import type { Paged } from '../../src/platform/database/list-parts';
import { ListSql } from '../../src/platform/database/list-sql';
import type { RecordSql } from '../../src/platform/database/record-sql';
import type { SeekKey, SortOrder } from '../../src/platform/database/seek';
import { WalkSql } from '../../src/platform/database/walk-sql';
import type { Where } from '../../src/platform/database/where';
import { newId } from '../../src/platform/ids';
import { chance, type Chance } from './chance';

type Question = (sql: RecordSql<ObjectLiteral>) => unknown;
type Asks = Where<ObjectLiteral>;
const LENGTHS = [0, 1, 2, 3, 4, 5, 9];

/** Pairs of statements that are much alike: the second asks of the same columns, or as the first did but for one part. */
export function questionPairs(
  metadata: EntityMetadata,
  scope: readonly string[],
  count: number,
): (readonly [Question, Question])[] {
  const random = chance(5);
  const bound = scope.map(() => random.whole(1, 9));
  return Array.from({ length: count }, () => {
    const columns = random
      .shuffled(metadata.columns.filter(({ propertyName }) => propertyName !== 'customer_id'))
      .slice(0, random.whole(1, 3));
    const kinds = questions(bound);
    const [kind, other] = [random.one(kinds), random.one(kinds)];
    const [where, page] = [whereOf(random, columns), pageOf(random, columns)];
    const second = random.happens(70) ? whereOf(random, columns) : where;
    const then = random.happens(30) ? pageOf(random, columns) : page;
    return [kind(where, page), (random.happens(20) ? other : kind)(second, then)] as const;
  });
}

/** Every statement that a record, and a list of records, has. */
function questions(scope: readonly number[]): ((where: Asks, page: Paged<ObjectLiteral>) => Question)[] {
  const list = (sql: RecordSql<ObjectLiteral>) => {
    const indexes = new IndexesOf(sql.metadata, sql.scope);
    return { list: new ListSql(sql, indexes), walk: new WalkSql(sql, indexes), indexes };
  };
  const hit = () => () => '1 = 1';
  return [
    (where, { order, offset, limit }) =>
      (sql) =>
        sql.find(scope, where, { order, offset, limit }),
    (where, { order }) =>
      (sql) =>
        sql.find(scope, where, { order }, ['created_at']),
    (where) => (sql) => sql.count(scope, where),
    (where) => (sql) => sql.remove(scope, where),
    (where, { limit }) =>
      (sql) =>
        sql.update(scope, where, { created_at: 1 }, limit > 20),
    (where, page) => (sql) => list(sql).list.window(scope, { ...page, where }),
    (where) => (sql) => list(sql).list.counted(scope, where),
    (where) => (sql) => list(sql).list.sized(scope, termsOf(where), 10_000),
    (where, page) => (sql) => list(sql).list.sizedPage(scope, page, termsOf(where), 10_000),
    (where, page) => (sql) => list(sql).walk.begun(scope, termsOf(where), page),
    (where, page) => (sql) => {
      const { list: of } = list(sql);
      return of.sorted(scope, page, of.left(scope, page, termsOf(where), hit, 500));
    },
    (where, page) => (sql) => {
      const { list: of } = list(sql);
      return of.sortedAndCounted(scope, page, of.left(scope, page, termsOf(where), hit, 500));
    },
    (where, page) => (sql) => {
      const { walk: of } = list(sql);
      return of.walked(scope, termsOf(where), page, of.terms(termsOf(where)), 100);
    },
    (where, page) => (sql) => {
      const { walk: of } = list(sql);
      return of.ended(scope, termsOf(where), page, of.terms(termsOf(where)), 100);
    },
    (where) => (sql) => {
      const { list: of, indexes } = list(sql);
      return of.fewest([of.served(scope, indexes.servedAmong(termsOf(where)).served)], 100);
    },
  ];
}

function whereOf(random: Chance, columns: readonly ColumnMetadata[]): Asks {
  const all = () =>
    Object.fromEntries(columns.map((column) => [column.propertyName, conditionOn(random, column)])) as Asks;
  if (!random.happens(20)) return all();
  return { ...all(), anyOf: Array.from({ length: random.whole(0, 2) }, all) } as Asks;
}

function conditionOn(random: Chance, column: ColumnMetadata): unknown {
  const value = () => valueOf(random, column);
  const some = () => Array.from({ length: random.one(LENGTHS) }, value);
  const ways: (() => unknown)[] = [
    value,
    some,
    () => null,
    () => undefined,
    () => ({}),
    ...['ne', 'gte', 'lte', 'gt', 'lt', 'like', 'startswith'].map((operator) => () => ({ [operator]: value() })),
    () => ({ ne: null }),
    () => ({ nin: some() }),
    () => ({ null: random.happens(50) }),
    () => ({ gte: value(), lt: random.happens(50) ? value() : undefined }),
    () => ({ among: { text: `SELECT x.${random.one(['a', 'b'])} FROM x WHERE x.c = ?`, values: [1] } }),
  ];
  return random.one(ways)();
}

function valueOf(random: Chance, { transformer, type }: ColumnMetadata): string | number {
  if (transformer === uuidTransformer) return newId();
  return /int/.test(String(type)) ? random.whole(0, 99) : `a%${random.whole(0, 99)}`;
}

function pageOf(random: Chance, columns: readonly ColumnMetadata[]): Paged<ObjectLiteral> {
  const order: SortOrder = random
    .shuffled(columns)
    .slice(0, random.whole(0, 2))
    .map(({ propertyName }) => [propertyName, random.one(['asc', 'desc'])] as const);
  const of = (name: string) => columns.find(({ propertyName }) => propertyName === name)!;
  const values = order.map(([name]) => (random.happens(30) ? null : valueOf(random, of(name))));
  const seek: SeekKey = { direction: random.one(['after', 'before']), values };
  const isSought = order.length > 0 && random.happens(40);
  return { order, offset: random.whole(0, 40), limit: random.whole(1, 40), ...(isSought && { seek }) };
}
