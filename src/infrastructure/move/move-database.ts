import type { MigrationInterface } from 'typeorm';
import { StartupError } from '../config/startup-error';
import { openDataSource } from '../database/data-source';
import { parseDatabaseUrl } from '../database/engine';
import { lockDatabaseFile } from '../database/database-file-lock';
import { migrate } from '../database/migrate';
import { EmbeddedDatabaseReader, fingerprintTables, type SourceTable } from './embedded-database-reader';
import { ServerDatabaseWriter } from './server-database-writer';
import { TableDigest } from './table-digest';

export interface MoveOptions {
  /** URLs of the embedded database and of the server. */
  from: string;
  to: string;
  /** All migrations of this version. */
  migrations: readonly Function[];
  log: (line: string) => void;
  /** Runs after the rows are verified and before the database may be served: moves the files. */
  beforeRelease: () => Promise<void>;
}

export interface MoveResult {
  tables: number;
  rows: number;
}

/**
 * Copies all rows of the embedded database to an empty MariaDB or MySQL database. Repeating the command after an
 * interruption continues it. The product does not start on the target until counts and checksums of every table agree.
 * The embedded database is not changed, and the product must be stopped (docs/operations.md).
 * @throws StartupError
 */
export async function moveDatabase({ from, to, migrations, log, beforeRelease }: MoveOptions): Promise<MoveResult> {
  const source = parseDatabaseUrl(from);
  if (source.engine !== 'sqlite')
    throw new StartupError('DATABASE_URL names a server already: there is nothing to move.');
  const address = parseDatabaseUrl(to);
  if (address.engine === 'sqlite') throw new StartupError('--database must begin with mariadb:// or mysql://.');
  const releaseLock = lockDatabaseFile(source.file);
  const embedded = EmbeddedDatabaseReader.open(source.file);
  const server = await ServerDatabaseWriter.open(address).catch((error: unknown) => {
    embedded.close();
    releaseLock();
    throw error;
  });
  try {
    assertSameVersion(embedded, migrations);
    const tables = embedded.tables();
    await server.begin(fingerprintTables(tables));
    const dataSource = await openDataSource({ url: to, entities: [], migrations });
    await migrate(dataSource, log).finally(() => dataSource.destroy());
    for (const table of tables) await copyTable(embedded, server, table, log);
    for (const table of tables) await compareTable(embedded, server, table);
    await beforeRelease();
    await server.release();
    return { tables: tables.length, rows: tables.reduce((sum, { rows }) => sum + rows, 0) };
  } finally {
    server.close();
    embedded.close();
    releaseLock();
  }
}

function assertSameVersion(embedded: EmbeddedDatabaseReader, migrations: readonly Function[]): void {
  const applied = embedded.migrations();
  const expectedMigrations = migrations.map(
    (each) => (new (each as new () => MigrationInterface)().name ?? each.name) as string,
  );
  if (expectedMigrations.length === applied.length && expectedMigrations.every((name) => applied.includes(name)))
    return;
  throw new StartupError('The embedded database is of another version: start and stop the product once, then move.');
}

async function copyTable(
  embedded: EmbeddedDatabaseReader,
  server: ServerDatabaseWriter,
  table: SourceTable,
  log: MoveOptions['log'],
): Promise<void> {
  const progress = await server.progress(table);
  if (progress?.isComplete) return;
  if (!progress) await server.clearTable(table);
  let lastLoggedAt = Date.now();
  for (const batch of embedded.batches(table, progress?.afterRowId ?? 0)) {
    await server.insertBatch(table, batch);
    if (Date.now() - lastLoggedAt < 5_000) continue;
    lastLoggedAt = Date.now();
    log(`${table.name}: ${Math.floor((100 * batch.lastRowId) / table.lastRowId)} % of ${table.rows} rows`);
  }
  await server.markComplete(table);
  if (table.rows) log(`${table.name}: ${table.rows} rows`);
}

async function compareTable(
  embedded: EmbeddedDatabaseReader,
  server: ServerDatabaseWriter,
  table: SourceTable,
): Promise<void> {
  const sourceDigest = new TableDigest();
  for (const { rows } of embedded.batches(table, 0)) for (const row of rows) sourceDigest.add(row);
  const targetDigest = await server.digest(table);
  if (String(sourceDigest) === String(targetDigest)) return;
  const difference =
    sourceDigest.rows === targetDigest.rows
      ? 'other contents'
      : `${targetDigest.rows} rows instead of ${sourceDigest.rows}`;
  throw new StartupError(`${table.name} has ${difference} there. Empty that database and move again.`);
}
