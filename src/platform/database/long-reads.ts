import type { QueryRunner } from 'typeorm';
import { statementTime, withTimeout } from './deadline';
import { watchOf } from './statement-watch';
import { connected, discard, type ServerConnection } from './statements';
import { checkStatement } from './transaction-context';

/** Rows between two extensions of the time limit. */
const ROWS_PER_EXTENSION = 100;

interface Rows {
  on(event: 'result', listener: (row: never) => void): this;
  on(event: 'error', listener: (error: Error) => void): this;
  on(event: 'end', listener: () => void): this;
}
interface StreamingConnection extends ServerConnection {
  stream: ServerConnection['stream'] & NodeJS.EventEmitter;
  query(sql: string, parameters: readonly unknown[]): Rows;
}

/**
 * Reads all rows of a statement from MySQL or MariaDB, each as it comes. The time limit of a statement begins again with
 * each hundred rows. What `take` throws is thrown at the end, so that the connection stays usable.
 * @throws DatabaseSlow, and what the database says
 */
export async function readEach(
  runner: QueryRunner,
  sql: string,
  parameters: readonly unknown[],
  take: (row: never) => void,
): Promise<void> {
  checkStatement(runner, sql);
  const connection = (await connected(runner, statementTime())) as StreamingConnection;
  const failures: unknown[] = [];
  const read = async (extend: () => void): Promise<void> => {
    let rows = 0;
    let lost = (): void => undefined;
    const ended = new Promise<void>((resolve, reject) => {
      const error = Object.assign(new Error('The connection was lost'), { code: 'PROTOCOL_CONNECTION_LOST' });
      lost = () => reject(error);
      connection
        .query(sql, parameters)
        .on('result', (row) => {
          if (++rows % ROWS_PER_EXTENSION === 0) extend();
          try {
            if (!failures.length) take(row);
          } catch (failure) {
            failures.push(failure);
          }
        })
        .on('error', reject)
        .on('end', resolve);
    });
    // The driver tells a lost connection to callbacks only.
    connection.stream.once('close', lost);
    await ended.finally(() => connection.stream.off('close', lost));
  };
  const limit = statementTime();
  await watchOf(runner.dataSource).over(sql, () => withTimeout(read, limit, () => discard(connection)));
  if (failures.length) throw failures[0];
}
