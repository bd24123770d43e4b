import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Config } from '../config/config';
import { openReplica } from '../database/data-source';
import { Database } from '../database/database';
import type { ReadRedirect, RowReader } from '../database/read-redirect';

/** Statements that run on the replica itself. */
class ReplicaDatabase extends Database {
  protected override activeReadRedirect(): ReadRedirect | undefined {
    return undefined;
  }
}

/**
 * The connection pool to the replica of REPORTS_DATABASE_URL, if set. An unreachable replica stops neither the start
 * nor anything else; it is opened again on demand.
 */
@Injectable()
export class ReplicaConnection implements OnModuleInit, OnApplicationShutdown {
  private dataSource: DataSource | undefined;
  private opening: Promise<void> | undefined;
  private isClosing = false;
  /** null: not connected. */
  reader: RowReader | null = null;
  lastError: unknown;

  constructor(
    private readonly config: Config,
    @Inject(DataSource) private readonly main: DataSource,
  ) {}

  get isConfigured(): boolean {
    return this.config.reportsDatabaseUrl !== null;
  }

  async onModuleInit(): Promise<void> {
    if (this.isConfigured) await this.open();
  }

  async onApplicationShutdown(): Promise<void> {
    this.isClosing = true;
    this.reader = null;
    await this.opening;
    await this.dataSource?.destroy();
  }

  /** Tries to connect, once for all concurrent callers. Never throws: check `reader`. */
  open(): Promise<void> {
    return (this.opening ??= this.tryOpen().finally(() => (this.opening = undefined)));
  }

  private async tryOpen(): Promise<void> {
    if (this.dataSource || this.isClosing) return;
    try {
      this.dataSource = await openReplica(this.config.reportsDatabaseUrl!, this.main);
      this.reader = new ReplicaDatabase(this.dataSource);
    } catch (error) {
      this.lastError = error;
    }
  }
}
