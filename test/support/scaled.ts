import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createConnection } from 'mysql2/promise';
import { OwnCluster } from './own-cluster';
import { OwnRedis } from './own-redis';
import { OwnS3 } from './own-s3';
import { freePort } from './process';

const root = join(__dirname, '../..');
const SECRET = 'a secret of this cluster alone, long enough to be accepted';

interface Process {
  readonly name: string;
  readonly port: number;
  readonly role: 'web' | 'worker';
  child?: ChildProcess;
}

/**
 * The product beyond one machine, on this one: HAProxy as docs/operations has it before two web processes and before three
 * Galera nodes of which one is written to, two workers, Redis that keeps what it is told, object storage.
 */
export class Scaled {
  private readonly folder = mkdtempSync(join(tmpdir(), 'skilgrid-scaled-'));
  private proxy: ChildProcess | undefined;
  readonly processes: readonly Process[];

  private constructor(
    readonly cluster: OwnCluster,
    readonly redis: OwnRedis,
    readonly storage: OwnS3,
    readonly env: Record<string, string>,
    /** Where people go. */
    readonly url: string,
    ports: readonly number[],
  ) {
    this.processes = ports.map((port, at) => ({
      ...{ port, role: at < 2 ? 'web' : 'worker', name: at < 2 ? `web${at + 1}` : `worker${at - 1}` },
    }));
  }

  /** @param more for the product's processes: a mail server, say */
  static async start(more: Record<string, string>): Promise<Scaled> {
    const scaled = await Scaled.parts(more);
    try {
      // One after the other: the first one migrates.
      for (const each of scaled.processes) await scaled.startProcess(each.name);
      return scaled;
    } catch (error) {
      await scaled.stop();
      throw error;
    }
  }

  /** All of it but the product's processes. */
  static async parts(more: Record<string, string> = {}): Promise<Scaled> {
    const ports = await Promise.all(Array.from({ length: 6 }, freePort));
    const [door, database, ...own] = ports as [number, number, ...number[]];
    const [cluster, redis, storage] = await Promise.all([
      OwnCluster.create(3),
      OwnRedis.start(
        '--appendonly',
        'yes',
        '--maxmemory-policy',
        'noeviction',
        '--dir',
        mkdtempSync(join(tmpdir(), 'redis-')),
      ),
      OwnS3.start(),
    ]);
    const url = `http://127.0.0.1:${door}`;
    const env = {
      ...(await storage.bucket()).env,
      DATABASE_URL: `mariadb://root@127.0.0.1:${database}/skilgrid`,
      REDIS_URL: redis.url,
      JWT_SECRET: SECRET,
      PUBLIC_URL: url,
      TRUST_PROXY: '127.0.0.1',
      NODE_ENV: 'development',
      LOG_LEVEL: 'error',
      SEED_DEMO: 'off',
      FFMPEG: 'off',
      ...more,
    };
    const scaled = new Scaled(cluster, redis, storage, env, url, own);
    try {
      await scaled.openDoors(door, database);
      return scaled;
    } catch (error) {
      await scaled.stop();
      throw error;
    }
  }

  async startProcess(name: string): Promise<void> {
    const own = this.named(name);
    const env = {
      ...{ ...process.env, ...this.env, ROLE: own.role, PORT: String(own.port) },
      DATA_DIR: mkdtempSync(join(this.folder, `${name}-`)),
    };
    const child = spawn(process.execPath, [join(root, 'dist', 'main.js')], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    own.child = child;
    await new Promise<void>((ready, refuse) => {
      child.stdout!.on('data', (part: Buffer) => part.includes('listens on') && ready());
      child.once('exit', (code) => refuse(new Error(`${name} ended with ${code}`)));
    });
  }

  async killProcess(name: string, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const { child } = this.named(name);
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((done) => child.once('exit', done));
    child.kill(signal);
    await ended;
  }

  async stop(): Promise<void> {
    await Promise.all(this.processes.map(({ name }) => this.killProcess(name, 'SIGTERM')));
    this.proxy?.kill('SIGKILL');
    await this.redis.kill();
    this.storage.stop();
    await this.cluster.forget();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private named(name: string): Process {
    return this.processes.find((each) => each.name === name)!;
  }

  /** docs/operations/haproxy.cfg with the addresses of this machine. */
  private async openDoors(door: number, database: number): Promise<void> {
    const connection = await createConnection({ host: '127.0.0.1', port: this.cluster.port(0), user: 'root' });
    await connection.query("CREATE USER IF NOT EXISTS haproxy@'127.0.0.1', haproxy@localhost");
    await connection.end();
    const places: Record<string, string> = {
      // As many as a login may open without asking.
      'maxconn 20000': 'maxconn 500',
      'bind 127.0.0.1:3307': `bind 127.0.0.1:${database}`,
      'bind :80': `bind 127.0.0.1:${door}`,
      '10.0.0.11:3000': `127.0.0.1:${this.named('web1').port}`,
      '10.0.0.12:3000': `127.0.0.1:${this.named('web2').port}`,
      ...Object.fromEntries([0, 1, 2].map((at) => [`10.0.0.3${at + 1}:3306`, `127.0.0.1:${this.cluster.port(at)}`])),
    };
    let text = readFileSync(join(root, 'docs/operations/haproxy.cfg'), 'utf8');
    for (const [place, ours] of Object.entries(places)) {
      if (!text.includes(place)) throw new Error(`docs/operations/haproxy.cfg has no ${place}`);
      text = text.replace(place, ours);
    }
    const file = join(this.folder, 'haproxy.cfg');
    writeFileSync(file, text);
    const path = `${process.env.PATH}:/usr/sbin:/usr/local/sbin`;
    this.proxy = spawn('haproxy', ['-f', file], { env: { ...process.env, PATH: path }, stdio: 'ignore' });
    for (let tries = 0; tries < 300; tries++) {
      const opened = await createConnection({ host: '127.0.0.1', port: database, user: 'root' }).catch(() => null);
      if (opened) return opened.end();
      await pause(100);
    }
    throw new Error('HAProxy lets nobody to the database');
  }
}
