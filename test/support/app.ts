import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DynamicModule, Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppModule } from '../../src/app.module';
import { Clock } from '../../src/platform/clock';
import type { Config } from '../../src/platform/config/config';
import { loadConfig } from '../../src/platform/config/load-config';
import { GracefulShutdown } from '../../src/platform/http/graceful-shutdown';
import { createServer } from '../../src/platform/http/server';
import { FolderPost, type KeptMail } from '../../src/platform/mail/folder-post';
import { Passwords } from '../../src/platform/passwords';
import { MailWorker } from '../../src/platform/mail/mail-worker';
import { beyondOneMachine } from './beyond-one-machine';
import { preparedDatabase } from './template';

export interface RunningApp {
  app: NestFastifyApplication;
  /** `http://127.0.0.1:<port>` */
  url: string;
  config: Config;
  clock: Clock;
  /** Sends what is owed and returns every kept mail, newest first. */
  mails(): Promise<KeptMail[]>;
  close(): Promise<void>;
}

export interface AppOptions {
  env?: Record<string, string>;
  modules?: readonly (Type | DynamicModule)[];
}

/** Settings of a test: a data folder of its own, a migrated database, no log, `env` on top. */
async function testConfig(env: Record<string, string> = {}): Promise<{ config: Config; forget(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'skilgrid-'));
  const database = env['DATABASE_URL'] ? { url: '', drop: async () => undefined } : await preparedDatabase();
  const config = loadConfig({
    NODE_ENV: 'test',
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    JWT_SECRET: 'a secret of the tests, long enough to be accepted',
    SEED_DEMO: 'off',
    ...(await beyondOneMachine()),
    ...env,
  });
  return {
    config,
    forget: async () => {
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The whole product on a socket of its own, on the engine of TEST_DATABASE_URL (the embedded one when unset). */
export async function startApp(options: AppOptions = {}): Promise<RunningApp> {
  const { config, forget } = await testConfig(options.env);
  const app = await createServer(AppModule.with(config, options.modules), config);
  // A third of the time of many a file otherwise; what a hash costs is a fact of its own (test/platform/passwords.spec.ts).
  app.get(Passwords).cost = { memoryCost: 64, timeCost: 1, parallelism: 1 };
  await app.listen(0, '127.0.0.1');
  const { port } = app.getHttpServer().address() as { port: number };
  return {
    app,
    url: `http://127.0.0.1:${port}`,
    config,
    clock: app.get(Clock),
    mails: async () => {
      await app.get(MailWorker).settle();
      return app.get(FolderPost).all();
    },
    close: async () => {
      // As the product itself ends. Server.close() alone waits more than a minute for a connection on which nothing was ever
      // asked: a client whose answer was cancelled opens such a one for later.
      await app.get(GracefulShutdown).begin(app.getHttpServer(), 0);
      await app.close();
      await forget();
    },
  };
}
