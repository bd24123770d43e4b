import type { EntityMetadata } from 'typeorm';
import type { SortOrder } from './seek-pagination';
import type { Where } from './where';

/** One AND-term of a where: a condition on a column, or several joined with OR. */
export type Term = readonly [property: string, condition: unknown];

interface Index {
  columns: readonly string[];
  isUnique: boolean;
}

/** Indexes of an entity's table: which list orders they support and which filters they serve. */
export class TableIndexes {
  /** Primary key columns without the scope. */
  readonly keys: readonly string[];
  private readonly indexes: readonly Index[];
  /** Rows are never updated, so the table only grows. */
  private readonly isAppendOnly: boolean;

  /** @param scope columns that every statement binds to one value each */
  constructor(
    private readonly metadata: EntityMetadata,
    private readonly scope: readonly string[],
  ) {
    const primary = metadata.primaryColumns.map(({ databaseName }) => databaseName);
    this.keys = primary.filter((name) => !scope.includes(name));
    this.isAppendOnly = !metadata.findColumnWithPropertyName('row_version');
    this.indexes = [
      { columns: primary, isUnique: true },
      ...indexesOfTable(metadata).map(({ columns, isUnique }) => ({
        columns: columns.map(({ databaseName }) => databaseName),
        isUnique,
      })),
    ].filter(({ columns }) => scope.every((column, at) => columns[at] === column));
  }

  /**
   * True if a page can be read along an index: all terms are single values that form an index prefix which the order
   * continues, or a unique key selects the rows.
   */
  canServe(terms: readonly Term[], order: SortOrder): boolean {
    if (terms.some(([property, condition]) => isValueOrList(condition) && this.isUniqueKey(property))) return true;
    return terms.every(([, condition]) => isSingleValue(condition)) && this.isOrdered(terms, order);
  }

  /**
   * Single-value terms that form an index prefix which the order continues; empty for an index of the order alone, null
   * for no index.
   */
  leadingTerms(terms: readonly Term[], order: SortOrder): readonly Term[] | null {
    const equal = terms.filter(([, condition]) => isSingleValue(condition));
    const prefixes = this.indexes.flatMap(({ columns }) => {
      const prefix = this.prefixTerms(columns, equal);
      return prefix.map((_, at) => prefix.slice(0, at + 1));
    });
    const ordered = [[], ...prefixes].filter((prefix) => this.isOrdered(prefix, order));
    return ordered.toSorted((a, b) => b.length - a.length)[0] ?? null;
  }

  /** Whether single-value terms form an index prefix that the order continues. */
  private isOrdered(terms: readonly Term[], order: SortOrder): boolean {
    if (new Set(order.map(([, direction]) => direction)).size > 1) return false;
    const equal = new Set([...this.scope, ...terms.map(([property]) => this.column(property))]);
    const sorts = order.map(([name]) => this.column(name)).filter((column) => !equal.has(column));
    return this.indexes.some(({ columns, isUnique }) => {
      const head = columns.slice(0, equal.size);
      if (head.length < equal.size || !head.every((column) => equal.has(column))) return false;
      const tail = columns.slice(equal.size);
      if (isUnique && tail.every((column, at) => column === sorts[at])) return true;
      // After its own columns an index contains the primary key.
      const all = [...tail, ...this.keys.filter((key) => !columns.includes(key))];
      return sorts.every((column, at) => column === all[at]);
    });
  }

  /**
   * The index that serves the filter best, and the terms it serves. Chosen here because a free query plan scans the
   * table when it expects many rows. `isNarrow`: no prefix matches, but a small index can be scanned for a substring;
   * not in append-only tables, where no index stays small.
   */
  bestIndex(terms: readonly Term[]): { indexTerms: readonly Term[]; columns: readonly string[]; isNarrow: boolean } {
    const ranges = terms.filter(([, condition]) => isRangeCondition(condition));
    let best = { indexTerms: [] as readonly Term[], columns: [] as readonly string[], weight: 0 };
    for (const { columns } of this.indexes) {
      const prefix = this.prefixTerms(columns, ranges);
      const end = prefix.findIndex(([, condition]) => !isSingleValue(condition));
      const indexTerms = end < 0 ? prefix : prefix.slice(0, end + 1);
      const weight = 2 * indexTerms.length - (end < 0 ? 0 : 1);
      if (weight > best.weight) best = { indexTerms, columns, weight };
    }
    if (best.weight || this.isAppendOnly) return { ...best, isNarrow: false };
    for (const { columns } of this.indexes) {
      const term = terms.find(
        ([property, condition]) => isContainsCondition(condition) && columns.includes(this.column(property) ?? ''),
      );
      if (term) return { indexTerms: [term], columns, isNarrow: true };
    }
    return { ...best, isNarrow: false };
  }

  /** The terms on the leading columns of an index. */
  private prefixTerms(columns: readonly string[], terms: readonly Term[]): readonly Term[] {
    const prefix = columns
      .slice(this.scope.length)
      .map((column) => terms.find(([name]) => this.column(name) === column));
    const end = prefix.indexOf(undefined);
    return prefix.slice(0, end < 0 ? prefix.length : end) as Term[];
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

/** Includes indexes declared by other entities of the same table (entities without its long columns). */
const indexesOfTable = ({ tableName, dataSource }: EntityMetadata) =>
  dataSource.entityMetadatas.filter((other) => other.tableName === tableName).flatMap(({ indices }) => indices);

/** AND-terms; a single OR-branch is merged into them. */
export function toTerms<E>(where: Where<E>): Term[] {
  return Object.entries(where).flatMap(([property, condition]): Term[] => {
    if (condition === undefined) return [];
    const branches = property === 'anyOf' ? (condition as Where<E>[]) : [];
    return branches.length === 1 ? toTerms(branches[0]!) : [[property, condition]];
  });
}

/** Terms that bound the order's first column. */
export const boundingTerms = (terms: readonly Term[], [first]: SortOrder): Term[] =>
  terms.filter(([property, condition]) => property === first?.[0] && isBetweenCondition(condition));

const isScalar = (condition: unknown): boolean =>
  condition !== null && (typeof condition !== 'object' || condition instanceof Uint8Array);
const isSingleValue = (condition: unknown): boolean =>
  isScalar(condition) || condition === null || (Array.isArray(condition) && condition.length === 1);
const isValueOrList = (condition: unknown): boolean => isScalar(condition) || Array.isArray(condition);
const BETWEEN_OPERATORS = ['gte', 'lte', 'gt', 'lt'];
const RANGE_OPERATORS = [...BETWEEN_OPERATORS, 'startswith', 'among'];
const listOperators = (condition: unknown): string[] => Object.keys((condition ?? {}) as object);
export const isSubqueryTerm = ([, condition]: Term): boolean =>
  !isScalar(condition) && listOperators(condition).includes('among');
/** Whether an index range can serve the condition. */
const isRangeCondition = (condition: unknown): boolean =>
  isSingleValue(condition) ||
  Array.isArray(condition) ||
  (!isScalar(condition) && listOperators(condition).every((operator) => RANGE_OPERATORS.includes(operator)));
const isBetweenCondition = (condition: unknown): boolean =>
  isSingleValue(condition) ||
  (!isValueOrList(condition) && listOperators(condition).every((operator) => BETWEEN_OPERATORS.includes(operator)));
const isContainsCondition = (condition: unknown): boolean =>
  !isValueOrList(condition) && listOperators(condition).join() === 'like';
