import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createConnection } from 'mysql2/promise';
import { freePort } from './process';

const PLACES = ['/usr/sbin', '/usr/bin', '/usr/local/sbin', '/usr/local/bin', '/usr/libexec', '/opt/homebrew/bin'];
const find = (...names: string[]) =>
  PLACES.flatMap((place) => names.map((name) => join(place, name))).find((path) => existsSync(path));

export const mariadbd = find('mariadbd');
export const mariadbInstaller = find('mariadb-install-db');

const LOG = '--innodb-log-file-size=32M';

/** A folder for the temporary tables of one server, and of nobody else. */
export function temporary(folder: string): string {
  const path = join(folder, 'tmp');
  mkdirSync(path, { recursive: true });
  return path;
}

/** A MariaDB server of the test's own, which may be killed; everybody else's goes on. */
export class OwnMariaDb {
  private child: ChildProcess | undefined;

  private constructor(
    private readonly folder: string,
    readonly port: number,
    private readonly more: readonly string[],
  ) {}

  /**
   * @param within a disk of the test's own; else the temporary folder
   * @param more options of the server
   */
  static async create(within = tmpdir(), more: readonly string[] = []): Promise<OwnMariaDb> {
    const folder = mkdtempSync(join(within, 'skilgrid-mariadb-'));
    const own = ['--no-defaults', `--datadir=${join(folder, 'data')}`, `--user=${userInfo().username}`];
    const quick = ['--auth-root-authentication-method=normal', '--skip-test-db', LOG];
    execFileSync(mariadbInstaller!, [...own, ...quick], { stdio: 'ignore' });
    return new OwnMariaDb(folder, await freePort(), more);
  }

  get url(): string {
    return `mariadb://root@127.0.0.1:${this.port}/skilgrid`;
  }

  /** Started, or started again: it mends what it was killed in, and answers. */
  async start(): Promise<void> {
    this.child = spawn(
      mariadbd!,
      [
        '--no-defaults',
        `--datadir=${join(this.folder, 'data')}`,
        `--user=${userInfo().username}`,
        `--port=${this.port}`,
        '--bind-address=127.0.0.1',
        `--socket=${join(this.folder, 's')}`,
        // A server that starts empties its folder of temporary tables: in a shared one it takes those of others, who die of it.
        `--tmpdir=${temporary(this.folder)}`,
        ...['--innodb-buffer-pool-size=64M', LOG],
        // As small as MySQL has it: the product's sessions bring what they need.
        '--group-concat-max-len=1024',
        ...this.more,
      ],
      { stdio: 'ignore' },
    );
    const options = { host: '127.0.0.1', port: this.port, user: 'root' };
    for (let tries = 0; ; tries++) {
      try {
        const connection = await createConnection(options);
        await connection.query('CREATE DATABASE IF NOT EXISTS skilgrid CHARACTER SET utf8mb4 COLLATE utf8mb4_bin');
        return await connection.end();
      } catch (error) {
        // As long as it runs, it comes up: on a busy machine it takes its time.
        if (tries > 3_000 || this.child.exitCode !== null) throw error;
        await pause(100);
      }
    }
  }

  /** The rows of one statement, on a connection of its own. */
  async ask<R = Record<string, unknown>>(sql: string): Promise<R[]> {
    const connection = await createConnection({
      host: '127.0.0.1',
      port: this.port,
      user: 'root',
      database: 'skilgrid',
    });
    try {
      return (await connection.query(sql))[0] as R[];
    } finally {
      await connection.end();
    }
  }

  /** SIGKILL, as a machine that loses its power. */
  async kill(): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((done) => child.once('exit', done));
    child.kill('SIGKILL');
    await gone;
  }

  /** SIGSTOP: it holds its connections and answers nothing. */
  silence(): void {
    this.child!.kill('SIGSTOP');
  }

  wake(): void {
    this.child!.kill('SIGCONT');
  }

  async forget(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
