import { parseArgs } from 'node:util';
import { NestFactory } from '@nestjs/core';
import { AppModule } from '../app.module';
import { commandWithArguments, resolveFromCaller } from './cli';
import { storedFiles } from './stored-files';
import type { Config, FilesAddress } from '../infrastructure/config/config';
import { ConfigError } from '../infrastructure/config/config-error';
import { parseFilesUrl } from '../infrastructure/config/files-url';
import { loadConfig } from '../infrastructure/config/load-config';
import { StartupError } from '../infrastructure/config/startup-error';
import { parsePublicUrl } from '../infrastructure/config/environment-variables';
import { Database } from '../infrastructure/database/database';
import { parseDatabaseUrl } from '../infrastructure/database/engine';
import { StorageUnavailableError, type FileStorage } from '../infrastructure/files/file-storage';
import { FolderFileStorage } from '../infrastructure/files/folder-file-storage';
import { openBucket } from '../infrastructure/files/open-bucket';
import { AppLogger } from '../infrastructure/logging/app-logger';
import { moveDatabase } from '../infrastructure/move/move-database';
import { moveFiles } from '../infrastructure/move/move-files';
import { migrations } from '../migrations';
import { SkillLedgerService } from '../modules/skills/skill-ledger.service';
import { TenantFactory } from '../tenancy/tenant.factory';

const USAGE =
  'npm run move -- --database mariadb://user:password@host:3306/name [--files file:/folder | s3://bucket?…]';

/** Copies the embedded database to MariaDB or MySQL; its server must be stopped (docs/operations.md). */
commandWithArguments(async ({ args, resolvePaths }) => {
  const paths = resolvePaths();
  const { database, files } = parseArguments(args);
  const source = parseDatabaseUrl(paths.databaseUrl);
  // Fails before the first row is copied if a setting is missing.
  const config = loadConfig({
    ...process.env,
    DATABASE_URL: database,
    SEED_DEMO: 'off',
    LOG_LEVEL: 'error',
    ROLE: 'web',
  });
  // Fails before the first row is copied if the target is not writable.
  const targetFiles = files && (await openTargetFiles(files));
  let copied: number | null = null;
  const result = await moveDatabase({
    from: paths.databaseUrl,
    to: database,
    migrations,
    log: (line) => void process.stdout.write(`${line}\n`),
    beforeRelease: async () => {
      if (!targetFiles || source.engine !== 'sqlite') return;
      copied = await moveFiles(source.file, storedFiles, new FolderFileStorage(paths.files), targetFiles).catch(
        (error: unknown) => {
          if (!(error instanceof StorageUnavailableError)) throw error;
          throw new StartupError(
            `The storage named by --files does not respond (${error.reason}). Run the same command again to continue.`,
          );
        },
      );
    },
  });
  const repaired = await rebuildLevels(config);
  const levels = repaired
    ? `${repaired} levels were wrong and have been corrected`
    : 'all levels agree with the evidence';
  const beside = copied === null ? '' : ` ${copied} files were copied: set FILES_URL too.`;
  const secretNote = paths.isSecretStored
    ? ` Every process needs JWT_SECRET, the contents of ${paths.secretPath}.`
    : '';
  return (
    `Moved ${result.rows} rows of ${result.tables} tables; counts and checksums agree, ${levels}.${beside} ` +
    `Set DATABASE_URL to the new database, and keep the embedded file until you have checked the result.${secretNote}`
  );
});

function parseArguments(args: string[]): { database: string; files: FilesAddress | null } {
  let values: { database?: string; files?: string };
  try {
    ({ values } = parseArgs({ args, options: { database: { type: 'string' }, files: { type: 'string' } } }));
  } catch {
    throw new StartupError(`Unknown argument. Usage: ${USAGE}`);
  }
  const database = values.database ?? process.env['MOVE_DATABASE_URL'];
  if (!database)
    throw new StartupError(
      `Name the target: ${USAGE} (or set MOVE_DATABASE_URL, which does not show in the process list).`,
    );
  let engine: string;
  try {
    ({ engine } = parseDatabaseUrl(database));
  } catch (error) {
    throw new StartupError((error as Error).message.replace(/^DATABASE_URL/, '--database'));
  }
  if (engine === 'sqlite') throw new StartupError('--database must begin with mariadb:// or mysql://.');
  if (values.files === undefined) return { database, files: null };
  try {
    // Relative folders are resolved against the caller's working directory.
    return { database, files: parseFilesUrl(resolveFromCaller('.'), values.files, (name) => process.env[name]) };
  } catch (error) {
    throw new StartupError((error as Error).message.replaceAll('FILES_URL', '--files'));
  }
}

async function openTargetFiles(files: FilesAddress): Promise<FileStorage> {
  if (files.kind === 'folder') return new FolderFileStorage(files.path);
  try {
    const pages = parsePublicUrl(process.env['PUBLIC_URL'] || undefined, 3000, false);
    return await openBucket(files, new URL(pages).origin, {
      log: new AppLogger({ logLevel: 'warn', production: false }),
    });
  } catch (error) {
    throw error instanceof ConfigError ? new StartupError(error.message.replaceAll('FILES_URL', '--files')) : error;
  }
}

/** Recomputes the levels of each customer from its ledger. @returns how many were wrong */
async function rebuildLevels(config: Config): Promise<number> {
  const app = await NestFactory.createApplicationContext(AppModule.forRoot(config), { logger: false });
  try {
    const customers = await app.get(Database).rows<{ customer_id: number }>('SELECT customer_id FROM customer_state');
    let repaired = 0;
    for (const { customer_id } of customers)
      if (customer_id)
        repaired += await app.get(SkillLedgerService).rebuild(await app.get(TenantFactory).forSystem(customer_id));
    return repaired;
  } finally {
    await app.close();
  }
}
