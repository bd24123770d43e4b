import { parseArgs } from 'node:util';
import { NestFactory } from '@nestjs/core';
import { AppModule } from './app.module';
import { commandLine, seenFrom } from './command';
import { keptFiles } from './kept-files';
import type { FilesAddress } from './platform/config/config';
import { ConfigError } from './platform/config/config-error';
import { filesAddress } from './platform/config/files-address';
import { loadConfig } from './platform/config/load-config';
import { StartRefused } from './platform/config/start-refused';
import { publicUrl } from './platform/config/variables';
import { Database } from './platform/database/database';
import { parseDatabaseUrl } from './platform/database/engine';
import { StorageAway, type Files } from './platform/files/files';
import { FolderFiles } from './platform/files/folder-files';
import { openBucket } from './platform/files/open-bucket';
import { Log } from './platform/logging/log';
import { move } from './platform/move/move';
import { moveFiles } from './platform/move/moved-files';
import { migrations } from './migrations';
import { SkillLedger } from './skills/skill-ledger.service';
import { Tenants } from './tenancy/tenants';

const HOW = 'npm run move -- --database mariadb://user:password@host:3306/name [--files file:/folder | s3://bucket?…]';

/** `npm run move -- --database …`: from the embedded database, whose server is stopped, to MariaDB or MySQL. */
commandLine(async ({ args, places }) => {
  const { database, files } = given(args);
  const source = parseDatabaseUrl(places.databaseUrl);
  // Before the first row: who cannot write there hears so at once.
  const there = files && (await opened(files));
  let copied: number | null = null;
  const moved = await move({
    from: places.databaseUrl,
    to: database,
    migrations,
    say: (line) => void process.stdout.write(`${line}\n`),
    beside: async () => {
      if (!there || source.engine !== 'sqlite') return;
      copied = await moveFiles(source.file, keptFiles, new FolderFiles(places.files), there).catch((error: unknown) => {
        if (!(error instanceof StorageAway)) throw error;
        throw new StartRefused(
          `What --files names does not answer (${error.why}). The same command goes on from here.`,
        );
      });
    },
  });
  const mended = await levelsLookedAt(database);
  const levels = mended
    ? `${mended} levels were not as the ledger says, and are now`
    : 'all levels are as the ledger says';
  const beside = copied === null ? '' : ` ${copied} files were copied: set FILES_URL too.`;
  const secret = places.secretIsKept ? ` Every process needs JWT_SECRET, the contents of ${places.keptSecret}.` : '';
  return (
    `Moved ${moved.rows} rows of ${moved.tables} tables; counts and checksums agree, ${levels}.${beside} ` +
    `Set DATABASE_URL to where they are now, and keep the embedded file until you have looked.${secret}`
  );
});

function given(args: string[]): { database: string; files: FilesAddress | null } {
  let values: { database?: string; files?: string };
  try {
    ({ values } = parseArgs({ args, options: { database: { type: 'string' }, files: { type: 'string' } } }));
  } catch {
    throw new StartRefused(`${HOW}: another argument is not known.`);
  }
  const database = values.database ?? process.env['MOVE_DATABASE_URL'];
  if (!database)
    throw new StartRefused(`Say where to: ${HOW} (or MOVE_DATABASE_URL, which no list of processes shows).`);
  try {
    parseDatabaseUrl(database);
  } catch (error) {
    throw new StartRefused((error as Error).message.replace(/^DATABASE_URL/, '--database'));
  }
  if (values.files === undefined) return { database, files: null };
  try {
    // seenFrom: a folder as the caller named it.
    return { database, files: filesAddress(seenFrom('.'), values.files, (name) => process.env[name]) };
  } catch (error) {
    throw new StartRefused((error as Error).message.replaceAll('FILES_URL', '--files'));
  }
}

async function opened(files: FilesAddress): Promise<Files> {
  if (files.kind === 'folder') return new FolderFiles(files.path);
  try {
    const pages = publicUrl(process.env['PUBLIC_URL'] || undefined, 3000, false);
    return await openBucket(files, new URL(pages).origin, { log: new Log({ logLevel: 'warn', production: false }) });
  } catch (error) {
    throw error instanceof ConfigError ? new StartRefused(error.message.replaceAll('FILES_URL', '--files')) : error;
  }
}

/** Each organisation's levels, made anew from its ledger. @returns how many were not as they should be */
async function levelsLookedAt(url: string): Promise<number> {
  const env = { ...process.env, DATABASE_URL: url, SEED_DEMO: 'off', LOG_LEVEL: 'error', ROLE: 'web' };
  const app = await NestFactory.createApplicationContext(AppModule.with(loadConfig(env)), { logger: false });
  try {
    const customers = await app.get(Database).rows<{ customer_id: number }>('SELECT customer_id FROM customer_state');
    let mended = 0;
    for (const { customer_id } of customers)
      if (customer_id) mended += await app.get(SkillLedger).rebuild(await app.get(Tenants).forSystem(customer_id));
    return mended;
  } finally {
    await app.close();
  }
}
