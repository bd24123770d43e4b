import { Injectable, type OnModuleInit } from '@nestjs/common';
import { dayAt, type Day } from '../platform/calendar';
import { Clock } from '../platform/clock';
import { Database } from '../platform/database/database';
import { Transactions } from '../platform/database/transactions';
import type { Round } from '../platform/jobs/sweep';
import { Sweeper } from '../platform/jobs/sweeper';
import { eachOrganisation, ORGANISATIONS_AT_A_TIME } from '../tenancy/organisation-round';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { TenantRepository } from '../tenancy/tenant-repository';
import { Tenants } from '../tenancy/tenants';
import { RenewalDay } from './renewal-day.entity';
import { Renewals, type Renewed } from './renewals.service';

const EVERY_MS = 5 * 60_000;

/** Open organisations, and up to which day each is looked through. */
const ORGANISATIONS = `SELECT c.customer_id AS customer_id, c.time_zone, d.swept_on
  FROM customer_state c LEFT JOIN renewal_day d ON d.customer_id = c.customer_id
  WHERE c.customer_id > ? AND c.status = 'A' ORDER BY c.customer_id LIMIT ${ORGANISATIONS_AT_A_TIME}`;

interface Organisation {
  customer_id: number;
  time_zone: string;
  swept_on: Day | null;
}

/**
 * Once on each day of an organisation's calendar, soon after it begins: before what the day brings is told (notices/). What
 * was missed for days is made up for in one go.
 */
@Injectable()
export class RenewalRound implements OnModuleInit {
  constructor(
    private readonly sweeper: Sweeper,
    private readonly database: Database,
    private readonly tenants: Tenants,
    private readonly renewals: Renewals,
    @Records(RenewalDay) private readonly days: TenantRepository<RenewalDay>,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.sweeper.register<number>({
      name: 'renewals',
      every: EVERY_MS,
      leased: true,
      batch: (after, round) => this.some(after, round),
    });
  }

  private some(after: number | null, round: Round): Promise<number | null> {
    return eachOrganisation<Organisation>(this.database, ORGANISATIONS, { after, round }, (each) =>
      this.one(each, round),
    );
  }

  private async one({ customer_id, time_zone, swept_on }: Organisation, round: Round): Promise<void> {
    const today = dayAt(this.clock.now(), time_zone);
    if (swept_on === today) return;
    const tenant = await this.tenants.forSystem(customer_id);
    const isWhole =
      (await inPortions(round, () => this.renewals.open(tenant, today))) &&
      (await inPortions(round, () => this.renewals.expire(tenant, today)));
    if (isWhole) await this.noted(tenant, today);
  }

  private async noted(tenant: Tenant, swept_on: Day): Promise<void> {
    await this.transactions.run(() => this.days.insertOrReplace(tenant, [{ swept_on }]));
  }
}

/** @returns false: it was interrupted, and goes on with the next round */
async function inPortions(round: Round, portion: () => Promise<Renewed>): Promise<boolean> {
  for (;;) {
    const { count, more } = await portion();
    round.did(count);
    if (!more) return true;
    if (!(await round.goesOn())) return false;
  }
}
