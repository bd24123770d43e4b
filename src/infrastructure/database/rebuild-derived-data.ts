import { DERIVE_FUNCTIONS, type DerivedColumn } from './columns';
import { sortTransformer } from './column-types';
import { extractSearchWords } from '../../common/text-normalization';
import type { Engine } from './engine';

/** A table with derived columns, or with search words for its records. */
export interface DerivedTable {
  readonly table: string;
  readonly key: readonly string[];
  readonly columns: Readonly<Record<string, DerivedColumn>>;
  readonly words?: {
    readonly kind: string;
    /** The column with the record's id in `search_word`. */
    readonly id: string;
    readonly texts: readonly string[];
    /** Searched across customers: its words have customer_id 0. */
    readonly isGlobal: boolean;
  };
}

type Row = Record<string, unknown>;
/** Statements on one connection or in the open transaction. */
export interface RowStatements {
  readonly engine: Engine;
  rows(sql: string, values: readonly never[]): Promise<Row[]>;
  write(sql: string, values: readonly never[]): Promise<unknown>;
}

/** Records per batch, and words per INSERT. */
const BATCH_SIZE = 500;
const INSERT_BATCH_SIZE = 250;

/**
 * Rebuilds the derived columns and search words of a table by the rules of text-normalization.ts. Correct rows are only
 * read, so an interrupted run can be repeated.
 * @param runBatch wraps the work on some 500 records in a transaction
 * @returns the number of corrected records
 */
export async function rebuildDerivedData(
  statements: RowStatements,
  table: DerivedTable,
  runBatch: <T>(work: () => Promise<T>) => Promise<T>,
): Promise<number> {
  let count = 0;
  for (let last: Row | undefined; ;) {
    const rows = await runBatch(async () => {
      const read = await readNextRows(statements, table, last);
      const columns = await rebuildColumns(statements, table, read);
      const words = await rebuildSearchWords(statements, table, read);
      return { read, changed: new Set([...columns, ...words]).size };
    });
    count += rows.changed;
    if (rows.read.length < BATCH_SIZE) return count;
    last = rows.read.at(-1);
  }
}

const toParameters = (values: readonly unknown[]): readonly never[] => values as readonly never[];
const equalsCondition = (names: readonly string[]): string => names.map((name) => `${name} = ?`).join(' AND ');

/** In batches along the primary key to bound memory; locked against concurrent changes. */
function readNextRows(statements: RowStatements, table: DerivedTable, last: Row | undefined): Promise<Row[]> {
  const { key, columns, words } = table;
  const texts = Object.entries(columns).flatMap(([name, { from }]) => [name, from]);
  const names = [...new Set([...key, ...texts, ...(words ? [words.id, ...words.texts] : [])])].map(
    (name) => `t.${name}`,
  );
  const join = words
    ? `LEFT JOIN search_text s ON s.customer_id = ${words.isGlobal ? '0' : 't.customer_id'}
       AND s.kind = '${words.kind}' AND s.record_id = t.${words.id}`
    : '';
  const keysetBranches = key.map((name, at) => [...key.slice(0, at).map((each) => `t.${each} = ?`), `t.${name} > ?`]);
  const where = last ? `WHERE ${keysetBranches.map((all) => `(${all.join(' AND ')})`).join(' OR ')}` : '';
  const values = last ? key.flatMap((_, at) => key.slice(0, at + 1).map((name) => last[name])) : [];
  return statements.rows(
    `SELECT ${[...names, ...(words ? ['s.words AS search_words'] : [])].join(', ')} FROM ${table.table} t ${join} ${where}
     ORDER BY ${key.map((name) => `t.${name}`).join(', ')} LIMIT ${BATCH_SIZE}${statements.engine === 'sqlite' ? '' : ' FOR UPDATE'}`,
    toParameters(values),
  );
}

async function rebuildColumns(statements: RowStatements, table: DerivedTable, rows: readonly Row[]): Promise<Row[]> {
  const { key, columns } = table;
  const changed: Row[] = [];
  for (const row of rows) {
    const corrections = Object.entries(columns).flatMap(([name, { kind, from, max }]) => {
      const text = row[from] as string | null;
      const expected = text === null ? null : truncate(kind, max, DERIVE_FUNCTIONS[kind](text));
      return expected === row[name] ? [] : [[name, expected] as const];
    });
    if (!corrections.length) continue;
    const set = corrections.map(([name]) => `${name} = ?`).join(', ');
    const values = [...corrections.map(([, expected]) => expected), ...key.map((name) => row[name])];
    await statements.write(`UPDATE ${table.table} SET ${set} WHERE ${equalsCondition(key)}`, toParameters(values));
    changed.push(row);
  }
  return changed;
}

const truncate = (kind: DerivedColumn['kind'], max: number, text: string): string =>
  kind === 'key' ? text : (sortTransformer(max).to(text) as string);

const RECORD_KEY_COLUMNS = ['customer_id', 'kind', 'record_id'];

async function rebuildSearchWords(
  statements: RowStatements,
  table: DerivedTable,
  read: readonly Row[],
): Promise<Row[]> {
  const { words: search } = table;
  if (!search) return [];
  const changed: Row[] = [];
  const [wordRows, textRows]: [unknown[][], unknown[][]] = [[], []];
  for (const row of read) {
    const words = extractSearchWords(search.texts.map((name) => row[name] as string | null));
    const stored = row['search_words'] as string | null;
    if (row[search.id] === null || (stored !== null && toSortedText(stored.trim().split(' ')) === toSortedText(words)))
      continue;
    const record = [search.isGlobal ? 0 : row['customer_id'], search.kind, row[search.id]];
    for (const from of ['search_word', 'search_text'])
      await statements.write(`DELETE FROM ${from} WHERE ${equalsCondition(RECORD_KEY_COLUMNS)}`, toParameters(record));
    wordRows.push(...words.map((word) => [...record, word]));
    textRows.push([...record, words.map((word) => ` ${word}`).join('')]);
    changed.push(row);
  }
  for (const [target, all] of [['search_word', wordRows] as const, ['search_text', textRows] as const]) {
    const text = target === 'search_word' ? 'word' : 'words';
    for (let from = 0; from < all.length; from += INSERT_BATCH_SIZE) {
      const part = all.slice(from, from + INSERT_BATCH_SIZE);
      const placeholders = part.map(() => '(?, ?, ?, ?)').join(', ');
      await statements.write(
        `INSERT INTO ${target} (${RECORD_KEY_COLUMNS.join(', ')}, ${text}) VALUES ${placeholders}`,
        toParameters(part.flat()),
      );
    }
  }
  return changed;
}

const toSortedText = (words: readonly string[]): string => words.toSorted().join(' ');
