import { existsSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { MigrationInterface } from 'typeorm';
import { StartRefused } from '../config/start-refused';
import { parseDatabaseUrl } from '../database/engine';
import { own } from '../database/file-owner';
import { openSqlite } from '../database/sqlite-api';
import { renameFile } from '../files/durable-files';
import { copied } from './backup';
import { BackupUnusable, engineKind, FILES, verified, type Manifest } from './manifest';
import { fingerprint, type Places } from './places';
import { demandEmptyServer, restoreServer } from './server-restore';

/**
 * Puts a backup into an empty place, which nobody serves meanwhile. The database comes last: a restore that was cut off
 * leaves a place that the product refuses to serve.
 * @param migrations all that this version knows
 * @throws StartRefused, BackupUnusable
 */
export async function restore(places: Places, from: string, migrations: readonly Function[]): Promise<Manifest> {
  const folder = resolve(from);
  const manifest = await verified(folder);
  const address = parseDatabaseUrl(places.databaseUrl);
  if (engineKind(address.engine) !== manifest.engine) {
    const kind = manifest.engine === 'sqlite' ? 'the embedded database' : 'MariaDB or MySQL';
    throw new BackupUnusable(folder, `it is of ${kind}, and DATABASE_URL names the other kind`);
  }
  const behind = migrations.filter((each) => manifest.migrations.includes(nameOf(each)));
  if (behind.length !== manifest.migrations.length) {
    throw new BackupUnusable(folder, `it was made by another version (${manifest.version})`);
  }
  await demandSameSecret(places, manifest);
  await demandNoFiles(places.files);
  if (address.engine === 'sqlite') {
    await mkdir(dirname(address.file), { recursive: true });
    const letGo = own(address.file);
    try {
      demandNoDatabase(address.file);
      await restoreFiles(places, folder, manifest);
      await restoreSqlite(join(folder, manifest.database.path), address.file);
    } finally {
      letGo();
    }
  } else {
    await demandEmptyServer(address);
    await restoreFiles(places, folder, manifest);
    await restoreServer(places.databaseUrl, address, join(folder, manifest.database.path), manifest, behind);
  }
  return manifest;
}

/** With another secret every second factor, session and link of the backup would be void. */
async function demandSameSecret(places: Places, manifest: Manifest): Promise<void> {
  const { secret_fingerprint: wanted } = manifest;
  if (wanted === null || places.secret === null || fingerprint(places.secret) === wanted) return;
  const what = places.secretIsKept ? `The secret kept in ${places.keptSecret}` : 'JWT_SECRET';
  throw new StartRefused(`${what} is another one than the backup's: nobody could sign in with a second factor.`);
}

async function demandNoFiles(files: string): Promise<void> {
  if (existsSync(files) && (await readdir(files)).length) throw new StartRefused(`${files} is not empty.`);
}

function demandNoDatabase(file: string): void {
  for (const path of [file, `${file}-wal`]) if (existsSync(path)) throw new StartRefused(`${path} is there already.`);
}

async function restoreFiles(places: Places, folder: string, { files, secret }: Manifest): Promise<void> {
  for (const { path } of files)
    await copied(join(folder, path), join(places.files, path.slice(FILES.length + 1)), 0o640);
  if (!secret || places.secret !== null) return;
  await copied(join(folder, secret.path), places.keptSecret, 0o600);
}

async function restoreSqlite(copy: string, file: string): Promise<void> {
  const draft = `${file}.restoring`;
  await rm(draft, { force: true });
  await copied(copy, draft, 0o640);
  const db = openSqlite(draft, { readOnly: true });
  const [row] = db.prepare('PRAGMA integrity_check(1)').all();
  db.close();
  if (row?.['integrity_check'] !== 'ok')
    throw new BackupUnusable(copy, `it is damaged (${String(row?.['integrity_check'])})`);
  await renameFile(draft, file);
}

function nameOf(migration: Function): string {
  return (new (migration as new () => MigrationInterface)().name ?? migration.name) as string;
}
