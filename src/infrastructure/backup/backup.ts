import { constants, existsSync } from 'node:fs';
import { chmod, copyFile, readdir, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { StartupError } from '../config/startup-error';
import { parseDatabaseUrl } from '../database/engine';
import { createDirectory, syncDirectory, syncFile } from '../files/durable-files';
import { engineKind, FILES, FORMAT, describePart, SECRET, writeManifest, type Manifest } from './manifest';
import { fingerprint, type InstallationPaths } from './installation-paths';
import { createServerSource } from './server-snapshot';
import type { StoredFiles, BackupSource } from './snapshot';
import { createSqliteSource } from './sqlite-snapshot';

/** Files may change between two reads, but not repeatedly. */
const MAX_ATTEMPTS = 5;

export interface BackupOptions {
  paths: InstallationPaths;
  storedFiles: readonly StoredFiles[];
  version: string;
}

/**
 * Backs up database and files consistently while the product runs: copies the files, snapshots the database, then
 * copies the files that the snapshot added. Files never change once written; if one was deleted before it was copied,
 * another snapshot is taken (docs/operations.md).
 * @param target absent or an empty folder
 * @throws StartupError
 */
export async function backup({ paths, storedFiles, version }: BackupOptions, target: string): Promise<Manifest> {
  const folder = resolve(target);
  if (existsSync(folder) && (await readdir(folder)).length) throw new StartupError(`${folder} is not empty.`);
  await createDirectory(folder, 0o700);
  await chmod(folder, 0o700);
  const address = parseDatabaseUrl(paths.databaseUrl);
  const source =
    address.engine === 'sqlite'
      ? createSqliteSource(address.file, storedFiles)
      : await createServerSource(address, storedFiles);
  try {
    const contents = await copyConsistently(source, paths.files, folder);
    const { isSecretStored: secretIsKept, secretPath: keptSecret, secret } = paths;
    if (secretIsKept) await copyFileIfExists(keptSecret, join(folder, SECRET), 0o600);
    const manifest: Manifest = {
      format: FORMAT,
      product: 'skilgrid',
      version,
      taken_at: contents.takenAt,
      engine: engineKind(address.engine),
      migrations: contents.migrations,
      tables: contents.tables,
      database: await describePart(folder, contents.path),
      files: await Promise.all(contents.copiedFiles.map((path) => describePart(folder, `${FILES}/${path}`))),
      missing: contents.missing,
      secret: secretIsKept ? await describePart(folder, SECRET) : null,
      secret_fingerprint: secret === null ? null : fingerprint(secret),
    };
    await writeManifest(folder, manifest);
    return manifest;
  } finally {
    await source.close();
  }
}

async function copyConsistently(source: BackupSource, files: string, folder: string) {
  const copies = new Set<string>();
  const copy = async (names: readonly string[]): Promise<string[]> => {
    const absent: string[] = [];
    for (const name of names) {
      if (copies.has(name)) continue;
      if (await copyFileIfExists(join(files, name), join(folder, FILES, name), 0o640)) copies.add(name);
      else absent.push(name);
    }
    return absent;
  };
  for (let attempt = 1; ; attempt++) {
    const before = await copy(await source.files());
    const takenAt = new Date().toISOString();
    await rm(join(folder, 'database.sqlite'), { force: true });
    const snapshot = await source.takeSnapshot(folder);
    const missing = await copy(snapshot.files);
    // Files missing before the snapshot too were lost earlier; another snapshot does not bring them back.
    if (attempt < MAX_ATTEMPTS && missing.some((name) => !before.includes(name))) continue;
    const referenced = new Set(snapshot.files);
    for (const name of copies) if (!referenced.has(name)) await rm(join(folder, FILES, name));
    return { ...snapshot, takenAt, missing, copiedFiles: [...referenced].filter((name) => copies.has(name)).sort() };
  }
}

/** @returns whether the file existed */
export async function copyFileIfExists(from: string, to: string, mode: number): Promise<boolean> {
  await createDirectory(dirname(to), 0o750);
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return false;
  }
  await chmod(to, mode);
  await syncFile(to);
  await syncDirectory(dirname(to));
  return true;
}
