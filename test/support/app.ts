import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DynamicModule, Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppModule } from '../../src/app.module';
import { Clock } from '../../src/common/clock';
import type { Config } from '../../src/infrastructure/config/config';
import { loadConfig } from '../../src/infrastructure/config/load-config';
import { GracefulShutdownService } from '../../src/infrastructure/http/graceful-shutdown.service';
import { createServer } from '../../src/infrastructure/http/server';
import { FolderMailTransport, type StoredMail } from '../../src/infrastructure/mail/folder-mail-transport';
import { PasswordService } from '../../src/infrastructure/security/password.service';
import { MailWorker } from '../../src/infrastructure/mail/mail-worker';
import { clusterEnv } from './cluster-env';
import { createTemplateDatabase } from './template';

export interface RunningApp {
  app: NestFastifyApplication;
  /** `http://127.0.0.1:<port>` */
  url: string;
  config: Config;
  clock: Clock;
  /** Sends the queued mails and returns every sent mail, newest first. */
  mails(): Promise<StoredMail[]>;
  close(): Promise<void>;
}

export interface AppOptions {
  env?: Record<string, string>;
  modules?: readonly (Type | DynamicModule)[];
}

/** Settings of a test: its own data folder, a migrated database, no log; `env` overrides them. */
async function testConfig(env: Record<string, string> = {}): Promise<{ config: Config; cleanUp(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'skilgrid-'));
  const database = env['DATABASE_URL'] ? { url: '', drop: async () => undefined } : await createTemplateDatabase();
  const config = loadConfig({
    NODE_ENV: 'test',
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    JWT_SECRET: 'a secret of the tests, long enough to be accepted',
    SEED_DEMO: 'off',
    ...(await clusterEnv()),
    ...env,
  });
  return {
    config,
    cleanUp: async () => {
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Starts the complete product on its own port, on the engine of TEST_DATABASE_URL (SQLite when unset). */
export async function startApp(options: AppOptions = {}): Promise<RunningApp> {
  const { config, cleanUp } = await testConfig(options.env);
  const app = await createServer(AppModule.forRoot(config, options.modules), config);
  // Real password hashing took a third of the time of many files; test/infrastructure/passwords.spec.ts tests its cost.
  app.get(PasswordService).cost = { memoryCost: 64, timeCost: 1, parallelism: 1 };
  await app.listen(0, '127.0.0.1');
  const { port } = app.getHttpServer().address() as { port: number };
  return {
    app,
    url: `http://127.0.0.1:${port}`,
    config,
    clock: app.get(Clock),
    mails: async () => {
      await app.get(MailWorker).drain();
      return app.get(FolderMailTransport).all();
    },
    close: async () => {
      // Shuts down as the product does. Server.close() alone waits more than a minute for an idle connection; a client
      // whose request was cancelled opens one for later use.
      await app.get(GracefulShutdownService).begin(app.getHttpServer(), 0);
      await app.close();
      await cleanUp();
    },
  };
}
