import { Injectable, type OnModuleInit } from '@nestjs/common';
import { dayAt, offsetAt, type Day } from '../platform/calendar';
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
import { DueNotices, type DueMark } from './due-notices.query';
import { NoticeDay } from './notice-day.entity';
import { NoticeDigests } from './notice-digests';
import { NoticeRules } from './notice-settings.service';
import { NoticeWriter } from './notice-writer';
import { PastNotices } from './past-notices';

/** Its name, and that of its lease (platform/jobs/sweep-lease.entity.ts). */
const NOTICE_ROUND = 'notices';
const EVERY_MS = 5 * 60_000;
const HOUR_MS = 3_600_000;
/** By the organisation's clock: what the day brings is told from then on … */
export const MORNING = 7;
/** … and no mail is made from then on until the next morning. */
const EVENING = 20;

/** Open organisations, up to which day each is told, and whether mails wait there. */
const ORGANISATIONS = `SELECT c.customer_id AS customer_id, c.time_zone, d.made_on,
    EXISTS (SELECT 1 FROM notice n WHERE n.customer_id = c.customer_id AND n.state = 'waiting') AS owes
  FROM customer_state c LEFT JOIN notice_day d ON d.customer_id = c.customer_id
  WHERE c.customer_id > ? AND c.status = 'A' ORDER BY c.customer_id LIMIT ${ORGANISATIONS_AT_A_TIME}`;

interface Organisation {
  customer_id: number;
  time_zone: string;
  made_on: Day | null;
  owes: number | boolean;
}

/**
 * Once a day, in the organisation's morning, what the day brings; and, by day, the mails of what waits. One process at a
 * time by a lease; done twice, or again after a kill, it finds that all is there (notice.entity.ts).
 */
@Injectable()
export class NoticeRound implements OnModuleInit {
  constructor(
    private readonly sweeper: Sweeper,
    private readonly database: Database,
    private readonly tenants: Tenants,
    private readonly due: DueNotices,
    private readonly rules: NoticeRules,
    private readonly writer: NoticeWriter,
    private readonly digests: NoticeDigests,
    private readonly past: PastNotices,
    @Records(NoticeDay) private readonly days: TenantRepository<NoticeDay>,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.sweeper.register<number>({
      name: NOTICE_ROUND,
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

  private async one({ customer_id, time_zone, made_on, owes }: Organisation, round: Round): Promise<void> {
    const now = this.clock.now();
    const hour = hourAt(now, time_zone);
    const isDue = hour >= MORNING && made_on !== dayAt(now, time_zone);
    if (!isDue && !Number(owes)) return;
    const tenant = await this.tenants.forSystem(customer_id);
    if (isDue && !(await this.bring(tenant, now, round))) return;
    if (hour >= MORNING && hour < EVENING) await this.mail(tenant, now, round);
  }

  /** @returns false: it was interrupted, and goes on with the next round */
  private async bring(tenant: Tenant, at: number, round: Round): Promise<boolean> {
    const { due_soon_days, expiring_days } = await this.rules.read(tenant);
    let mark: DueMark | null = null;
    do {
      if (!(await round.goesOn())) return false;
      const found = await this.due.look(tenant, { at, due_soon_days, expiring_days, only_new: false }, mark);
      round.did(await this.writer.write(tenant, found.owed));
      mark = found.next;
    } while (mark);
    while (await this.past.forget(tenant)) if (!(await round.goesOn())) return false;
    const made_on = dayAt(at, tenant.time_zone);
    await this.transactions.run(() => this.days.insertOrReplace(tenant, [{ made_on }]));
    return true;
  }

  private async mail(tenant: Tenant, at: number, round: Round): Promise<void> {
    let after: string | null = null;
    do {
      if (!(await round.goesOn())) return;
      after = await this.digests.make(tenant, at, after);
    } while (after);
  }
}

/** What the clock on the wall shows there: 0 to 23. */
function hourAt(instant: number, time_zone: string): number {
  const second = Math.floor(instant / 1000) * 1000;
  const wall = second + offsetAt(second, time_zone);
  return Math.floor((wall % (24 * HOUR_MS)) / HOUR_MS);
}
