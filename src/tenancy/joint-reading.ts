import { idFromBytes } from '../platform/ids';

/** One of the readings: its columns by kind (`e.kind, e.state AS word`), and where they are from, FROM included. */
export interface Reading {
  ids?: string;
  texts?: string;
  numbers?: string;
  from: string;
}
/** By the names of the reading's columns; ids as text. */
export type ReadRow = Readonly<Record<string, string | number | null>>;

const KINDS = ['ids', 'texts', 'numbers'] as const;
type Kind = (typeof KINDS)[number];
type Place = (row: Record<string, unknown>, into: Record<string, string | number | null>) => void;

/**
 * Several readings as one statement (UNION ALL), where each alone would cost a round trip. Columns of one kind share places,
 * for a server makes one type of what stands in one place. Each part is bound to the tenant like every other statement:
 * TenantQueries judges the whole.
 */
export class JointReading<Part extends string = string> {
  readonly sql: string;
  private readonly parts: readonly Part[];
  private readonly places = new Map<string, readonly Place[]>();

  constructor(readings: Readonly<Record<Part, Reading>>) {
    this.parts = Object.keys(readings) as Part[];
    const columns = this.parts.map((part) => ({ part, ...columnsOf(readings[part]) }));
    const width = (kind: Kind) => Math.max(...columns.map((each) => each[kind].length));
    const widths = { ids: width('ids'), texts: width('texts'), numbers: width('numbers') };
    this.sql = columns
      .map((each, at) => `${selected(each, widths, at === 0)} ${readings[each.part].from}`)
      .join(' UNION ALL ');
    for (const each of columns)
      this.places.set(
        each.part,
        KINDS.flatMap((kind) => each[kind].map(({ name }, at) => placeOf(kind, name, kind + at))),
      );
  }

  /** The rows of each part, in the order of the database. */
  of(rows: readonly Record<string, unknown>[]): Record<Part, ReadRow[]> {
    const found = Object.fromEntries(this.parts.map((part) => [part, []])) as unknown as Record<string, ReadRow[]>;
    for (const row of rows) {
      const part = String(row['part']);
      const named: Record<string, string | number | null> = {};
      for (const place of this.places.get(part)!) place(row, named);
      found[part]!.push(named);
    }
    return found as Record<Part, ReadRow[]>;
  }
}

interface Column {
  sql: string;
  name: string;
}

const columnsOf = ({ ids, texts, numbers }: Reading): Record<Kind, Column[]> => ({
  ids: listed(ids),
  texts: listed(texts),
  numbers: listed(numbers),
});

function listed(columns: string | undefined): Column[] {
  return (columns?.split(',') ?? []).map((column) => {
    const [sql, name] = column.trim().split(/\s+AS\s+/);
    return { sql: sql!, name: name ?? sql!.split('.').at(-1)! };
  });
}

/** @param first whose names are the answer's */
function selected(
  { part, ...columns }: Record<Kind, Column[]> & { part: string },
  widths: Record<Kind, number>,
  first: boolean,
): string {
  const places = KINDS.flatMap((kind) =>
    Array.from({ length: widths[kind] }, (_, at) => {
      const column = columns[kind][at]?.sql ?? 'NULL';
      return first ? `${column} AS ${kind}${at}` : column;
    }),
  );
  return `SELECT '${part}'${first ? ' AS part' : ''}, ${places.join(', ')}`;
}

function placeOf(kind: Kind, name: string, place: string): Place {
  if (kind === 'ids')
    return (row, into) => {
      const id = row[place];
      into[name] = id ? idFromBytes(id as Uint8Array) : null;
    };
  if (kind === 'numbers')
    return (row, into) => {
      const number = row[place];
      into[name] = number === null ? null : Number(number);
    };
  return (row, into) => {
    into[name] = row[place] as string | null;
  };
}
