import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { StartupError } from '../config/startup-error';
import type { Engine } from '../database/engine';
import { renameFile } from '../files/durable-files';

export const FORMAT = 1;
const MANIFEST = 'manifest.json';
export const SECRET = 'jwt-secret';
export const FILES = 'files';

export interface ManifestPart {
  /** Relative to the backup folder, with slashes. */
  path: string;
  bytes: number;
  sha256: string;
}

/** Contents of a backup. Written last: a backup without a manifest is incomplete. */
export interface Manifest {
  format: number;
  product: 'skilgrid';
  version: string;
  /** Time of the snapshot: UTC, ISO 8601. */
  taken_at: string;
  engine: 'sqlite' | 'server';
  /** Names of the applied migrations, in order. */
  migrations: readonly string[];
  tables: Readonly<Record<string, number>>;
  database: ManifestPart;
  files: readonly ManifestPart[];
  /** Referenced files that were already gone. */
  missing: readonly string[];
  /** null: JWT_SECRET is configured and kept by the operator. */
  secret: ManifestPart | null;
  secret_fingerprint: string | null;
}

export class BackupUnusableError extends StartupError {
  constructor(folder: string, reason: string) {
    super(`${folder} cannot be restored: ${reason}.`);
  }
}

export const engineKind = (engine: Engine): Manifest['engine'] => (engine === 'sqlite' ? 'sqlite' : 'server');

export async function describePart(folder: string, path: string): Promise<ManifestPart> {
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

/** Reads the manifest and verifies every part's checksum. @throws BackupUnusableError */
export async function readVerifiedManifest(folder: string): Promise<Manifest> {
  const path = join(folder, MANIFEST);
  if (!existsSync(path)) throw new BackupUnusableError(folder, `it has no ${MANIFEST}, so it is no finished backup`);
  const manifest = JSON.parse(await readFile(path, 'utf8').catch(() => '{}')) as Manifest;
  if (manifest.product !== 'skilgrid' || manifest.format !== FORMAT) {
    throw new BackupUnusableError(folder, `its ${MANIFEST} is of another kind or of a newer version`);
  }
  for (const part of [manifest.database, ...manifest.files, ...(manifest.secret ? [manifest.secret] : [])]) {
    const actual = await describePart(folder, part.path).catch(() => null);
    if (!actual) throw new BackupUnusableError(folder, `${part.path} is missing`);
    if (actual.sha256 !== part.sha256) throw new BackupUnusableError(folder, `${part.path} is not what was backed up`);
  }
  return manifest;
}
