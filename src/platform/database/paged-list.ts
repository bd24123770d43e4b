import { COUNT_MAX } from '../../contract/list-dialect';
import type { Database } from './database';
import { countOf, endsOf, type PageOf, type PageRequest, type Search } from './list-page';
import { sqlOf, type RecordStatements, type Scope } from './record-statements';
import { keysetCondition } from './seek';
import { Parameters, type Sql, type Where } from './where';

/** One page of a table, and how many rows match: counted exactly up to `COUNT_MAX`. */
export class PagedList<E extends object> {
  constructor(
    private readonly database: Database,
    private readonly statements: RecordStatements<E>,
  ) {}

  async page(scope: Scope, request: PageRequest<E>): Promise<PageOf<E>> {
    const { order = [], offset = 0, limit, seek } = request;
    const { text, values } = this.pageSql(scope, request);
    const found = this.statements.decode(await this.database.rows(text, values));
    const rows = seek?.direction === 'before' ? found.toReversed() : found;
    const isEnd = !seek && (limit === undefined || (rows.length < limit && (rows.length > 0 || offset === 0)));
    const count = isEnd ? { total: offset + rows.length } : await this.total(scope, request);
    return { rows, ...count, ...endsOf(rows, order) };
  }

  /** All of them, in their order. */
  all(scope: Scope, { where, search, order }: PageRequest<E>): Sql {
    return this.pageSql(scope, { where, search, order });
  }

  private async total(scope: Scope, request: PageRequest<E>): Promise<{ total: number; exact?: false }> {
    const parameters = new Parameters();
    const matching = this.matching(parameters, scope, request, '1').limit(COUNT_MAX + 1);
    const count = this.statements
      .builder()
      .select('COUNT(*)', 'n')
      .from(`(${matching.getQuery()})`, 'c')
      .setParameters(parameters.values);
    const { text, values } = sqlOf(count);
    const [row] = await this.database.rows<{ n: number }>(text, values);
    return countOf(row);
  }

  private pageSql(scope: Scope, request: PageRequest<E>): Sql {
    const { order = [], offset, limit, seek } = request;
    const { selectList, keys } = this.statements;
    const parameters = new Parameters();
    if (!seek) {
      const rows = this.matching(parameters, scope, request, selectList).limit(limit).offset(offset);
      return sqlOf(this.statements.ordered(rows, order, 't.'));
    }
    // By what the index of the order holds alone: for whole rows MariaDB finds all of the organisation cheaper.
    const isBackwards = seek.direction === 'before';
    const names = [...new Set([...keys, ...order.map(([name]) => this.statements.columnName(name))])];
    const page = this.matching(parameters, scope, request, listOf('t.', names))
      .andWhere(keysetCondition(parameters, this.statements.metadata, order, seek, 't.'))
      .limit(limit);
    const sorted = this.statements.ordered(page, order, 't.', isBackwards).getQuery();
    const records = this.statements
      .builder()
      .select(this.statements.selectListOf('r.'))
      .from(`(${sorted})`, 'k')
      .innerJoin(
        this.statements.metadata.target,
        'r',
        `${keys.map((key) => `r.${key} = k.${key}`).join(' AND ')} AND ${this.statements.bound(parameters, scope, 'r.')}`,
      )
      .setParameters(parameters.values);
    return sqlOf(this.statements.ordered(records, order, 'k.', isBackwards));
  }

  /** The rows that are asked for, those among them that have all of the words. */
  private matching(parameters: Parameters, scope: Scope, { where = {}, search }: PageRequest<E>, columns: string) {
    const rows = this.statements.select(parameters, scope, columns, where as Where<E>);
    if (!search) return rows;
    const key = search.by ?? this.statements.keys.find((name) => name !== 'customer_id')!;
    for (const begun of recordsWithWords(search.isAbove ? 0 : Number(scope[0]), search))
      rows.andWhere(`t.${key} IN (${parameters.addSql(begun)})`);
    return rows;
  }
}

const listOf = (alias: string, names: readonly string[]): string => names.map((name) => alias + name).join(', ');

/**
 * Which records have words that begin like each of these, one statement a word. A range, not LIKE: the embedded engine has an
 * index for that only. @param owner 0: above organisations
 */
export function recordsWithWords(owner: number, { kind, words }: Pick<Search, 'kind' | 'words'>): Sql[] {
  const text = `SELECT w.record_id FROM search_word w WHERE w.customer_id = ? AND w.kind = ? AND w.word >= ? AND w.word < ?`;
  return words.map((word) => ({ text, values: [owner, kind, word, `${word}\u{10FFFF}`] }));
}
