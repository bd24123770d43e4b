import { LRUCache } from 'lru-cache';
import type { SqlValue } from './database';

/**
 * One question on its way to a statement. Its shape names the text (entity, fields, operators, order); its values are bound
 * by their number, so that each may stand in the text as often as it is needed.
 */
export class Asked {
  readonly values: SqlValue[] = [];
  /** false: hardly anybody asks in this shape again (a list of more than a thousand, as long as it happens to be). */
  isKept = true;

  constructor(public shape: string) {}

  /** @returns the value's number: `mark` writes it where it is bound, `hole` where a builder wants a number */
  bind(value: SqlValue): number {
    return this.values.push(value) - 1;
  }
}

export const mark = (at: number): string => `:p${at}`;

const HOLES = 9_000_000_000_000;
/** In place of a LIMIT or OFFSET, which a builder writes into its text: so does the database get it, for a plan may depend on it. */
export const hole = (at: number): number => HOLES + at;

const BOUND = /:p(\d+)\b/g;
const PLACES = /:p(\d+)\b|\b9000000(\d{6})\b/g;
/** Names are plain words (naming.ts). */
const QUOTES = /["`]/g;

export interface Sql {
  text: string;
  values: SqlValue[];
}

/** A text with marks as both engines take it. */
export function positioned(text: string, values: readonly SqlValue[]): Sql {
  const bound: SqlValue[] = [];
  const statement = text.replace(BOUND, (_, at: string) => {
    bound.push(values[Number(at)]!);
    return '?';
  });
  return { text: statement, values: bound };
}

/** A text as it was written once: between its pieces stand whole numbers, and `?` for the values in their order. */
interface Written {
  pieces: string[];
  numbers: number[];
  order: number[];
}

/** Values of a statement that nobody asks again with as many: lists may each be short and many. */
const MANY = 2_000;

/** Statements by their shapes. What was asked for longest ago is forgotten first, and written again when it is asked for. */
export class WrittenStatements {
  private readonly known: LRUCache<string, Written>;

  constructor(most = 300) {
    this.known = new LRUCache({ max: most });
  }

  /** @param write the statement, by marks and holes; called once for each shape that is kept */
  of(asked: Asked, write: () => string): Sql {
    const { shape, values } = asked;
    const known = this.known.get(shape);
    const written = known ?? takenApart(write());
    if (!known && asked.isKept && values.length <= MANY) this.known.set(shape, written);
    const { pieces, numbers, order } = written;
    let text = pieces[0]!;
    for (let at = 0; at < numbers.length; at++) text += whole(values[numbers[at]!]) + pieces[at + 1]!;
    return { text, values: order.map((at) => values[at]!) };
  }
}

function takenApart(text: string): Written {
  const [numbers, order]: [number[], number[]] = [[], []];
  const statement = text.replace(QUOTES, '').replace(PLACES, (_, bound?: string, number?: string) => {
    if (bound === undefined) numbers.push(Number(number));
    else order.push(Number(bound));
    return bound === undefined ? '\u0000' : '?';
  });
  return { pieces: statement.split('\u0000'), numbers, order };
}

function whole(value: SqlValue | undefined): number {
  if (!Number.isSafeInteger(value) || (value as number) < 0) throw new Error(`not a row count: ${String(value)}`);
  return value as number;
}
