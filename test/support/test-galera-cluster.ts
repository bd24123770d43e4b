import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createConnection } from 'mysql2/promise';
import { mariadbd, mariadbInstaller, createTempFolder } from './test-mariadb';
import { freePort } from './product-process';

const GALERA_LIBRARY = ['/usr/lib/galera/libgalera_smm.so', '/usr/lib64/galera-4/libgalera_smm.so'].find(existsSync);
// Timeouts that tolerate a busy machine and still suit a test.
const TIMEOUT_OPTIONS =
  'evs.keepalive_period=PT0.5S;evs.inactive_check_period=PT0.5S;evs.suspect_timeout=PT10S;evs.inactive_timeout=PT20S';

interface Node {
  folder: string;
  port: number;
  groupPort: number;
  istPort: number;
  sstPort: number;
  child?: ChildProcess;
}

/** A Galera cluster of MariaDB servers on this machine for one test: every node accepts writes. */
export class TestGaleraCluster {
  private constructor(
    private readonly folder: string,
    private readonly user: string,
    private readonly nodes: readonly Node[],
  ) {}

  static async create(size: number): Promise<TestGaleraCluster> {
    const folder = mkdtempSync(join(tmpdir(), 'skilgrid-cluster-'));
    // rsync, which copies the data to a new node, drops root's rights and could not write then.
    const user = userInfo().uid === 0 ? 'mysql' : userInfo().username;
    const nodes: Node[] = [];
    for (let index = 0; index < size; index++) {
      const [port, groupPort, istPort, sstPort] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
      nodes.push({ folder: join(folder, String(index)), port, groupPort, istPort, sstPort });
      createTempFolder(join(folder, String(index)));
    }
    if (user !== userInfo().username) execFileSync('chown', ['-R', user, folder]);
    const data = `--datadir=${join(folder, '0', 'data')}`;
    const installOptions = ['--auth-root-authentication-method=normal', '--skip-test-db'];
    execFileSync(mariadbInstaller!, ['--no-defaults', data, `--user=${user}`, ...installOptions], { stdio: 'ignore' });
    for (const { folder: to } of nodes.slice(1)) execFileSync('cp', ['-a', join(folder, '0', 'data'), to]);
    const cluster = new TestGaleraCluster(folder, user, nodes);
    await cluster.start(0, ['--wsrep-new-cluster']);
    for (let index = 1; index < size; index++) await cluster.start(index);
    return cluster;
  }

  /** Database URL of the node with this index. */
  url(index: number): string {
    return `mariadb://root@127.0.0.1:${this.nodes[index]!.port}/skilgrid`;
  }

  /** Suspends nodes: the others no longer receive anything from them, as behind a cut cable. */
  suspend(...indexes: readonly number[]): void {
    for (const index of indexes) this.nodes[index]!.child!.kill('SIGSTOP');
  }

  resume(...indexes: readonly number[]): void {
    for (const index of indexes) this.nodes[index]!.child!.kill('SIGCONT');
  }

  /** SIGKILL. */
  async kill(index: number): Promise<void> {
    const { child } = this.nodes[index]!;
    const exited = new Promise((done) => child!.once('exit', done));
    child!.kill('SIGKILL');
    await exited;
  }

  /** Restarts a killed node, which rejoins the cluster. */
  restart(index: number): Promise<void> {
    return this.start(index);
  }

  port(index: number): number {
    return this.nodes[index]!.port;
  }

  async cleanUp(): Promise<void> {
    const exits = this.nodes.map(({ child }) => {
      if (!child || child.exitCode !== null || child.signalCode !== null) return undefined;
      const exited = new Promise((done) => child.once('exit', done));
      child.kill('SIGKILL');
      return exited;
    });
    await Promise.all(exits);
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async start(index: number, more: readonly string[] = []): Promise<void> {
    const node = this.nodes[index]!;
    const groupAddresses = this.nodes.map(({ groupPort }) => `127.0.0.1:${groupPort}`).join(',');
    const provider = `gmcast.listen_addr=tcp://127.0.0.1:${node.groupPort};ist.recv_addr=127.0.0.1:${node.istPort}`;
    node.child = spawn(
      mariadbd!,
      [
        ...['--no-defaults', `--datadir=${join(node.folder, 'data')}`, `--user=${this.user}`, `--port=${node.port}`],
        ...['--bind-address=127.0.0.1', `--socket=${join(node.folder, 's')}`, '--innodb-buffer-pool-size=64M'],
        `--tmpdir=${createTempFolder(node.folder)}`,
        ...[
          '--binlog-format=ROW',
          '--innodb-autoinc-lock-mode=2',
          '--wsrep-on=ON',
          `--wsrep-provider=${GALERA_LIBRARY}`,
        ],
        ...[`--wsrep-cluster-address=gcomm://${groupAddresses}`, `--wsrep-node-address=127.0.0.1:${node.groupPort}`],
        ...[`--wsrep-provider-options=${provider};gcache.size=64M;${TIMEOUT_OPTIONS}`, '--wsrep-sst-method=rsync'],
        ...[`--wsrep-sst-receive-address=127.0.0.1:${node.sstPort}`, ...more],
      ],
      { stdio: 'ignore' },
    );
    for (let attempt = 0; ; attempt++) {
      try {
        const connection = await createConnection({ host: '127.0.0.1', port: node.port, user: 'root' });
        await connection.query('CREATE DATABASE IF NOT EXISTS skilgrid CHARACTER SET utf8mb4 COLLATE utf8mb4_bin');
        return await connection.end();
      } catch (error) {
        // A running node may still be receiving the data of the others, which takes long on a busy machine.
        if (attempt > 3_000 || node.child.exitCode !== null) throw error;
        await pause(100);
      }
    }
  }
}
