import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createConnection } from 'mysql2/promise';
import { freePort } from './product-process';

const BINARY_FOLDERS = [
  '/usr/sbin',
  '/usr/bin',
  '/usr/local/sbin',
  '/usr/local/bin',
  '/usr/libexec',
  '/opt/homebrew/bin',
];
const findBinary = (...names: string[]) =>
  BINARY_FOLDERS.flatMap((folder) => names.map((name) => join(folder, name))).find((path) => existsSync(path));

export const mariadbd = findBinary('mariadbd');
export const mariadbInstaller = findBinary('mariadb-install-db');

const LOG_SIZE_OPTION = '--innodb-log-file-size=32M';

/** Creates a folder for the temporary tables of one server only. */
export function createTempFolder(folder: string): string {
  const path = join(folder, 'tmp');
  mkdirSync(path, { recursive: true });
  return path;
}

/** A MariaDB server for one test, which may be killed without affecting others. */
export class TestMariaDb {
  private child: ChildProcess | undefined;

  private constructor(
    private readonly folder: string,
    readonly port: number,
    private readonly more: readonly string[],
  ) {}

  /**
   * @param parentFolder where the data folder is created
   * @param more options of the server
   */
  static async create(parentFolder = tmpdir(), more: readonly string[] = []): Promise<TestMariaDb> {
    const folder = mkdtempSync(join(parentFolder, 'skilgrid-mariadb-'));
    const serverOptions = ['--no-defaults', `--datadir=${join(folder, 'data')}`, `--user=${userInfo().username}`];
    const installOptions = ['--auth-root-authentication-method=normal', '--skip-test-db', LOG_SIZE_OPTION];
    execFileSync(mariadbInstaller!, [...serverOptions, ...installOptions], { stdio: 'ignore' });
    return new TestMariaDb(folder, await freePort(), more);
  }

  get url(): string {
    return `mariadb://root@127.0.0.1:${this.port}/skilgrid`;
  }

  /** Starts or restarts the server and waits until it accepts connections after its recovery. */
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
        // A starting server empties its folder of temporary tables; in a shared folder that would crash other servers.
        `--tmpdir=${createTempFolder(this.folder)}`,
        ...['--innodb-buffer-pool-size=64M', LOG_SIZE_OPTION],
        // MySQL's small default, because the product's sessions must set what they need.
        '--group-concat-max-len=1024',
        ...this.more,
      ],
      { stdio: 'ignore' },
    );
    const options = { host: '127.0.0.1', port: this.port, user: 'root' };
    for (let attempt = 0; ; attempt++) {
      try {
        const connection = await createConnection(options);
        await connection.query('CREATE DATABASE IF NOT EXISTS skilgrid CHARACTER SET utf8mb4 COLLATE utf8mb4_bin');
        return await connection.end();
      } catch (error) {
        // As long as the process runs, it will come up; a busy machine is slow.
        if (attempt > 3_000 || this.child.exitCode !== null) throw error;
        await pause(100);
      }
    }
  }

  /** Runs one statement on a separate connection. */
  async query<R = Record<string, unknown>>(sql: string): Promise<R[]> {
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

  /** SIGKILL, like a power failure. */
  async kill(): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = new Promise((done) => child.once('exit', done));
    child.kill('SIGKILL');
    await exited;
  }

  /** SIGSTOP: keeps its connections but does not respond. */
  suspend(): void {
    this.child!.kill('SIGSTOP');
  }

  resume(): void {
    this.child!.kill('SIGCONT');
  }

  async cleanUp(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
