import { heard, patiently } from './patience';

/** A runner that hands out rows as they come, so that a long answer is never held whole. */
export interface LongRunner {
  each(sql: string, parameters: readonly unknown[], take: (row: never) => void): Promise<void>;
}

interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  readonly take: (row: never) => void;
}

interface Rows {
  on(event: 'result', listener: (row: never) => void): this;
  on(event: 'error', listener: (error: Error) => void): this;
  on(event: 'end', listener: () => void): this;
}
interface Connection {
  stream: NodeJS.EventEmitter;
  query(sql: string, parameters: readonly unknown[]): Rows;
}

/**
 * Reads all rows of a statement from MySQL or MariaDB, each as it comes. Rows that arrive are an answer: a long one is no
 * silent database. What `take` throws is thrown at the end, so that the connection stays usable.
 * @throws DatabaseSlow
 */
export async function readEach(
  connect: () => Promise<unknown>,
  destroyConnection: () => void,
  { sql, parameters, take }: Statement,
): Promise<void> {
  const failures: unknown[] = [];
  let extend = (): void => undefined;
  let rows = 0;
  const takeRow = (row: never): void => {
    if (rows++ % 100 === 0) extend();
    try {
      if (!failures.length) take(row);
    } catch (error) {
      failures.push(error);
    }
  };
  const read = async (): Promise<void> => {
    const connection = (await connect()) as Connection;
    let lost = (): void => undefined;
    const ended = new Promise<void>((resolve, reject) => {
      const error = Object.assign(new Error('The connection was lost'), { code: 'PROTOCOL_CONNECTION_LOST' });
      lost = () => reject(error);
      connection.query(sql, parameters).on('result', takeRow).on('error', reject).on('end', resolve);
    });
    // The driver tells a lost connection to callbacks only.
    connection.stream.once('close', lost);
    await ended.finally(() => connection.stream.off('close', lost));
  };
  await patiently(read, destroyConnection, { onHope: (again) => (extend = again) });
  heard();
  if (failures.length) throw failures[0];
}
