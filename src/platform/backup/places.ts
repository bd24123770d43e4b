import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createHash, hkdfSync } from 'node:crypto';
import { ConfigError } from '../config/config-error';
import { databaseUrl, filesAddress, path } from '../config/variables';

/** Where an installation keeps what a backup holds. Nothing of it is made by asking. */
export interface Places {
  databaseUrl: string;
  files: string;
  keptSecret: string;
  /** JWT_SECRET, or what is kept; null where there is neither yet. */
  secret: string | null;
  secretIsKept: boolean;
}

/** @throws ConfigError; only what these commands need is asked for, so that they run where the product could not */
export function placesOf(env: NodeJS.ProcessEnv, root: string): Places {
  const read = (name: string): string | undefined => env[name]?.trim() || undefined;
  const data = path(root, read('DATA_DIR') ?? './data');
  const files = filesAddress(root, read('FILES_URL') ?? `file:${join(data, 'files')}`);
  if (files.kind !== 'folder') throw new ConfigError('FILES_URL', 'must name a folder', 'file:./data/files');
  const keptSecret = join(data, 'jwt-secret');
  const given = read('JWT_SECRET');
  const kept = existsSync(keptSecret) ? readFileSync(keptSecret, 'utf8').trim() : null;
  return {
    databaseUrl: databaseUrl(root, read('DATABASE_URL') ?? `sqlite:${join(data, 'skilgrid.db')}`),
    files: files.path,
    keptSecret,
    secret: given ?? kept,
    secretIsKept: given === undefined && kept !== null,
  };
}

/** Tells whether two secrets are the same and nothing about either: they have 256 bits, or 32 characters. */
export function fingerprint(secret: string): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'skilgrid:backup', 32));
  return createHash('sha256').update(key).digest('hex').slice(0, 16);
}
