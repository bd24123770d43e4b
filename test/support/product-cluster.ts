import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createConnection } from 'mysql2/promise';
import { TestGaleraCluster } from './test-galera-cluster';
import { TestRedis } from './test-redis';
import { TestS3 } from './test-s3';
import { freePort } from './product-process';

const root = join(__dirname, '../..');
const SECRET = 'a secret of this cluster alone, long enough to be accepted';

interface Process {
  readonly name: string;
  readonly port: number;
  readonly role: 'web' | 'worker';
  child?: ChildProcess;
}

/**
 * The product as a cluster on this machine: HAProxy configured as in docs/operations in front of two web processes
 * and three Galera nodes (one of them writable), two workers, persistent Redis, object storage.
 */
export class ProductCluster {
  private readonly folder = mkdtempSync(join(tmpdir(), 'skilgrid-scaled-'));
  private proxy: ChildProcess | undefined;
  readonly processes: readonly Process[];

  private constructor(
    readonly cluster: TestGaleraCluster,
    readonly redis: TestRedis,
    readonly storage: TestS3,
    readonly env: Record<string, string>,
    /** Public URL. */
    readonly url: string,
    ports: readonly number[],
  ) {
    this.processes = ports.map((port, at) => ({
      port,
      role: at < 2 ? 'web' : 'worker',
      name: at < 2 ? `web${at + 1}` : `worker${at - 1}`,
    }));
  }

  /** @param more environment of the product's processes, such as a mail server */
  static async start(more: Record<string, string>): Promise<ProductCluster> {
    const cluster = await ProductCluster.startInfrastructure(more);
    try {
      // One after another, because the first one migrates.
      for (const each of cluster.processes) await cluster.startProcess(each.name);
      return cluster;
    } catch (error) {
      await cluster.stop();
      throw error;
    }
  }

  /** Everything except the product's processes. */
  static async startInfrastructure(more: Record<string, string> = {}): Promise<ProductCluster> {
    const ports = await Promise.all(Array.from({ length: 6 }, freePort));
    const [httpPort, database, ...processPorts] = ports as [number, number, ...number[]];
    const [cluster, redis, storage] = await Promise.all([
      TestGaleraCluster.create(3),
      TestRedis.start(
        '--appendonly',
        'yes',
        '--maxmemory-policy',
        'noeviction',
        '--dir',
        mkdtempSync(join(tmpdir(), 'redis-')),
      ),
      TestS3.start(),
    ]);
    const url = `http://127.0.0.1:${httpPort}`;
    const env = {
      ...(await storage.createBucket()).env,
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
    const productCluster = new ProductCluster(cluster, redis, storage, env, url, processPorts);
    try {
      await productCluster.startProxy(httpPort, database);
      return productCluster;
    } catch (error) {
      await productCluster.stop();
      throw error;
    }
  }

  async startProcess(name: string): Promise<void> {
    const target = this.findProcess(name);
    const env = {
      ...process.env,
      ...this.env,
      ROLE: target.role,
      PORT: String(target.port),
      DATA_DIR: mkdtempSync(join(this.folder, `${name}-`)),
    };
    const child = spawn(process.execPath, [join(root, 'dist', 'main.js')], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    target.child = child;
    await new Promise<void>((ready, reject) => {
      child.stdout!.on('data', (part: Buffer) => part.includes('listens on') && ready());
      child.once('exit', (code) => reject(new Error(`${name} ended with ${code}`)));
    });
  }

  async killProcess(name: string, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const { child } = this.findProcess(name);
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = new Promise((done) => child.once('exit', done));
    child.kill(signal);
    await exited;
  }

  async stop(): Promise<void> {
    await Promise.all(this.processes.map(({ name }) => this.killProcess(name, 'SIGTERM')));
    this.proxy?.kill('SIGKILL');
    await this.redis.kill();
    this.storage.stop();
    await this.cluster.cleanUp();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private findProcess(name: string): Process {
    return this.processes.find((each) => each.name === name)!;
  }

  /** docs/operations/haproxy.cfg with local addresses. */
  private async startProxy(httpPort: number, database: number): Promise<void> {
    const connection = await createConnection({ host: '127.0.0.1', port: this.cluster.port(0), user: 'root' });
    await connection.query("CREATE USER IF NOT EXISTS haproxy@'127.0.0.1', haproxy@localhost");
    await connection.end();
    const replacements: Record<string, string> = {
      // Within the file descriptor limit of an ordinary login.
      'maxconn 20000': 'maxconn 500',
      'bind 127.0.0.1:3307': `bind 127.0.0.1:${database}`,
      'bind :80': `bind 127.0.0.1:${httpPort}`,
      '10.0.0.11:3000': `127.0.0.1:${this.findProcess('web1').port}`,
      '10.0.0.12:3000': `127.0.0.1:${this.findProcess('web2').port}`,
      ...Object.fromEntries([0, 1, 2].map((at) => [`10.0.0.3${at + 1}:3306`, `127.0.0.1:${this.cluster.port(at)}`])),
    };
    let text = readFileSync(join(root, 'docs/operations/haproxy.cfg'), 'utf8');
    for (const [placeholder, replacement] of Object.entries(replacements)) {
      if (!text.includes(placeholder)) throw new Error(`docs/operations/haproxy.cfg has no ${placeholder}`);
      text = text.replace(placeholder, replacement);
    }
    const file = join(this.folder, 'haproxy.cfg');
    writeFileSync(file, text);
    const path = `${process.env.PATH}:/usr/sbin:/usr/local/sbin`;
    this.proxy = spawn('haproxy', ['-f', file], { env: { ...process.env, PATH: path }, stdio: 'ignore' });
    for (let attempt = 0; attempt < 300; attempt++) {
      const probe = await createConnection({ host: '127.0.0.1', port: database, user: 'root' }).catch(() => null);
      if (probe) return probe.end();
      await pause(100);
    }
    throw new Error('HAProxy accepts no connection to the database');
  }
}
