import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Config } from '../config/config';
import { openReplica } from '../database/data-source';
import { Database } from '../database/database';
import type { Elsewhere, Reads } from '../database/elsewhere';

/** Statements on the replica itself. */
class ThereOnly extends Database {
  protected override elsewhere(): Elsewhere | undefined {
    return undefined;
  }
}

/**
 * The connections to the replica that REPORTS_DATABASE_URL names, and none without it. One that is away stops neither the
 * start nor anything else: it is opened again when it is asked for.
 */
@Injectable()
export class Replica implements OnModuleInit, OnApplicationShutdown {
  private dataSource: DataSource | undefined;
  private opening: Promise<void> | undefined;
  private isClosing = false;
  /** null: it is not there. */
  reads: Reads | null = null;
  /** Why it could not be opened the last time. */
  refusal: unknown;

  constructor(
    private readonly config: Config,
    @Inject(DataSource) private readonly main: DataSource,
  ) {}

  get isWanted(): boolean {
    return this.config.reportsDatabaseUrl !== null;
  }

  async onModuleInit(): Promise<void> {
    if (this.isWanted) await this.open();
  }

  async onApplicationShutdown(): Promise<void> {
    this.isClosing = true;
    this.reads = null;
    await this.opening;
    await this.dataSource?.destroy();
  }

  /** Tries once, however many ask meanwhile. Never fails: `reads` tells. */
  open(): Promise<void> {
    return (this.opening ??= this.opened().finally(() => (this.opening = undefined)));
  }

  private async opened(): Promise<void> {
    if (this.dataSource || this.isClosing) return;
    try {
      this.dataSource = await openReplica(this.config.reportsDatabaseUrl!, this.main);
      this.reads = new ThereOnly(this.dataSource);
    } catch (error) {
      this.refusal = error;
    }
  }
}
