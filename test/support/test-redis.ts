import { spawn, type ChildProcess } from 'node:child_process';
import { createConnection } from 'node:net';
import { waitUntil } from './eventually';
import { freePort } from './product-process';

/** An in-memory Redis for one test, which may be killed without affecting others. */
export class TestRedis {
  private child: ChildProcess | undefined;

  private constructor(
    private readonly port: number,
    private readonly settings: readonly string[],
  ) {}

  /** @param settings such as `--maxmemory-policy allkeys-lru` */
  static async start(...settings: string[]): Promise<TestRedis> {
    const redis = new TestRedis(await freePort(), settings);
    await redis.start();
    return redis;
  }

  /** Connects to a Redis that is already running. */
  static fromUrl(url: string): TestRedis {
    return new TestRedis(Number(new URL(url).port), []);
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** Starts or restarts an empty Redis and waits until it responds. */
  async start(): Promise<void> {
    const settings = ['--port', String(this.port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    this.child = spawn('redis-server', [...settings, ...this.settings], { stdio: 'ignore' });
    await waitUntil(
      async () => /^(\+PONG|-NOAUTH)/.test(await this.command('PING').catch(() => '')),
      'redis-server answers',
    );
  }

  /** SIGKILL. */
  async kill(): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = new Promise((done) => child.once('exit', done));
    child.kill('SIGKILL');
    await exited;
  }

  /** Suspends the process, like a network that drops packets; `resume` ends it. */
  suspend(): void {
    this.child?.kill('SIGSTOP');
  }
  resume(): void {
    this.child?.kill('SIGCONT');
  }

  /** Sends one inline command and returns the first reply. */
  command(line: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = createConnection(this.port, '127.0.0.1', () => socket.write(`${line}\r\n`));
      socket.once('error', reject);
      socket.once('data', (reply) => {
        socket.destroy();
        resolve(reply.toString());
      });
    });
  }
}
