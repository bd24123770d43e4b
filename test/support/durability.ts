import { mkdtempSync, rmSync } from 'node:fs';
import { createServer as createTcpServer, connect, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppModule } from '../../src/app.module';
import { Clock } from '../../src/common/clock';
import { loadConfig } from '../../src/infrastructure/config/load-config';
import { createServer } from '../../src/infrastructure/http/server';
import { createTestDatabase, type TestDatabase } from './database';
import { openOrganisation, type Headers } from './organisation';

export interface PreparedOrganisation {
  /** For `startProcess`. */
  env: Record<string, string>;
  admin: Headers;
  cleanUp(): Promise<void>;
}

/** Prepares a migrated database (a new one unless `existing` is set) with one organisation and its signed-in admin. */
export async function prepareOrganisation(existing?: TestDatabase): Promise<PreparedOrganisation> {
  const folder = mkdtempSync(join(tmpdir(), 'skilgrid-durable-'));
  const database = existing ?? (await createTestDatabase());
  const env = {
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    JWT_SECRET: 'a secret of the tests, long enough to be accepted',
  };
  const config = loadConfig({ NODE_ENV: 'test', SEED_DEMO: 'off', ...env });
  const app = await createServer(AppModule.forRoot(config), config);
  const clock = app.get(Clock);
  const mails = async () => [];
  const { admin } = await openOrganisation(
    { app, url: '', config, clock, mails, close: async () => undefined },
    {
      staff: 100_000,
    },
  );
  await app.close();
  return {
    env,
    admin,
    cleanUp: async () => {
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A TCP proxy between the product and its database that simulates network failures. */
export class TcpProxy {
  private readonly connections = new Set<[Socket, Socket]>();
  private server: Server;
  private stalled = false;
  private latencyMs = 0;
  port = 0;

  constructor(private readonly target: { host: string; port: number }) {
    this.server = this.createProxy();
  }

  async open(): Promise<this> {
    this.server = this.createProxy();
    await new Promise<void>((done) => this.server.listen(this.port, '127.0.0.1', done));
    this.port = (this.server.address() as { port: number }).port;
    return this;
  }

  /** Delays every packet by this many milliseconds, in each direction. */
  setLatency(milliseconds: number): void {
    this.latencyMs = milliseconds;
  }

  /** Connections stay open, but no data passes. */
  stall(): void {
    this.stalled = true;
    for (const pair of this.connections) for (const socket of pair) socket.pause();
  }

  resume(): void {
    this.stalled = false;
    for (const pair of this.connections) for (const socket of pair) socket.resume();
  }

  /** Closes every connection and refuses new ones until `open`. */
  async disconnect(): Promise<void> {
    const closed = new Promise<void>((done) => this.server.close(() => done()));
    for (const pair of this.connections) for (const socket of pair) socket.destroy();
    await closed;
  }

  private createProxy(): Server {
    return createTcpServer((client) => {
      const upstream = connect(this.target);
      const pair: [Socket, Socket] = [client, upstream];
      this.connections.add(pair);
      for (const [from, to] of [pair, [upstream, client] as const]) {
        from.on('data', (part) => {
          if (this.latencyMs === 0) to.write(part);
          else setTimeout(() => to.writable && to.write(part), this.latencyMs);
        });
        from.on('error', () => undefined);
        from.on('close', () => {
          to.destroy();
          this.connections.delete(pair);
        });
        if (this.stalled) from.pause();
      }
    });
  }
}
