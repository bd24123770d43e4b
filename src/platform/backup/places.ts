import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createHash, hkdfSync } from 'node:crypto';
import { ConfigError } from '../config/config-error';
import { filesAddress } from '../config/files-address';
import { StartRefused } from '../config/start-refused';
import { databaseUrl, path } from '../config/variables';

/** Where an installation keeps what a backup holds. Nothing of it is made by asking. */
export interface Places {
  databaseUrl: string;
  files: string;
  keptSecret: string;
  /** JWT_SECRET, or what is kept; null where there is neither yet. */
  secret: string | null;
  secretIsKept: boolean;
}

/** A backup without the files would look whole: nothing is made of it. */
class FilesElsewhere extends StartRefused {
  constructor() {
    super(
      'FILES_URL names object storage, which this command neither copies nor fills: a backup of the database alone would miss ' +
        'every video. Keep both by their own means; docs/operations/object-storage.md says how they fit together.',
    );
  }
}

/** @throws ConfigError, StartRefused; only what these commands need is asked for, so that they run where the product could not */
export function placesOf(env: NodeJS.ProcessEnv, root: string): Places {
  const read = (name: string): string | undefined => env[name]?.trim() || undefined;
  const data = path(root, read('DATA_DIR') ?? './data');
  if (read('FILES_URL')?.startsWith('s3:')) throw new FilesElsewhere();
  const files = filesAddress(root, read('FILES_URL') ?? `file:${join(data, 'files')}`, read);
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
