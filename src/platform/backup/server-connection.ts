import { createConnection, type Connection } from 'mysql2';
import { MOVING, UNFINISHED } from '../database/boot-check';
import type { DatabaseAddress } from '../database/engine';

export type ServerAddress = Extract<DatabaseAddress, { host: string }>;

/** One session that may take its time. Big numbers, and whatever has a decimal point or a date, come and go as text. */
export async function connect(address: ServerAddress): Promise<Connection> {
  const { engine, ...server } = address;
  const numbers = { supportBigNumbers: true, dateStrings: true, timezone: 'Z' };
  const connection = createConnection({ ...server, charset: 'utf8mb4_bin', ...numbers });
  const patient = engine === 'mariadb' ? 'max_statement_time = 0' : 'max_execution_time = 0';
  // Without backslashes read as they are sent, and a 0 kept where a number would be made.
  const exact = "sql_mode = 'STRICT_ALL_TABLES,NO_AUTO_VALUE_ON_ZERO'";
  await ask(connection, `SET SESSION ${patient}, ${exact}, net_write_timeout = 3600, net_read_timeout = 3600`);
  return connection;
}

export function ask<R>(connection: Connection, sql: string, values: unknown[] = []): Promise<R[]> {
  return new Promise((resolve, reject) => {
    connection.query(sql, values, (error, rows) => (error ? reject(error) : resolve(rows as R[])));
  });
}

/** Made anew where it is needed, and no data. */
export const isServers = (table: string): boolean => ['migration_lease', UNFINISHED, MOVING].includes(table);
