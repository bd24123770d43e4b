import { existsSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { MigrationInterface } from 'typeorm';
import { StartupError } from '../config/startup-error';
import { parseDatabaseUrl } from '../database/engine';
import { lockDatabaseFile } from '../database/database-file-lock';
import { openSqlite } from '../database/sqlite-api';
import { renameFile } from '../files/durable-files';
import { copyFileIfExists } from './backup';
import { BackupUnusableError, engineKind, FILES, readVerifiedManifest, type Manifest } from './manifest';
import { fingerprint, type InstallationPaths } from './installation-paths';
import { assertServerIsEmpty, restoreServer } from './server-restore';

/**
 * Restores a backup into an empty installation that is not running. The database comes last: after an interrupted
 * restore the product does not start (docs/operations.md).
 * @param migrations all migrations of this version
 * @throws StartupError, BackupUnusableError
 */
export async function restore(
  paths: InstallationPaths,
  backupFolder: string,
  migrations: readonly Function[],
): Promise<Manifest> {
  const folder = resolve(backupFolder);
  const manifest = await readVerifiedManifest(folder);
  const address = parseDatabaseUrl(paths.databaseUrl);
  if (engineKind(address.engine) !== manifest.engine) {
    const kind = manifest.engine === 'sqlite' ? 'the embedded database' : 'MariaDB or MySQL';
    throw new BackupUnusableError(folder, `it is of ${kind}, and DATABASE_URL names the other kind`);
  }
  const appliedMigrations = migrations.filter((each) => manifest.migrations.includes(migrationName(each)));
  if (appliedMigrations.length !== manifest.migrations.length) {
    throw new BackupUnusableError(folder, `it was made by another version (${manifest.version})`);
  }
  await assertSameSecret(paths, manifest);
  await assertNoFiles(paths.files);
  if (address.engine === 'sqlite') {
    await mkdir(dirname(address.file), { recursive: true });
    const releaseLock = lockDatabaseFile(address.file);
    try {
      assertNoDatabase(address.file);
      await restoreFiles(paths, folder, manifest);
      await restoreSqlite(join(folder, manifest.database.path), address.file);
    } finally {
      releaseLock();
    }
  } else {
    await assertServerIsEmpty(address);
    await restoreFiles(paths, folder, manifest);
    await restoreServer(paths.databaseUrl, address, join(folder, manifest.database.path), manifest, appliedMigrations);
  }
  return manifest;
}

/** Another secret would invalidate every second factor, session and link of the backup. */
async function assertSameSecret(paths: InstallationPaths, manifest: Manifest): Promise<void> {
  const { secret_fingerprint: expected } = manifest;
  if (expected === null || paths.secret === null || fingerprint(paths.secret) === expected) return;
  const secretName = paths.isSecretStored ? `The secret kept in ${paths.secretPath}` : 'JWT_SECRET';
  throw new StartupError(`${secretName} is another one than the backup's: nobody could sign in with a second factor.`);
}

async function assertNoFiles(files: string): Promise<void> {
  if (existsSync(files) && (await readdir(files)).length) throw new StartupError(`${files} is not empty.`);
}

function assertNoDatabase(file: string): void {
  for (const path of [file, `${file}-wal`]) if (existsSync(path)) throw new StartupError(`${path} is there already.`);
}

async function restoreFiles(paths: InstallationPaths, folder: string, { files, secret }: Manifest): Promise<void> {
  for (const { path } of files)
    await copyFileIfExists(join(folder, path), join(paths.files, path.slice(FILES.length + 1)), 0o640);
  if (!secret || paths.secret !== null) return;
  await copyFileIfExists(join(folder, secret.path), paths.secretPath, 0o600);
}

async function restoreSqlite(copy: string, file: string): Promise<void> {
  const draft = `${file}.restoring`;
  await rm(draft, { force: true });
  await copyFileIfExists(copy, draft, 0o640);
  const db = openSqlite(draft, { readOnly: true });
  const [row] = db.prepare('PRAGMA integrity_check(1)').all();
  db.close();
  if (row?.['integrity_check'] !== 'ok')
    throw new BackupUnusableError(copy, `it is damaged (${String(row?.['integrity_check'])})`);
  await renameFile(draft, file);
}

function migrationName(migration: Function): string {
  return (new (migration as new () => MigrationInterface)().name ?? migration.name) as string;
}
