import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { engineOf } from './engine';
import { probeEmbeddedFile, ServerProbe } from './health-probes';
import { schemaWork } from './transaction-context';
import { TransactionManager } from './transaction-manager';

/** As long as the Retry-After of a write that was rejected for lack of storage. */
const STORAGE_FAILURE_MEMORY_MS = 30_000;

/** A cluster node without quorum: it answers `SELECT 1` but cannot write. */
export class NoQuorumError extends Error {}

/**
 * For /health/ready: checks that the database answers, is writable and has no pending migrations. Uses a connection of
 * its own: a full transaction queue must not make a load balancer remove this process.
 */
@Injectable()
export class DatabaseHealthIndicator implements OnApplicationBootstrap, OnModuleDestroy {
  private isMigrated = false;
  private serverProbe: ServerProbe | undefined;

  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    private readonly transactions: TransactionManager,
  ) {}

  /** @throws Error when the database does not answer within `timeoutMs`, cannot be written, or migrations are pending. */
  async check(timeoutMs = 4000): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('the database does not answer')), timeoutMs);
    });
    try {
      await Promise.race([timeout, this.probe()]);
    } catch (error) {
      // Do not reuse a connection that did not answer.
      this.serverProbe?.close();
      this.serverProbe = undefined;
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Checked before the first write; later this query would wait in the queue. */
  async onApplicationBootstrap(): Promise<void> {
    await this.assertMigrated().catch(() => undefined);
  }

  onModuleDestroy(): void {
    this.serverProbe?.close();
  }

  private async probe(): Promise<void> {
    if (engineOf(this.dataSource) === 'sqlite') await probeEmbeddedFile(this.dataSource.options.database as string);
    else await this.probeServer();
    await this.assertMigrated();
  }

  private async assertMigrated(): Promise<void> {
    if (this.isMigrated) return;
    if (await schemaWork.run(true, () => this.dataSource.showMigrations())) throw new Error('migrations are pending');
    this.isMigrated = true;
  }

  /** A kept connection may have died since its last use: retries once with a new one. */
  private async readServerState(): Promise<Record<string, string>> {
    const existing = this.serverProbe;
    try {
      return await (this.serverProbe ??= new ServerProbe(this.dataSource.options)).readState();
    } catch (error) {
      if (!existing) throw error;
      existing.close();
      return (this.serverProbe = new ServerProbe(this.dataSource.options)).readState();
    }
  }

  private async probeServer(): Promise<void> {
    const state = await this.readServerState();
    assertQuorum(state);
    if (state['innodb_read_only'] === 'ON' || state['super_read_only'] === 'ON') {
      throw Object.assign(new Error('the database server is read-only'), { code: 'EROFS' });
    }
    // A server reports a full disk only on writes, so a recent storage failure counts.
    const { lastStorageFailure } = this.transactions;
    if (lastStorageFailure && Date.now() - lastStorageFailure.at < STORAGE_FAILURE_MEMORY_MS)
      throw lastStorageFailure.error;
  }
}

/** @param state server variables by name @throws NoQuorumError */
export function assertQuorum({ wsrep_on, wsrep_ready, wsrep_cluster_status }: Readonly<Record<string, string>>): void {
  if (wsrep_on !== 'ON' || (wsrep_ready === 'ON' && wsrep_cluster_status === 'Primary')) return;
  throw new NoQuorumError(`this node of the cluster has no quorum (${wsrep_ready}, ${wsrep_cluster_status})`);
}
