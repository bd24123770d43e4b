import type { QueryRunner } from 'typeorm';
import { statementTimeout, withTimeout } from './deadline';
import { getStatementTimer } from './statement-timer';
import { connectRunner, destroyConnection, type ServerConnection } from './send-statement';
import { assertStatementAllowed } from './transaction-context';

const ROWS_PER_EXTENSION = 100;

interface RowEmitter {
  on(event: 'result', listener: (row: never) => void): this;
  on(event: 'error', listener: (error: Error) => void): this;
  on(event: 'end', listener: () => void): this;
}
interface StreamingConnection extends ServerConnection {
  stream: ServerConnection['stream'] & NodeJS.EventEmitter;
  query(sql: string, parameters: readonly unknown[]): RowEmitter;
}

/**
 * Streams the rows of a statement from MySQL or MariaDB. The statement's time limit restarts every hundred rows. An
 * error thrown by `onRow` is rethrown at the end, so that the connection stays usable.
 * @throws DatabaseTimeoutError, and errors of the database
 */
export async function streamRows(
  runner: QueryRunner,
  sql: string,
  parameters: readonly unknown[],
  onRow: (row: never) => void,
): Promise<void> {
  assertStatementAllowed(runner, sql);
  const connection = (await connectRunner(runner, statementTimeout())) as StreamingConnection;
  const failures: unknown[] = [];
  const readAll = async (extend: () => void): Promise<void> => {
    let rowCount = 0;
    let onConnectionLost = (): void => undefined;
    const finished = new Promise<void>((resolve, reject) => {
      const error = Object.assign(new Error('The connection was lost'), { code: 'PROTOCOL_CONNECTION_LOST' });
      onConnectionLost = () => reject(error);
      connection
        .query(sql, parameters)
        .on('result', (row) => {
          if (++rowCount % ROWS_PER_EXTENSION === 0) extend();
          try {
            if (!failures.length) onRow(row);
          } catch (failure) {
            failures.push(failure);
          }
        })
        .on('error', reject)
        .on('end', resolve);
    });
    // The driver reports a lost connection to callbacks only.
    connection.stream.once('close', onConnectionLost);
    await finished.finally(() => connection.stream.off('close', onConnectionLost));
  };
  const timeoutMs = statementTimeout();
  await getStatementTimer(runner.dataSource).measure(sql, () =>
    withTimeout(readAll, timeoutMs, () => destroyConnection(connection)),
  );
  if (failures.length) throw failures[0];
}
