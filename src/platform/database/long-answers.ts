import type { QueryRunner } from 'typeorm';
import { isTurnOver, ownTurn } from '../breath';
import { engineOf } from './engine';
import { statementTime, withTimeout } from './deadline';
import { PART_ROWS, type Parts, type ReadingThread } from './reading-thread';
import { watchOf } from './statement-watch';
import { connected, discard, send, type ServerConnection } from './statements';
import { checkStatement } from './transaction-context';

/**
 * The rows of a statement some at a time, no faster than they are taken; a caller that takes no more of them ends the reading.
 * @param thread of the embedded file; without one its rows are read at once
 */
export async function* answerParts(
  runner: QueryRunner,
  thread: ReadingThread | undefined,
  sql: string,
  parameters: readonly unknown[],
): Parts {
  const watch = watchOf(runner.dataSource);
  if (engineOf(runner.dataSource) === 'sqlite') {
    if (thread) {
      checkStatement(runner, sql);
      yield* timedParts(watch.overParts(sql, thread.parts(sql, parameters)), () => void thread.close());
    } else yield (await send(runner, sql, parameters)) as never[];
    return;
  }
  checkStatement(runner, sql);
  const connection = await connected(runner, statementTime());
  const giveUp = (): void => discard(connection);
  yield* timedParts(watch.overParts(sql, serverParts(connection, sql, parameters, giveUp)), giveUp);
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
async function* timedParts(parts: Parts, giveUp: () => void): Parts {
  let isGivenUp = false;
  const end = (): void => {
    isGivenUp = true;
    giveUp();
  };
  try {
    for (;;) {
      const { done, value } = await withTimeout(parts.next(), statementTime(), end);
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
 * @param abandon for a connection on which an answer was not read to its end
 */
async function* serverParts(
  pooled: ServerConnection,
  sql: string,
  parameters: readonly unknown[],
  abandon: () => void,
): Parts {
  const connection = pooled as unknown as StreamingConnection;
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
