import 'reflect-metadata';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppModule } from './app.module';
import type { Config } from './platform/config/config';
import { loadConfig } from './platform/config/load-config';
import { projectRoot } from './platform/config/project-root';
import { StartRefused } from './platform/config/start-refused';
import { closeEmbedded } from './platform/database/embedded-sqlite';
import { GracefulShutdown } from './platform/http/graceful-shutdown';
import { createServer } from './platform/http/server';
import { WaitingRoom } from './platform/http/waiting-room';
import { Log, flushLog } from './platform/logging/log';
import { scrub } from './platform/logging/scrub';

async function main(): Promise<void> {
  // Whatever a library writes there: a full disk or a reader that is gone must not end the process.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const file = join(projectRoot(), '.env');
  if (existsSync(file)) process.loadEnvFile(file);
  const config = loadConfig(process.env);
  const app = await started(config);
  await app.listen(config.port, config.host);
  announce(app, config);
  endGracefully(app, config);
}

/** A start is no news for this long; then whoever asks hears that it is one. */
const STARTING_QUIETLY = 1_000;

/** Everything there and the port still free. A start that takes long (an absent database, a migration) answers 503. */
async function started(config: Config): Promise<NestFastifyApplication> {
  // As the first process of a container it would be deaf to both otherwise.
  process.on('SIGTERM', leave).on('SIGINT', leave);
  process.on('exit', closeEmbedded).on('exit', flushLog);
  const starting = createServer(AppModule.with(config), config);
  const soon = await Promise.race([starting, pause(STARTING_QUIETLY, null)]);
  if (soon) return soon;
  const room = await WaitingRoom.open(config);
  return starting.finally(() => room.close());
}

const leave = (): never => process.exit(0);

function announce(app: NestFastifyApplication, config: Config): void {
  const { port } = app.getHttpServer().address() as { port: number };
  const host = ['0.0.0.0', '::', '127.0.0.1', '::1'].includes(config.host) ? 'localhost' : config.host;
  const url = `http://${host}:${port}`;
  const outbox = config.mailUrl === null ? `, mails ${url}/dev/outbox` : '';
  app.get(Log).announce(`Skilgrid listens on ${url} (API ${url}/api/docs${outbox})`);
}

/** SIGTERM and SIGINT: not ready at once, nothing accepted is lost, then everything is closed (contract.md, Integrity). */
function endGracefully(app: NestFastifyApplication, config: Config): void {
  const log = app.get(Log);
  let ending = false;
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (ending) return;
    ending = true;
    log.log(`${signal}: finishing what was begun`, 'Server');
    // A balancer needs a moment to see that this process is not ready; nobody balances a developer's machine.
    const whole = await app.get(GracefulShutdown).begin(app.getHttpServer(), config.production ? 3_000 : 200);
    if (!whole) log.warn('Some requests took longer than 25 s and were cut', 'Server');
    await app.close();
    await log.settled();
    process.exit(0);
  };
  process.on('SIGTERM', (signal) => void end(signal));
  process.on('SIGINT', (signal) => void end(signal));
  // Only then: a signal that comes while nobody listens is lost, and the process would stay.
  process.off('SIGTERM', leave).off('SIGINT', leave);
  process.on('SIGHUP', (signal) => void end(signal));
  process.on('uncaughtException', (error) => {
    log.lastWord(error, { context: 'uncaught' });
    log.flushNow();
    process.exit(1);
  });
}

main().catch((error: unknown) => {
  // A wrong setting, or a database file in use, is the reader's to mend, and one line says how; everything else is ours, and its stack helps.
  const line = error instanceof StartRefused ? error.message : scrub((error as Error)?.stack ?? String(error));
  process.stderr.write(`${line}\n`);
  process.exit(1);
});
