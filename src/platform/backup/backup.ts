import { constants, existsSync } from 'node:fs';
import { chmod, copyFile, readdir, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { StartRefused } from '../config/start-refused';
import { parseDatabaseUrl } from '../database/engine';
import { createDirectory, syncDirectory, syncFile } from '../files/durable-files';
import { engineKind, FILES, FORMAT, partOf, SECRET, writeManifest, type Manifest } from './manifest';
import { fingerprint, type Places } from './places';
import { serverSource } from './server-snapshot';
import type { KeptFiles, Source } from './snapshot';
import { sqliteSource } from './sqlite-snapshot';

/** A file may be replaced in the very moment between two looks at it; not time and again. */
const ROUNDS = 5;

export interface BackupOf {
  places: Places;
  keptFiles: readonly KeptFiles[];
  version: string;
}

/**
 * One consistent point of database and files, while the product serves: the files, then a snapshot of the database, then
 * the files that it tells of and that were not there before. Files never change once written; one that was deleted since
 * the snapshot was there before it, or another snapshot is taken.
 * @param into absent or an empty folder
 * @throws StartRefused
 */
export async function backup({ places, keptFiles, version }: BackupOf, into: string): Promise<Manifest> {
  const folder = resolve(into);
  if (existsSync(folder) && (await readdir(folder)).length) throw new StartRefused(`${folder} is not empty.`);
  await createDirectory(folder, 0o700);
  await chmod(folder, 0o700);
  const address = parseDatabaseUrl(places.databaseUrl);
  const source =
    address.engine === 'sqlite' ? sqliteSource(address.file, keptFiles) : await serverSource(address, keptFiles);
  try {
    const taken = await consistent(source, places.files, folder);
    const { secretIsKept, keptSecret, secret } = places;
    if (secretIsKept) await copied(keptSecret, join(folder, SECRET), 0o600);
    const manifest: Manifest = {
      format: FORMAT,
      product: 'skilgrid',
      version,
      taken_at: taken.at,
      engine: engineKind(address.engine),
      migrations: taken.migrations,
      tables: taken.tables,
      database: await partOf(folder, taken.path),
      files: await Promise.all(taken.here.map((path) => partOf(folder, `${FILES}/${path}`))),
      missing: taken.missing,
      secret: secretIsKept ? await partOf(folder, SECRET) : null,
      secret_fingerprint: secret === null ? null : fingerprint(secret),
    };
    await writeManifest(folder, manifest);
    return manifest;
  } finally {
    await source.end();
  }
}

async function consistent(source: Source, files: string, folder: string) {
  const copies = new Set<string>();
  const copy = async (names: readonly string[]): Promise<string[]> => {
    const gone: string[] = [];
    for (const name of names) {
      if (copies.has(name)) continue;
      if (await copied(join(files, name), join(folder, FILES, name), 0o640)) copies.add(name);
      else gone.push(name);
    }
    return gone;
  };
  for (let round = 1; ; round++) {
    const before = await copy(await source.files());
    const at = new Date().toISOString();
    await rm(join(folder, 'database.sqlite'), { force: true });
    const snapshot = await source.take(folder);
    const missing = await copy(snapshot.files);
    // What was missing before the snapshot as well had been lost long ago, and no snapshot brings it back.
    if (round < ROUNDS && missing.some((name) => !before.includes(name))) continue;
    const named = new Set(snapshot.files);
    for (const name of copies) if (!named.has(name)) await rm(join(folder, FILES, name));
    return { ...snapshot, at, missing, here: [...named].filter((name) => copies.has(name)).sort() };
  }
}

/** @returns whether there was such a file */
export async function copied(from: string, to: string, mode: number): Promise<boolean> {
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
