import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { LEASE_TIMEOUT_MS, MigrationLease } from './migration-lease';
import { schemaWork } from './transaction-context';

/** Runs first-start work in one process under the migration lease; other processes wait. */
@Injectable()
export class StartupLockService {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  async runExclusive<T>(log: (line: string) => void, work: () => Promise<T>): Promise<T> {
    const lease = await schemaWork.run(true, () => MigrationLease.acquire(this.dataSource, LEASE_TIMEOUT_MS, log));
    try {
      return await work();
    } finally {
      await schemaWork.run(true, () => lease.release());
    }
  }
}
