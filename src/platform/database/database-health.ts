import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { engineOf } from './engine';
import { askEmbedded, ServerWatch } from './health-questions';
import { schemaWork } from './transaction-context';
import { Transactions } from './transactions';

/** As long as the callers of a refused write are asked to wait. */
const REMEMBERED_MS = 30_000;

/** A node of a cluster that may not write: it answers `SELECT 1` all the same. */
export class NoQuorum extends Error {}

/**
 * For /health/ready: the database answers, may be written to, and nothing is left to migrate. It is asked on a connection of
 * its own: whoever waits for a place to write must not make a balancer believe that nobody is here.
 */
@Injectable()
export class DatabaseHealth implements OnApplicationBootstrap, OnModuleDestroy {
  private migrated = false;
  private watch: ServerWatch | undefined;

  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
  ) {}

  /** @throws Error when the database does not answer within `timeoutMs`, cannot be written, or migrations are pending. */
  async check(timeoutMs = 4000): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, refuse) => {
      timer = setTimeout(() => refuse(new Error('the database does not answer')), timeoutMs);
    });
    try {
      await Promise.race([late, this.ask()]);
    } catch (error) {
      // A connection that did not answer is not asked again.
      this.watch?.close();
      this.watch = undefined;
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Before anybody writes: later this question would stand in line, too. */
  async onApplicationBootstrap(): Promise<void> {
    await this.demandMigrated().catch(() => undefined);
  }

  onModuleDestroy(): void {
    this.watch?.close();
  }

  private async ask(): Promise<void> {
    if (engineOf(this.dataSource) === 'sqlite') await askEmbedded(this.dataSource.options.database as string);
    else await this.askServer();
    await this.demandMigrated();
  }

  private async demandMigrated(): Promise<void> {
    if (this.migrated) return;
    if (await schemaWork.run(true, () => this.dataSource.showMigrations())) throw new Error('migrations are pending');
    this.migrated = true;
  }

  /** A connection that was kept may have died since it was last asked: a new one tells how the server is now. */
  private async asked(): Promise<Record<string, string>> {
    const kept = this.watch;
    try {
      return await (this.watch ??= new ServerWatch(this.dataSource.options)).ask();
    } catch (error) {
      if (!kept) throw error;
      kept.close();
      return (this.watch = new ServerWatch(this.dataSource.options)).ask();
    }
  }

  private async askServer(): Promise<void> {
    const server = await this.asked();
    quorumOf(server);
    if (server['innodb_read_only'] === 'ON' || server['super_read_only'] === 'ON') {
      throw Object.assign(new Error('the database server is read-only'), { code: 'EROFS' });
    }
    // Of its own disk a server tells only those who write: who was told so a moment ago is not sent the next one.
    const { unkept } = this.transactions;
    if (unkept && Date.now() - unkept.at < REMEMBERED_MS) throw unkept.error;
  }
}

/** @param server what it says of itself, by name @throws NoQuorum */
export function quorumOf({ wsrep_on, wsrep_ready, wsrep_cluster_status }: Readonly<Record<string, string>>): void {
  if (wsrep_on !== 'ON' || (wsrep_ready === 'ON' && wsrep_cluster_status === 'Primary')) return;
  throw new NoQuorum(`this node of the cluster has no quorum (${wsrep_ready}, ${wsrep_cluster_status})`);
}
