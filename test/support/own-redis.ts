import { spawn, type ChildProcess } from 'node:child_process';
import { createConnection } from 'node:net';
import { until } from './eventually';
import { freePort } from './process';

/** A Redis of the test's own, in memory alone, which may be killed; everybody else's goes on. */
export class OwnRedis {
  private child: ChildProcess | undefined;

  private constructor(
    private readonly port: number,
    private readonly settings: readonly string[],
  ) {}

  /** @param settings such as `--maxmemory-policy allkeys-lru` */
  static async start(...settings: string[]): Promise<OwnRedis> {
    const own = new OwnRedis(await freePort(), settings);
    await own.start();
    return own;
  }

  /** One that somebody else has started, to ask it something. */
  static at(url: string): OwnRedis {
    return new OwnRedis(Number(new URL(url).port), []);
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** Started, or started again: empty, and answering. */
  async start(): Promise<void> {
    const settings = ['--port', String(this.port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    this.child = spawn('redis-server', [...settings, ...this.settings], { stdio: 'ignore' });
    await until(async () => /^(\+PONG|-NOAUTH)/.test(await this.ask('PING').catch(() => '')), 'redis-server answers');
  }

  /** SIGKILL. */
  async kill(): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((done) => child.once('exit', done));
    child.kill('SIGKILL');
    await ended;
  }

  /** Alive and silent, as behind a network that swallows; `goOn` ends it. */
  freeze(): void {
    this.child?.kill('SIGSTOP');
  }
  goOn(): void {
    this.child?.kill('SIGCONT');
  }

  /** One command by hand: what it answers first. */
  ask(command: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = createConnection(this.port, '127.0.0.1', () => socket.write(`${command}\r\n`));
      socket.once('error', reject);
      socket.once('data', (answer) => {
        socket.destroy();
        resolve(answer.toString());
      });
    });
  }
}
