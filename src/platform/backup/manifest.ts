import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { StartRefused } from '../config/start-refused';
import type { Engine } from '../database/engine';
import { renameFile } from '../files/durable-files';

export const FORMAT = 1;
const MANIFEST = 'manifest.json';
export const SECRET = 'jwt-secret';
export const FILES = 'files';

export interface Part {
  /** Relative to the backup, with slashes. */
  path: string;
  bytes: number;
  sha256: string;
}

/** What a backup is; written last, so that a backup without one was not finished. */
export interface Manifest {
  format: number;
  product: 'skilgrid';
  version: string;
  /** UTC, ISO 8601: of the snapshot. */
  taken_at: string;
  engine: 'sqlite' | 'server';
  /** By name, in order: what the database has behind it. */
  migrations: readonly string[];
  /** Rows of each table. */
  tables: Readonly<Record<string, number>>;
  database: Part;
  files: readonly Part[];
  /** Files that the database names and that were gone already. */
  missing: readonly string[];
  /** null: the installation was given JWT_SECRET, and its owner keeps it. */
  secret: Part | null;
  secret_fingerprint: string | null;
}

export class BackupUnusable extends StartRefused {
  constructor(folder: string, why: string) {
    super(`${folder} cannot be restored: ${why}.`);
  }
}

export const engineKind = (engine: Engine): Manifest['engine'] => (engine === 'sqlite' ? 'sqlite' : 'server');

export async function partOf(folder: string, path: string): Promise<Part> {
  const hash = createHash('sha256');
  let bytes = 0;
  await pipeline(createReadStream(join(folder, path)), async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      hash.update(chunk);
      bytes += chunk.length;
    }
  });
  return { path, bytes, sha256: hash.digest('hex') };
}

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const draft = join(folder, `${MANIFEST}.part`);
  await writeFile(draft, `${JSON.stringify(manifest, null, 1)}\n`, { mode: 0o600, flush: true });
  await renameFile(draft, join(folder, MANIFEST));
}

/** The manifest, when every part is there byte by byte. @throws BackupUnusable */
export async function verified(folder: string): Promise<Manifest> {
  const path = join(folder, MANIFEST);
  if (!existsSync(path)) throw new BackupUnusable(folder, `it has no ${MANIFEST}, so it is no finished backup`);
  const manifest = JSON.parse(await readFile(path, 'utf8').catch(() => '{}')) as Manifest;
  if (manifest.product !== 'skilgrid' || manifest.format !== FORMAT) {
    throw new BackupUnusable(folder, `its ${MANIFEST} is of another kind or of a newer version`);
  }
  for (const part of [manifest.database, ...manifest.files, ...(manifest.secret ? [manifest.secret] : [])]) {
    const found = await partOf(folder, part.path).catch(() => null);
    if (!found) throw new BackupUnusable(folder, `${part.path} is missing`);
    if (found.sha256 !== part.sha256) throw new BackupUnusable(folder, `${part.path} is not what was backed up`);
  }
  return manifest;
}
