import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../platform/clock';
import { Database } from '../platform/database/database';
import { idFromBytes } from '../platform/ids';
import type { Round } from '../platform/jobs/sweep';
import { Sweeper } from '../platform/jobs/sweeper';
import { Tenants } from '../tenancy/tenants';
import { ImportFiles } from './import-files.repository';

const HOUR = 3_600_000;
const AT_A_TIME = 20;

/** Files whose week is over, or that another one took the place of: their rows go, then they themselves. */
@Injectable()
export class PastImports implements OnModuleInit {
  constructor(
    private readonly files: ImportFiles,
    private readonly sweeper: Sweeper,
    private readonly database: Database,
    private readonly tenants: Tenants,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.sweeper.register<true>({
      name: 'past-imports',
      every: HOUR,
      leased: true,
      batch: (_, round) => this.forgetSome(round),
    });
  }

  private async forgetSome(round: Round): Promise<true | null> {
    // Across organisations, so no tenant repository: the ids lead to a tenant each.
    const over = await this.database.rows<{ customer_id: number; import_id: Uint8Array }>(
      `SELECT customer_id, import_id FROM import_file WHERE expires_at <= ? ORDER BY expires_at LIMIT ${AT_A_TIME}`,
      [this.clock.now()],
    );
    for (const { customer_id, import_id } of over) {
      const tenant = await this.tenants.forSystem(customer_id);
      for (let isGone = false; !isGone;) {
        if (!(await round.goesOn())) return null;
        isGone = await this.files.forget(tenant, idFromBytes(import_id));
      }
      round.did(1);
    }
    return over.length ? true : null;
  }
}
