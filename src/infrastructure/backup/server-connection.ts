import { createConnection, type Connection } from 'mysql2';
import { MOVE_MARKER_TABLE, RESTORE_MARKER_TABLE } from '../database/startup-checks';
import type { DatabaseAddress } from '../database/engine';

export type ServerAddress = Extract<DatabaseAddress, { host: string }>;

/** One session without time limits. Big numbers, decimals and dates are read and written as text. */
export async function connectToServer(address: ServerAddress): Promise<Connection> {
  const { engine, ...server } = address;
  const numbers = { supportBigNumbers: true, dateStrings: true, timezone: 'Z' };
  const connection = createConnection({ ...server, charset: 'utf8mb4_bin', ...numbers });
  const noTimeLimit = engine === 'mariadb' ? 'max_statement_time = 0' : 'max_execution_time = 0';
  // STRICT_ALL_TABLES rejects altered values; NO_AUTO_VALUE_ON_ZERO stores 0 as 0.
  const strictMode = "sql_mode = 'STRICT_ALL_TABLES,NO_AUTO_VALUE_ON_ZERO'";
  await runQuery(
    connection,
    `SET SESSION ${noTimeLimit}, ${strictMode}, net_write_timeout = 3600, net_read_timeout = 3600`,
  );
  return connection;
}

export function runQuery<R>(connection: Connection, sql: string, values: unknown[] = []): Promise<R[]> {
  return new Promise((resolve, reject) => {
    connection.query(sql, values, (error, rows) => (error ? reject(error) : resolve(rows as R[])));
  });
}

/** Tables that hold no data and are created on the target when needed. */
export const isInternalTable = (table: string): boolean =>
  ['migration_lease', RESTORE_MARKER_TABLE, MOVE_MARKER_TABLE].includes(table);
