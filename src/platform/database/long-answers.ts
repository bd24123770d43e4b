import type { Readable } from 'node:stream';
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

interface StreamingConnection {
  stream: NodeJS.EventEmitter;
  query(sql: string, parameters: readonly unknown[]): { stream(options: { highWaterMark: number }): Readable };
}

/**
 * Of MySQL and MariaDB.
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
  const rows = connection.query(sql, parameters).stream({ highWaterMark: PART_ROWS });
  // A connection that breaks tells whoever gave it a callback, and nobody else.
  const lost = () =>
    rows.destroy(Object.assign(new Error('The connection was lost'), { code: 'PROTOCOL_CONNECTION_LOST' }));
  connection.stream.once('close', lost);
  let isLeft = true;
  try {
    let part: never[] = [];
    for await (const row of rows) {
      part.push(row as never);
      if (part.length < PART_ROWS) continue;
      yield part;
      part = [];
    }
    isLeft = false;
    if (part.length) yield part;
  } catch (error) {
    isLeft = false;
    throw error;
  } finally {
    connection.stream.off('close', lost);
    if (isLeft) abandon();
  }
}
