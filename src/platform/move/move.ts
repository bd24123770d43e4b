import type { MigrationInterface } from 'typeorm';
import { StartRefused } from '../config/start-refused';
import { openDataSource } from '../database/data-source';
import { parseDatabaseUrl } from '../database/engine';
import { own } from '../database/file-owner';
import { migrate } from '../database/migrate';
import { EmbeddedRows, extentOf, type MovingTable } from './embedded-rows';
import { ServerRows } from './server-rows';
import { TableDigest } from './table-digest';

export interface Move {
  /** Of the embedded database, and of the server's. */
  from: string;
  to: string;
  /** All that this version knows. */
  migrations: readonly Function[];
  say: (line: string) => void;
  /** What belongs to the rows and lies beside them, before the database may be served. */
  beside: () => Promise<void>;
}

export interface Moved {
  tables: number;
  rows: number;
}

/**
 * Takes all rows of the embedded database to an empty one of MariaDB or MySQL. Cut off anywhere, the same command goes on
 * where it was; until counts and checksums of every table agree the product refuses to serve what is there. Nothing is
 * written to the embedded database, which nobody may serve meanwhile.
 * @throws StartRefused
 */
export async function move({ from, to, migrations, say, beside }: Move): Promise<Moved> {
  const source = parseDatabaseUrl(from);
  if (source.engine !== 'sqlite')
    throw new StartRefused('DATABASE_URL names a server already: there is nothing to move.');
  const address = parseDatabaseUrl(to);
  if (address.engine === 'sqlite') throw new StartRefused('--database must begin with mariadb:// or mysql://.');
  const letGo = own(source.file);
  const embedded = EmbeddedRows.open(source.file);
  const server = await ServerRows.open(address).catch((error: unknown) => {
    embedded.close();
    letGo();
    throw error;
  });
  try {
    demandSameVersion(embedded, migrations);
    const tables = embedded.tables();
    await server.begin(extentOf(tables));
    const dataSource = await openDataSource({ url: to, entities: [], migrations });
    await migrate(dataSource, say).finally(() => dataSource.destroy());
    for (const table of tables) await copied(embedded, server, table, say);
    for (const table of tables) await compared(embedded, server, table);
    await beside();
    await server.release();
    return { tables: tables.length, rows: tables.reduce((sum, { rows }) => sum + rows, 0) };
  } finally {
    server.close();
    embedded.close();
    letGo();
  }
}

function demandSameVersion(embedded: EmbeddedRows, migrations: readonly Function[]): void {
  const there = embedded.migrations();
  const known = migrations.map((each) => (new (each as new () => MigrationInterface)().name ?? each.name) as string);
  if (known.length === there.length && known.every((name) => there.includes(name))) return;
  throw new StartRefused('The embedded database is of another version: start and stop the product once, then move.');
}

async function copied(embedded: EmbeddedRows, server: ServerRows, table: MovingTable, say: Move['say']): Promise<void> {
  const progress = await server.progress(table);
  if (progress?.whole) return;
  if (!progress) await server.empty(table);
  let told = Date.now();
  for (const batch of embedded.batches(table, progress?.after ?? 0)) {
    await server.put(table, batch);
    if (Date.now() - told < 5_000) continue;
    told = Date.now();
    say(`${table.name}: ${Math.floor((100 * batch.last) / table.last)} % of ${table.rows} rows`);
  }
  await server.end(table);
  if (table.rows) say(`${table.name}: ${table.rows} rows`);
}

async function compared(embedded: EmbeddedRows, server: ServerRows, table: MovingTable): Promise<void> {
  const here = new TableDigest();
  for (const { rows } of embedded.batches(table, 0)) for (const row of rows) here.add(row);
  const there = await server.digest(table);
  if (String(here) === String(there)) return;
  const what = here.rows === there.rows ? 'other contents' : `${there.rows} rows instead of ${here.rows}`;
  throw new StartRefused(`${table.name} has ${what} there. Empty that database and move again.`);
}
