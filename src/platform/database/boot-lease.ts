import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { DEAD_AFTER_MS, MigrationLease } from './migration-lease';
import { schemaWork } from './transaction-context';

/** What the first process of a new installation does, and the others wait for: under the lease of the migrations. */
@Injectable()
export class BootLease {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  async alone<T>(say: (line: string) => void, work: () => Promise<T>): Promise<T> {
    const lease = await schemaWork.run(true, () => MigrationLease.take(this.dataSource, DEAD_AFTER_MS, say));
    try {
      return await work();
    } finally {
      await schemaWork.run(true, () => lease.end());
    }
  }
}
