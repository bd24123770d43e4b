import 'reflect-metadata';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppModule } from './app.module';
import type { Config } from './infrastructure/config/config';
import { loadConfig } from './infrastructure/config/load-config';
import { findProjectRoot } from './infrastructure/config/project-root';
import { StartupError } from './infrastructure/config/startup-error';
import { closeEmbeddedDatabases } from './infrastructure/database/embedded-sqlite';
import { GracefulShutdownService } from './infrastructure/http/graceful-shutdown.service';
import { createServer } from './infrastructure/http/server';
import { StartupServer } from './infrastructure/http/startup-server';
import { AppLogger, flushLog } from './infrastructure/logging/app-logger';
import { scrub } from './infrastructure/logging/scrub';

async function main(): Promise<void> {
  // Write errors (full disk, closed pipe) must not end the process.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const file = join(findProjectRoot(), '.env');
  if (existsSync(file)) process.loadEnvFile(file);
  const config = loadConfig(process.env);
  const app = await startServer(config);
  await app.listen(config.port, config.host);
  announce(app, config);
  registerShutdown(app, config);
}

/** After this time a pending start answers requests with 503. */
const SLOW_START_MS = 1_000;

/** Creates the server without listening. A slow start (absent database, migration) answers 503 meanwhile. */
async function startServer(config: Config): Promise<NestFastifyApplication> {
  // PID 1 of a container ignores these signals unless they have handlers.
  process.on('SIGTERM', exitNow).on('SIGINT', exitNow);
  process.on('exit', closeEmbeddedDatabases).on('exit', flushLog);
  const starting = createServer(AppModule.forRoot(config), config);
  const startedServer = await Promise.race([starting, pause(SLOW_START_MS, null)]);
  if (startedServer) return startedServer;
  const waitingRoom = await StartupServer.open(config);
  return starting.finally(() => waitingRoom.close());
}

const exitNow = (): never => process.exit(0);

function announce(app: NestFastifyApplication, config: Config): void {
  const { port } = app.getHttpServer().address() as { port: number };
  const host = ['0.0.0.0', '::', '127.0.0.1', '::1'].includes(config.host) ? 'localhost' : config.host;
  const url = `http://${host}:${port}`;
  const outbox = config.mailUrl === null ? `, mails ${url}/dev/outbox` : '';
  app.get(AppLogger).announce(`Skilgrid listens on ${url} (API ${url}/api/docs${outbox})`);
}

/** On SIGTERM and SIGINT: reports not ready, finishes running requests, then closes everything (docs/operations.md). */
function registerShutdown(app: NestFastifyApplication, config: Config): void {
  const logger = app.get(AppLogger);
  let isShuttingDown = false;
  const shutDown = async (signal: NodeJS.Signals): Promise<void> => {
    if (isShuttingDown) return;
    isShuttingDown = true;
    logger.log(`${signal}: finishing running requests`, 'Server');
    // Gives the load balancer time to see that this process is not ready; unnecessary in development.
    const isDrained = await app
      .get(GracefulShutdownService)
      .begin(app.getHttpServer(), config.production ? 3_000 : 200);
    if (!isDrained) logger.warn('Some requests took longer than 25 s and were aborted', 'Server');
    await app.close();
    await logger.waitUntilWritten();
    process.exit(0);
  };
  process.on('SIGTERM', (signal) => void shutDown(signal));
  process.on('SIGINT', (signal) => void shutDown(signal));
  // Only after the new handlers are set: an unhandled signal in between would be lost.
  process.off('SIGTERM', exitNow).off('SIGINT', exitNow);
  process.on('SIGHUP', (signal) => void shutDown(signal));
  process.on('uncaughtException', (error) => {
    logger.reportFatal(error, { context: 'uncaught' });
    logger.flushSync();
    process.exit(1);
  });
}

main().catch((error: unknown) => {
  // Configuration errors are fixed by the operator and print one line; everything else prints its stack.
  const line = error instanceof StartupError ? error.message : scrub((error as Error)?.stack ?? String(error));
  process.stderr.write(`${line}\n`);
  process.exit(1);
});
