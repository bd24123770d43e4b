import { mkdtempSync, rmSync } from 'node:fs';
import { createServer as listen, connect, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppModule } from '../../src/app.module';
import { Clock } from '../../src/platform/clock';
import { loadConfig } from '../../src/platform/config/load-config';
import { createServer } from '../../src/platform/http/server';
import { testDatabase, type TestDatabase } from './database';
import { openOrganisation, type Headers } from './organisation';

export interface Prepared {
  /** For `startProcess`. */
  env: Record<string, string>;
  admin: Headers;
  forget(): Promise<void>;
}

/** A migrated database (a new one, unless one is given) with one organisation and its signed-in admin, for processes that are hard on it. */
export async function prepared(made?: TestDatabase): Promise<Prepared> {
  const folder = mkdtempSync(join(tmpdir(), 'skilgrid-durable-'));
  const database = made ?? (await testDatabase());
  const env = {
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    JWT_SECRET: 'a secret of the tests, long enough to be accepted',
  };
  const config = loadConfig({ NODE_ENV: 'test', SEED_DEMO: 'off', ...env });
  const app = await createServer(AppModule.with(config), config);
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
    forget: async () => {
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Stands between the product and its database, and can fail as a network does. */
export class Proxy {
  private readonly pairs = new Set<[Socket, Socket]>();
  private server: Server;
  private stalled = false;
  private lateMs = 0;
  port = 0;

  constructor(private readonly target: { host: string; port: number }) {
    this.server = this.make();
  }

  async open(): Promise<this> {
    this.server = this.make();
    await new Promise<void>((done) => this.server.listen(this.port, '127.0.0.1', done));
    this.port = (this.server.address() as { port: number }).port;
    return this;
  }

  /** The target is so far away: what is sent arrives so much later, each way. */
  removeTo(milliseconds: number): void {
    this.lateMs = milliseconds;
  }

  /** Connections stay, and nothing passes any more. */
  stall(): void {
    this.stalled = true;
    for (const pair of this.pairs) for (const socket of pair) socket.pause();
  }

  flow(): void {
    this.stalled = false;
    for (const pair of this.pairs) for (const socket of pair) socket.resume();
  }

  /** Every connection is cut, and new ones are refused until `open`. */
  async cut(): Promise<void> {
    const closed = new Promise<void>((done) => this.server.close(() => done()));
    for (const pair of this.pairs) for (const socket of pair) socket.destroy();
    await closed;
  }

  private make(): Server {
    return listen((near) => {
      const far = connect(this.target);
      const pair: [Socket, Socket] = [near, far];
      this.pairs.add(pair);
      for (const [from, to] of [pair, [far, near] as const]) {
        from.on('data', (part) => {
          if (this.lateMs === 0) to.write(part);
          else setTimeout(() => to.writable && to.write(part), this.lateMs);
        });
        from.on('error', () => undefined);
        from.on('close', () => {
          to.destroy();
          this.pairs.delete(pair);
        });
        if (this.stalled) from.pause();
      }
    });
  }
}
