import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createHash, hkdfSync } from 'node:crypto';
import { ConfigError } from '../config/config-error';
import { parseFilesUrl } from '../config/files-url';
import { StartupError } from '../config/startup-error';
import { resolveDatabaseUrl, resolvePath } from '../config/environment-variables';

/** Where an installation keeps what a backup contains. Resolving the paths creates nothing. */
export interface InstallationPaths {
  databaseUrl: string;
  files: string;
  secretPath: string;
  /** JWT_SECRET or the stored secret; null if there is neither. */
  secret: string | null;
  isSecretStored: boolean;
}

/** Prevents a backup of the database alone, which would look complete. */
class FilesInObjectStorageError extends StartupError {
  constructor() {
    super(
      'FILES_URL names object storage, which this command neither copies nor fills: a backup of the database alone would miss ' +
        'every video. Keep both by their own means; docs/operations/object-storage.md says how they fit together.',
    );
  }
}

/** DATABASE_URL, or the embedded database in DATA_DIR. @throws ConfigError */
export function resolveInstallationDatabaseUrl(env: NodeJS.ProcessEnv, root: string): string {
  const dataFolder = resolvePath(root, env['DATA_DIR']?.trim() || './data');
  return resolveDatabaseUrl(root, env['DATABASE_URL']?.trim() || `sqlite:${join(dataFolder, 'skilgrid.db')}`);
}

/** Reads only what these commands need: they run where the product cannot start. @throws ConfigError, StartupError */
export function resolveInstallationPaths(env: NodeJS.ProcessEnv, root: string): InstallationPaths {
  const readVariable = (name: string): string | undefined => env[name]?.trim() || undefined;
  const dataFolder = resolvePath(root, readVariable('DATA_DIR') ?? './data');
  if (readVariable('FILES_URL')?.startsWith('s3:')) throw new FilesInObjectStorageError();
  const files = parseFilesUrl(root, readVariable('FILES_URL') ?? `file:${join(dataFolder, 'files')}`, readVariable);
  if (files.kind !== 'folder') throw new ConfigError('FILES_URL', 'must name a folder', 'file:./data/files');
  const secretPath = join(dataFolder, 'jwt-secret');
  const configured = readVariable('JWT_SECRET');
  const stored = existsSync(secretPath) ? readFileSync(secretPath, 'utf8').trim() : null;
  return {
    databaseUrl: resolveInstallationDatabaseUrl(env, root),
    files: files.path,
    secretPath,
    secret: configured ?? stored,
    isSecretStored: configured === undefined && stored !== null,
  };
}

/** Identifies a secret without revealing it: secrets have 256 bits, or 32 characters. */
export function fingerprint(secret: string): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'skilgrid:backup', 32));
  return createHash('sha256').update(key).digest('hex').slice(0, 16);
}
