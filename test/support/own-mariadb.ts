import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createConnection } from 'mysql2/promise';
import { freePort } from './process';

const PLACES = ['/usr/sbin', '/usr/bin', '/usr/local/sbin', '/usr/local/bin', '/usr/libexec', '/opt/homebrew/bin'];
const find = (...names: string[]) =>
  PLACES.flatMap((place) => names.map((name) => join(place, name))).find((path) => existsSync(path));

/** A MariaDB server of the test's own, which may be killed; everybody else's goes on. */
export class OwnMariaDb {
  private static readonly daemon = find('mariadbd');
  private static readonly installer = find('mariadb-install-db');

  private child: ChildProcess | undefined;

  private constructor(
    private readonly folder: string,
    private readonly port: number,
  ) {}

  static async create(): Promise<OwnMariaDb> {
    const folder = mkdtempSync(join(tmpdir(), 'skilgrid-mariadb-'));
    const own = ['--no-defaults', `--datadir=${join(folder, 'data')}`, `--user=${userInfo().username}`];
    const quick = ['--auth-root-authentication-method=normal', '--skip-test-db'];
    execFileSync(OwnMariaDb.installer!, [...own, ...quick], { stdio: 'ignore' });
    return new OwnMariaDb(folder, await freePort());
  }

  get url(): string {
    return `mariadb://root@127.0.0.1:${this.port}/skilgrid`;
  }

  /** Started, or started again: it mends what it was killed in, and answers. */
  async start(): Promise<void> {
    this.child = spawn(
      OwnMariaDb.daemon!,
      [
        '--no-defaults',
        `--datadir=${join(this.folder, 'data')}`,
        `--user=${userInfo().username}`,
        `--port=${this.port}`,
        '--bind-address=127.0.0.1',
        `--socket=${join(this.folder, 's')}`,
        '--innodb-buffer-pool-size=64M',
        // As small as MySQL has it: the product's sessions bring what they need.
        '--group-concat-max-len=1024',
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
        if (tries > 600) throw error;
        await pause(100);
      }
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

  async forget(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
