import { isTurnOver, ownTurn } from '../breath';
import { withPatience } from './patience';

/** A packed row is a whole person, or a skill's thousands (reports/packed-rows.ts): others have their turn between any two. */
export const PART_ROWS = 32;

export type Parts = AsyncGenerator<never[]>;

/** A runner that hands out rows as they come, so that a long answer is never held whole. */
export interface LongRunner {
  /** Some at a time, no faster than they are taken: whoever takes no more of them has ended the reading. */
  parts(sql: string, parameters: readonly unknown[]): Parts;
}

/** Row by row, while others have their turn. What `take` throws is thrown at the end: a transaction reads on unharmed. */
export async function takeEach(parts: Parts, take: (row: never) => void): Promise<void> {
  const failures: unknown[] = [];
  for await (const rows of parts) {
    try {
      for (const row of rows) {
        if (isTurnOver()) await ownTurn();
        if (!failures.length) take(row);
      }
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length) throw failures[0];
}

/** Waits for each part as for a statement: rows that arrive are an answer, and a long stream is no silent database. */
export async function* patientParts(parts: Parts, giveUp: () => void): Parts {
  let isGivenUp = false;
  const end = (): void => {
    isGivenUp = true;
    giveUp();
  };
  try {
    for (;;) {
      const { done, value } = await withPatience(() => parts.next(), end);
      if (done) return;
      yield value;
    }
  } finally {
    const ended = parts.return(undefined);
    // It stands behind the part that does not come: whoever waited long enough for that does not wait for this.
    if (isGivenUp) ended.catch(() => undefined);
    else await ended;
  }
}

interface Telling {
  on(event: 'result', listener: (row: never) => void): void;
  on(event: 'error', listener: (error: Error) => void): void;
  on(event: 'end', listener: () => void): void;
}
interface StreamingConnection {
  stream: NodeJS.EventEmitter & { pause(): void; resume(): void };
  query(sql: string, parameters: readonly unknown[]): Telling;
}

/**
 * Of MySQL and MariaDB: the rows of what has come over the wire, and no more is read of it until they are taken. The driver's
 * own stream hands out each row by itself, by a promise, and copies what comes while it waits.
 * @param connect throws when nobody waits for the answer any more
 * @param abandon for a connection on which an answer was not read to its end
 */
export async function* serverParts(
  connect: () => Promise<unknown>,
  sql: string,
  parameters: readonly unknown[],
  abandon: () => void,
): Parts {
  const connection = (await connect()) as StreamingConnection;
  const { stream } = connection;
  let rows: never[] = [];
  let end: { error?: Error } | undefined;
  let wake = (): void => undefined;
  const ended = (error?: Error): void => {
    end ??= error ? { error } : {};
    wake();
  };
  const command = connection.query(sql, parameters);
  command.on('result', (row) => {
    if (rows.push(row) > 1) return;
    stream.pause();
    wake();
  });
  command.on('error', ended);
  command.on('end', () => ended());
  // A connection that breaks tells whoever gave it a callback, and nobody else.
  const lost = () => ended(Object.assign(new Error('The connection was lost'), { code: 'PROTOCOL_CONNECTION_LOST' }));
  stream.once('close', lost);
  let isLeft = true;
  try {
    while (rows.length || !end) {
      if (!rows.length) await new Promise<void>((go) => (wake = go));
      const come = rows;
      rows = [];
      for (let at = 0; at < come.length; at += PART_ROWS) yield come.slice(at, at + PART_ROWS);
      stream.resume();
    }
    isLeft = false;
    if (end.error) throw end.error;
  } finally {
    stream.off('close', lost);
    if (isLeft) abandon();
    else stream.resume();
  }
}
