import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createConnection } from 'mysql2/promise';
import { mariadbd, mariadbInstaller, temporary } from './own-mariadb';
import { freePort } from './process';

const PROVIDER = ['/usr/lib/galera/libgalera_smm.so', '/usr/lib64/galera-4/libgalera_smm.so'].find(existsSync);
// Silence that is long for a busy machine, and short for a test.
const PATIENCE =
  'evs.keepalive_period=PT0.5S;evs.inactive_check_period=PT0.5S;evs.suspect_timeout=PT10S;evs.inactive_timeout=PT20S';

interface Node {
  folder: string;
  port: number;
  group: number;
  increments: number;
  state: number;
  child?: ChildProcess;
}

/** A Galera cluster of MariaDB servers of the test's own, on this machine: every one takes writes. */
export class OwnCluster {
  private constructor(
    private readonly folder: string,
    private readonly user: string,
    private readonly nodes: readonly Node[],
  ) {}

  static async create(size: number): Promise<OwnCluster> {
    const folder = mkdtempSync(join(tmpdir(), 'skilgrid-cluster-'));
    // rsync, which brings a new node the data, gives up root's rights by itself and could not write then.
    const user = userInfo().uid === 0 ? 'mysql' : userInfo().username;
    const nodes: Node[] = [];
    for (let at = 0; at < size; at++) {
      const [port, group, increments, state] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
      nodes.push({ folder: join(folder, String(at)), port, group, increments, state });
      temporary(join(folder, String(at)));
    }
    if (user !== userInfo().username) execFileSync('chown', ['-R', user, folder]);
    const data = `--datadir=${join(folder, '0', 'data')}`;
    const quick = ['--auth-root-authentication-method=normal', '--skip-test-db'];
    execFileSync(mariadbInstaller!, ['--no-defaults', data, `--user=${user}`, ...quick], { stdio: 'ignore' });
    for (const { folder: to } of nodes.slice(1)) execFileSync('cp', ['-a', join(folder, '0', 'data'), to]);
    const cluster = new OwnCluster(folder, user, nodes);
    await cluster.start(0, ['--wsrep-new-cluster']);
    for (let at = 1; at < size; at++) await cluster.start(at);
    return cluster;
  }

  /** The product's address at the node with this number. */
  url(at: number): string {
    return `mariadb://root@127.0.0.1:${this.nodes[at]!.port}/skilgrid`;
  }

  /** The others hear nothing of these nodes any more, as behind a cut cable. */
  silence(...which: readonly number[]): void {
    for (const at of which) this.nodes[at]!.child!.kill('SIGSTOP');
  }

  wake(...which: readonly number[]): void {
    for (const at of which) this.nodes[at]!.child!.kill('SIGCONT');
  }

  /** SIGKILL. */
  async kill(at: number): Promise<void> {
    const { child } = this.nodes[at]!;
    const end = new Promise((done) => child!.once('exit', done));
    child!.kill('SIGKILL');
    await end;
  }

  /** A node that was killed joins the others again. */
  again(at: number): Promise<void> {
    return this.start(at);
  }

  port(at: number): number {
    return this.nodes[at]!.port;
  }

  async forget(): Promise<void> {
    const gone = this.nodes.map(({ child }) => {
      if (!child || child.exitCode !== null || child.signalCode !== null) return undefined;
      const end = new Promise((done) => child.once('exit', done));
      child.kill('SIGKILL');
      return end;
    });
    await Promise.all(gone);
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async start(at: number, more: readonly string[] = []): Promise<void> {
    const node = this.nodes[at]!;
    const everybody = this.nodes.map(({ group }) => `127.0.0.1:${group}`).join(',');
    const provider = `gmcast.listen_addr=tcp://127.0.0.1:${node.group};ist.recv_addr=127.0.0.1:${node.increments}`;
    node.child = spawn(
      mariadbd!,
      [
        ...['--no-defaults', `--datadir=${join(node.folder, 'data')}`, `--user=${this.user}`, `--port=${node.port}`],
        ...['--bind-address=127.0.0.1', `--socket=${join(node.folder, 's')}`, '--innodb-buffer-pool-size=64M'],
        `--tmpdir=${temporary(node.folder)}`,
        ...['--binlog-format=ROW', '--innodb-autoinc-lock-mode=2', '--wsrep-on=ON', `--wsrep-provider=${PROVIDER}`],
        ...[`--wsrep-cluster-address=gcomm://${everybody}`, `--wsrep-node-address=127.0.0.1:${node.group}`],
        ...[`--wsrep-provider-options=${provider};gcache.size=64M;${PATIENCE}`, '--wsrep-sst-method=rsync'],
        ...[`--wsrep-sst-receive-address=127.0.0.1:${node.state}`, ...more],
      ],
      { stdio: 'ignore' },
    );
    for (let tries = 0; ; tries++) {
      try {
        const connection = await createConnection({ host: '127.0.0.1', port: node.port, user: 'root' });
        await connection.query('CREATE DATABASE IF NOT EXISTS skilgrid CHARACTER SET utf8mb4 COLLATE utf8mb4_bin');
        return await connection.end();
      } catch (error) {
        // Of a node that runs: it is brought the data of the others, which takes a busy machine its time.
        if (tries > 3_000 || node.child.exitCode !== null) throw error;
        await pause(100);
      }
    }
  }
}
