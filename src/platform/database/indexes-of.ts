import type { EntityMetadata } from 'typeorm';
import type { Asked } from './asked';
import type { SortOrder } from './seek';
import { predicates, textOf, type Where } from './where';

/** One AND-term of a where: a condition on a column, or several in an OR. */
export type Term = readonly [property: string, condition: unknown];

interface Index {
  columns: readonly string[];
  isUnique: boolean;
}

/** What the indexes of a table can do for a list, read from the entity: which order they run in, what they find. */
export class IndexesOf {
  /** The columns that name a row within the scope. */
  readonly keys: readonly string[];
  private readonly all: readonly Index[];
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
    this.all = [
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
  serve(terms: readonly Term[], order: SortOrder): boolean {
    if (terms.some(([property, condition]) => isValues(condition) && this.isName(property))) return true;
    return terms.every(([, condition]) => isOne(condition)) && this.goOn(terms, order);
  }

  /** Terms of one value each that begin an index which the order goes on with: none, if the order's own; null: no index. */
  leading(terms: readonly Term[], order: SortOrder): readonly Term[] | null {
    const equal = terms.filter(([, condition]) => isOne(condition));
    const ways = this.all.flatMap(({ columns }) => {
      const begun = columns.slice(this.scope.length).map((column) => this.termOf(equal, column));
      const end = begun.indexOf(undefined);
      return begun.slice(0, end < 0 ? begun.length : end).map((_, at) => begun.slice(0, at + 1) as Term[]);
    });
    const served = [[], ...ways].filter((way) => this.goOn(way, order));
    return served.toSorted((a, b) => b.length - a.length)[0] ?? null;
  }

  private goOn(terms: readonly Term[], order: SortOrder): boolean {
    if (new Set(order.map(([, direction]) => direction)).size > 1) return false;
    const equal = new Set([...this.scope, ...terms.map(([property]) => this.column(property))]);
    const wanted = order.map(([name]) => this.column(name)).filter((column) => !equal.has(column));
    return this.all.some(({ columns, isUnique }) => {
      const head = columns.slice(0, equal.size);
      if (head.length < equal.size || !head.every((column) => equal.has(column))) return false;
      const tail = columns.slice(equal.size);
      if (isUnique && tail.every((column, at) => column === wanted[at])) return true;
      // Behind its own columns an index has the row's key.
      const whole = [...tail, ...this.keys.filter((key) => !columns.includes(key))];
      return wanted.every((column, at) => column === whole[at]);
    });
  }

  /**
   * The terms that the best index finds rows by, and that index (`along`): a plan that is free to choose reads the whole
   * table where it thinks that the terms leave many. `isNarrow`: it has to be read from end to end, but it is small (what
   * a text contains). Of what only ever grows no index is small: there the newest are looked through.
   */
  servedAmong(terms: readonly Term[]): { served: readonly Term[]; along: readonly string[]; isNarrow: boolean } {
    let served: readonly Term[] = [];
    let along: readonly string[] = [];
    let most = 0;
    for (const { columns } of this.all) {
      const found: Term[] = [];
      let weight = 0;
      for (const column of columns.slice(this.scope.length)) {
        const term = this.termOf(
          terms.filter(([, condition]) => isRange(condition)),
          column,
        );
        if (!term) break;
        found.push(term);
        weight += isOne(term[1]) ? 2 : 1;
        if (!isOne(term[1])) break;
      }
      if (weight > most) [served, along, most] = [found, columns, weight];
    }
    if (served.length || this.grows) return { served, along, isNarrow: false };
    for (const { columns } of this.all) {
      const contained = terms.find(
        ([property, condition]) => isContained(condition) && columns.includes(this.column(property) ?? ''),
      );
      if (contained) return { served: [contained], along: columns, isNarrow: true };
    }
    return { served: [], along: [], isNarrow: false };
  }

  private termOf(terms: readonly Term[], column: string): Term | undefined {
    return terms.find(([property]) => this.column(property) === column);
  }

  private isName(property: string): boolean {
    const column = this.column(property);
    return this.all.some(
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

/** All of them, each by itself: a column may stand in several. */
export function bindTerms(asked: Asked, metadata: EntityMetadata, terms: readonly Term[]): (alias: string) => string {
  const all = terms.flatMap(([property, condition]) =>
    predicates(asked, metadata, { [property]: condition } as Where<object>),
  );
  asked.shape += ' ';
  return (alias) => textOf(all, alias);
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
/** One of those that another statement names. */
export const isAmong = (condition: unknown): boolean => !isPlain(condition) && operatorsOf(condition).includes('among');
/** What an index can be entered by. */
const isRange = (condition: unknown): boolean =>
  isOne(condition) ||
  Array.isArray(condition) ||
  (!isPlain(condition) && operatorsOf(condition).every((operator) => RANGES.includes(operator)));
const isBetween = (condition: unknown): boolean =>
  isOne(condition) || (!isValues(condition) && operatorsOf(condition).every((operator) => BETWEEN.includes(operator)));
const isContained = (condition: unknown): boolean => !isValues(condition) && operatorsOf(condition).join() === 'like';
