import { DERIVE, type Derived } from './columns';
import { sortTransformer } from './column-types';
import { wordsOf } from '../folded';
import type { Engine } from './engine';

/** A table with columns that are made of others of the same row, or with words that its records are found by. */
export interface FoldedTable {
  readonly table: string;
  readonly key: readonly string[];
  readonly columns: Readonly<Record<string, Derived>>;
  readonly words?: {
    readonly kind: string;
    /** The column with the id that words name a record by. */
    readonly id: string;
    readonly texts: readonly string[];
    /** Found over all organisations: the words are those of customer 0. */
    readonly isAbove: boolean;
  };
}

type Row = Record<string, unknown>;
/** Statements of one connection, or of the transaction that is open. */
export interface Statements {
  readonly engine: Engine;
  rows(sql: string, values: readonly never[]): Promise<Row[]>;
  write(sql: string, values: readonly never[]): Promise<unknown>;
}

/** Records read at a time, and words written in one statement. */
const PORTION = 500;
const ROWS = 250;

/**
 * Rebuilds the folded columns and the search words of a table by the rules in folded.ts. Rows that are right are only read,
 * so a run that was stopped can be started again.
 * @param portion around the work on some 500 records: a transaction
 * @returns how many records were not as they should be
 */
export async function refold(
  statements: Statements,
  table: FoldedTable,
  portion: <T>(work: () => Promise<T>) => Promise<T>,
): Promise<number> {
  let count = 0;
  for (let last: Row | undefined; ;) {
    const rows = await portion(async () => {
      const read = await nextRows(statements, table, last);
      const columns = await refoldColumns(statements, table, read);
      const words = await refoldWords(statements, table, read);
      return { read, changed: new Set([...columns, ...words]).size };
    });
    count += rows.changed;
    if (rows.read.length < PORTION) return count;
    last = rows.read.at(-1);
  }
}

const as = (values: readonly unknown[]): readonly never[] => values as readonly never[];
const equalTo = (names: readonly string[]): string => names.map((name) => `${name} = ?`).join(' AND ');

/** In portions along the primary key to bound memory; locked against changes meanwhile. */
function nextRows(statements: Statements, table: FoldedTable, last: Row | undefined): Promise<Row[]> {
  const { key, columns, words } = table;
  const texts = Object.entries(columns).flatMap(([name, { from }]) => [name, from]);
  const names = [...new Set([...key, ...texts, ...(words ? [words.id, ...words.texts] : [])])].map(
    (name) => `t.${name}`,
  );
  const ownWords = words
    ? [
        `(SELECT GROUP_CONCAT(w.word) FROM search_word w WHERE w.customer_id = ${words.isAbove ? '0' : 't.customer_id'}
          AND w.kind = '${words.kind}' AND w.record_id = t.${words.id}) AS search_words`,
      ]
    : [];
  const behind = key.map((name, at) => [...key.slice(0, at).map((each) => `t.${each} = ?`), `t.${name} > ?`]);
  const where = last ? `WHERE ${behind.map((all) => `(${all.join(' AND ')})`).join(' OR ')}` : '';
  const values = last ? key.flatMap((_, at) => key.slice(0, at + 1).map((name) => last[name])) : [];
  return statements.rows(
    `SELECT ${[...names, ...ownWords].join(', ')} FROM ${table.table} t ${where}
     ORDER BY ${key.map((name) => `t.${name}`).join(', ')} LIMIT ${PORTION}${statements.engine === 'sqlite' ? '' : ' FOR UPDATE'}`,
    as(values),
  );
}

async function refoldColumns(statements: Statements, table: FoldedTable, rows: readonly Row[]): Promise<Row[]> {
  const { key, columns } = table;
  const changed: Row[] = [];
  for (const row of rows) {
    const wrong = Object.entries(columns).flatMap(([name, { kind, from, max }]) => {
      const text = row[from] as string | null;
      const becomes = text === null ? null : cut(kind, max, DERIVE[kind](text));
      return becomes === row[name] ? [] : [[name, becomes] as const];
    });
    if (!wrong.length) continue;
    const set = wrong.map(([name]) => `${name} = ?`).join(', ');
    const values = [...wrong.map(([, becomes]) => becomes), ...key.map((name) => row[name])];
    await statements.write(`UPDATE ${table.table} SET ${set} WHERE ${equalTo(key)}`, as(values));
    changed.push(row);
  }
  return changed;
}

const cut = (kind: Derived['kind'], max: number, text: string): string =>
  kind === 'key' ? text : (sortTransformer(max).to(text) as string);

const OF_RECORD = ['customer_id', 'kind', 'record_id'];

async function refoldWords(statements: Statements, table: FoldedTable, read: readonly Row[]): Promise<Row[]> {
  const { words: searched } = table;
  if (!searched) return [];
  const changed: Row[] = [];
  const inserted: unknown[][] = [];
  for (const row of read) {
    const words = wordsOf(searched.texts.map((name) => row[name] as string | null));
    const stored = ((row['search_words'] as string | null) ?? '').split(',').filter(Boolean);
    if (row[searched.id] === null || inOrder(stored) === inOrder(words)) continue;
    const record = [searched.isAbove ? 0 : row['customer_id'], searched.kind, row[searched.id]];
    await statements.write(`DELETE FROM search_word WHERE ${equalTo(OF_RECORD)}`, as(record));
    inserted.push(...words.map((word) => [...record, word]));
    changed.push(row);
  }
  for (let from = 0; from < inserted.length; from += ROWS) {
    const part = inserted.slice(from, from + ROWS);
    const marks = part.map(() => '(?, ?, ?, ?)').join(', ');
    await statements.write(`INSERT INTO search_word (${OF_RECORD.join(', ')}, word) VALUES ${marks}`, as(part.flat()));
  }
  return changed;
}

const inOrder = (words: readonly string[]): string => words.toSorted().join(' ');
