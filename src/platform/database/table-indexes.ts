import type { EntityMetadata } from 'typeorm';
import type { SortOrder } from './seek';
import type { Where } from './where';

/** One AND-term of a where: a condition on a column, or several in an OR. */
export type Term = readonly [property: string, condition: unknown];

interface Index {
  columns: readonly string[];
  isUnique: boolean;
}

/** What the indexes of a table can do for a list, read from the entity: which order they run in, what they find. */
export class TableIndexes {
  /** The columns that name a row within the scope. */
  readonly keys: readonly string[];
  private readonly indexes: readonly Index[];
  /** Rows are written once and never changed: there are more of them every day. */
  private readonly grows: boolean;

  /** @param scope the columns that every statement binds to one value each */
  constructor(
    private readonly metadata: EntityMetadata,
    private readonly scope: readonly string[],
  ) {
    const primary = metadata.primaryColumns.map(({ databaseName }) => databaseName);
    this.keys = primary.filter((name) => !scope.includes(name));
    this.grows = !metadata.findColumnWithPropertyName('row_version');
    this.indexes = [
      { columns: primary, isUnique: true },
      ...indicesOf(metadata).map(({ columns, isUnique }) => ({
        columns: columns.map(({ databaseName }) => databaseName),
        isUnique,
      })),
    ].filter(({ columns }) => scope.every((column, at) => columns[at] === column));
  }

  /**
   * A page is read along an index: all terms are one value each and begin one that the order goes on with. Rows that are
   * named by a unique key need none.
   */
  serves(terms: readonly Term[], order: SortOrder): boolean {
    if (terms.some(([property, condition]) => isValues(condition) && this.isUniqueKey(property))) return true;
    return terms.every(([, condition]) => isOne(condition)) && this.isOrdered(terms, order);
  }

  /** Terms of one value each that begin an index which the order goes on with: none, if the order's own; null: no index. */
  leadingTerms(terms: readonly Term[], order: SortOrder): readonly Term[] | null {
    const equal = terms.filter(([, condition]) => isOne(condition));
    const ways = this.indexes.flatMap(({ columns }) => {
      const prefix = this.prefixOf(columns, equal);
      return prefix.map((_, at) => prefix.slice(0, at + 1));
    });
    const ordered = [[], ...ways].filter((way) => this.isOrdered(way, order));
    return ordered.toSorted((a, b) => b.length - a.length)[0] ?? null;
  }

  /** The terms are one value each and begin an index that the order goes on with. */
  private isOrdered(terms: readonly Term[], order: SortOrder): boolean {
    if (new Set(order.map(([, direction]) => direction)).size > 1) return false;
    const equal = new Set([...this.scope, ...terms.map(([property]) => this.column(property))]);
    const sorts = order.map(([name]) => this.column(name)).filter((column) => !equal.has(column));
    return this.indexes.some(({ columns, isUnique }) => {
      const head = columns.slice(0, equal.size);
      if (head.length < equal.size || !head.every((column) => equal.has(column))) return false;
      const tail = columns.slice(equal.size);
      if (isUnique && tail.every((column, at) => column === sorts[at])) return true;
      // After its own columns an index has the row's key.
      const all = [...tail, ...this.keys.filter((key) => !columns.includes(key))];
      return sorts.every((column, at) => column === all[at]);
    });
  }

  /**
   * The index that finds rows best, and the terms that it finds them by: a plan that is free to choose reads the whole table
   * where it thinks that the terms leave many. `isNarrow`: it has to be read from end to end, but it is small (what a text
   * contains). Of what only ever grows no index is small: there the newest are looked through.
   */
  bestIndex(terms: readonly Term[]): { indexTerms: readonly Term[]; columns: readonly string[]; isNarrow: boolean } {
    const ranges = terms.filter(([, condition]) => isRange(condition));
    let best = { indexTerms: [] as readonly Term[], columns: [] as readonly string[], weight: 0 };
    for (const { columns } of this.indexes) {
      const prefix = this.prefixOf(columns, ranges);
      const end = prefix.findIndex(([, condition]) => !isOne(condition));
      const indexTerms = end < 0 ? prefix : prefix.slice(0, end + 1);
      const weight = 2 * indexTerms.length - (end < 0 ? 0 : 1);
      if (weight > best.weight) best = { indexTerms, columns, weight };
    }
    if (best.weight || this.grows) return { ...best, isNarrow: false };
    for (const { columns } of this.indexes) {
      const term = terms.find(([property, it]) => isContained(it) && columns.includes(this.column(property) ?? ''));
      if (term) return { indexTerms: [term], columns, isNarrow: true };
    }
    return { ...best, isNarrow: false };
  }

  /** The terms on the first columns of an index, as far as there are any. */
  private prefixOf(columns: readonly string[], terms: readonly Term[]): readonly Term[] {
    const own = columns.slice(this.scope.length).map((column) => terms.find(([name]) => this.column(name) === column));
    const end = own.indexOf(undefined);
    return own.slice(0, end < 0 ? own.length : end) as Term[];
  }

  private isUniqueKey(property: string): boolean {
    const column = this.column(property);
    return this.indexes.some(
      ({ columns, isUnique }) => isUnique && columns.length === this.scope.length + 1 && columns.at(-1) === column,
    );
  }

  private column(property: string): string | undefined {
    return this.metadata.findColumnWithPropertyName(property)?.databaseName;
  }
}

/** Also those that another entity of the same table says (a head of it, without its long columns). */
const indicesOf = ({ tableName, dataSource }: EntityMetadata) =>
  dataSource.entityMetadatas.filter((other) => other.tableName === tableName).flatMap(({ indices }) => indices);

/** AND-terms; a branch that stands alone is one of them. */
export function termsOf<E>(where: Where<E>): Term[] {
  return Object.entries(where).flatMap(([property, condition]): Term[] => {
    if (condition === undefined) return [];
    const branches = property === 'anyOf' ? (condition as Where<E>[]) : [];
    return branches.length === 1 ? termsOf(branches[0]!) : [[property, condition]];
  });
}

/** Between which values of the order's first column the terms let rows through. */
export const boundsOf = (terms: readonly Term[], [first]: SortOrder): Term[] =>
  terms.filter(([property, condition]) => property === first?.[0] && isBetween(condition));

const isPlain = (condition: unknown): boolean =>
  condition !== null && (typeof condition !== 'object' || condition instanceof Uint8Array);
const isOne = (condition: unknown): boolean =>
  isPlain(condition) || condition === null || (Array.isArray(condition) && condition.length === 1);
const isValues = (condition: unknown): boolean => isPlain(condition) || Array.isArray(condition);
const BETWEEN = ['gte', 'lte', 'gt', 'lt'];
const RANGES = [...BETWEEN, 'startswith', 'among'];
const operatorsOf = (condition: unknown): string[] => Object.keys((condition ?? {}) as object);
/** One of those that a subquery selects. */
export const isAmong = ([, condition]: Term): boolean =>
  !isPlain(condition) && operatorsOf(condition).includes('among');
/** What an index can be entered by. */
const isRange = (condition: unknown): boolean =>
  isOne(condition) ||
  Array.isArray(condition) ||
  (!isPlain(condition) && operatorsOf(condition).every((operator) => RANGES.includes(operator)));
const isBetween = (condition: unknown): boolean =>
  isOne(condition) || (!isValues(condition) && operatorsOf(condition).every((operator) => BETWEEN.includes(operator)));
const isContained = (condition: unknown): boolean => !isValues(condition) && operatorsOf(condition).join() === 'like';
