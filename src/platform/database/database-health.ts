import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { schemaWork } from './transaction-context';

/** For /health/ready: the database answers and nothing is left to migrate. */
@Injectable()
export class DatabaseHealth {
  private migrated = false;

  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** @throws Error when the database does not answer within `timeoutMs`, or migrations are pending. */
  async check(timeoutMs = 4000): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, refuse) => {
      timer = setTimeout(() => refuse(new Error('the database does not answer')), timeoutMs);
    });
    try {
      await Promise.race([late, this.ask()]);
    } finally {
      clearTimeout(timer);
    }
  }

  private async ask(): Promise<void> {
    await this.dataSource.query('SELECT 1 AS alive');
    if (this.migrated) return;
    if (await schemaWork.run(true, () => this.dataSource.showMigrations())) throw new Error('migrations are pending');
    this.migrated = true;
  }
}
