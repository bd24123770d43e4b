import { Injectable, type OnModuleInit } from '@nestjs/common';
import { dayAt, utcOffsetAt, type Day } from '../../common/calendar';
import { Clock } from '../../common/clock';
import { Database } from '../../infrastructure/database/database';
import { TransactionManager } from '../../infrastructure/database/transaction-manager';
import type { JobRun } from '../../infrastructure/jobs/scheduled-job';
import { JobScheduler } from '../../infrastructure/jobs/job-scheduler';
import { processCustomers, CUSTOMERS_PER_BATCH } from '../../tenancy/process-customers';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import type { TenantRepository } from '../../tenancy/tenant-repository';
import { TenantFactory } from '../../tenancy/tenant.factory';
import { DueNoticesQuery, type DueCursor } from './due-notices.query';
import { NoticeDay } from './notice-day.entity';
import { NoticeDigestService } from './notice-digest.service';
import { NoticeSettingsService } from './notice-settings.service';
import { NoticeWriter } from './notice-writer';
import { NoticeRetentionService } from './notice-retention.service';

/** Name of the job and of its lease. */
const JOB_NAME = 'notices';
const INTERVAL_MS = 5 * 60_000;
const HOUR_MS = 3_600_000;
/** Local hour of the customer from which daily notices are written. */
export const MORNING_HOUR = 7;
/** Local hour from which no mails are created until the next morning. */
const EVENING_HOUR = 20;

/** Active customers with their last finished day, and whether notices wait for mails. */
const CUSTOMERS = `SELECT c.customer_id AS customer_id, c.time_zone, d.made_on,
    EXISTS (SELECT 1 FROM notice n WHERE n.customer_id = c.customer_id AND n.state = 'waiting') AS owes
  FROM customer_state c LEFT JOIN notice_day d ON d.customer_id = c.customer_id
  WHERE c.customer_id > ? AND c.status = 'A' ORDER BY c.customer_id LIMIT ${CUSTOMERS_PER_BATCH}`;

interface CustomerRow {
  customer_id: number;
  time_zone: string;
  made_on: Day | null;
  owes: number | boolean;
}

/**
 * Writes the daily notices once a day, in the morning of the customer, and creates the mails of waiting notices during
 * the day. A lease allows one process at a time; repeating a run adds nothing (notice.entity.ts).
 */
@Injectable()
export class DailyNoticesJob implements OnModuleInit {
  constructor(
    private readonly scheduler: JobScheduler,
    private readonly database: Database,
    private readonly tenantFactory: TenantFactory,
    private readonly dueNotices: DueNoticesQuery,
    private readonly settings: NoticeSettingsService,
    private readonly writer: NoticeWriter,
    private readonly digests: NoticeDigestService,
    private readonly retention: NoticeRetentionService,
    @InjectTenantRepository(NoticeDay) private readonly days: TenantRepository<NoticeDay>,
    private readonly transactions: TransactionManager,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.scheduler.register<number>({
      name: JOB_NAME,
      intervalMs: INTERVAL_MS,
      isLeased: true,
      runBatch: (after, run) => this.runBatch(after, run),
    });
  }

  private runBatch(after: number | null, run: JobRun): Promise<number | null> {
    return processCustomers<CustomerRow>(this.database, CUSTOMERS, { after, run }, (each) =>
      this.runForCustomer(each, run),
    );
  }

  private async runForCustomer({ customer_id, time_zone, made_on, owes }: CustomerRow, run: JobRun): Promise<void> {
    const now = this.clock.now();
    const hour = hourAt(now, time_zone);
    const isDue = hour >= MORNING_HOUR && made_on !== dayAt(now, time_zone);
    if (!isDue && !Number(owes)) return;
    const tenant = await this.tenantFactory.forSystem(customer_id);
    if (isDue && !(await this.writeDueNotices(tenant, now, run))) return;
    if (hour >= MORNING_HOUR && hour < EVENING_HOUR) await this.createMails(tenant, now, run);
  }

  /** @returns false if interrupted; the next run continues */
  private async writeDueNotices(tenant: Tenant, at: number, run: JobRun): Promise<boolean> {
    const { due_soon_days, expiring_days } = await this.settings.read(tenant);
    let cursor: DueCursor | null = null;
    do {
      if (!(await run.shouldContinue())) return false;
      const page = await this.dueNotices.findPage(
        tenant,
        { at, due_soon_days, expiring_days, only_new: false },
        cursor,
      );
      run.countProcessed(await this.writer.write(tenant, page.notices));
      cursor = page.next;
    } while (cursor);
    while (await this.retention.deleteBatch(tenant)) if (!(await run.shouldContinue())) return false;
    const made_on = dayAt(at, tenant.time_zone);
    await this.transactions.run(() => this.days.insertOrReplace(tenant, [{ made_on }]));
    return true;
  }

  private async createMails(tenant: Tenant, at: number, run: JobRun): Promise<void> {
    let after: string | null = null;
    do {
      if (!(await run.shouldContinue())) return;
      after = await this.digests.createBatch(tenant, at, after);
    } while (after);
  }
}

/** Local hour, 0 to 23. */
function hourAt(instant: number, time_zone: string): number {
  const second = Math.floor(instant / 1000) * 1000;
  const wall = second + utcOffsetAt(second, time_zone);
  return Math.floor((wall % (24 * HOUR_MS)) / HOUR_MS);
}
