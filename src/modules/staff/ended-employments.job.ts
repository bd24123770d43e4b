import { Injectable, type OnModuleInit } from '@nestjs/common';
import { SEATED_STATUSES } from '../../contract/staff.resource';
import { dayAt, type Day } from '../../common/calendar';
import { Clock } from '../../common/clock';
import { Database } from '../../infrastructure/database/database';
import type { JobRun } from '../../infrastructure/jobs/scheduled-job';
import { JobScheduler } from '../../infrastructure/jobs/job-scheduler';
import { processCustomers, CUSTOMERS_PER_BATCH } from '../../tenancy/process-customers';
import { TenantFactory } from '../../tenancy/tenant.factory';
import { EmploymentService } from './employment.service';

const INTERVAL_MS = 5 * 60_000;
const BATCH_SIZE = 100;

const SEATED_STATUS_LIST = SEATED_STATUSES.map((status) => `'${status}'`).join(', ');
/** Active customers with planned leavings, and the earliest last day of each. */
const DUE_CUSTOMERS_SQL = `SELECT o.customer_id, o.time_zone, o.first_day FROM (SELECT c.customer_id AS customer_id, c.time_zone AS time_zone,
    (SELECT MIN(s.last_active_day) FROM staff s WHERE s.customer_id = c.customer_id AND s.status IN (${SEATED_STATUS_LIST})) AS first_day
  FROM customer_state c WHERE c.customer_id > ? AND c.status = 'A') o
  WHERE o.first_day IS NOT NULL ORDER BY o.customer_id LIMIT ${CUSTOMERS_PER_BATCH}`;

interface DueCustomer {
  customer_id: number;
  time_zone: string;
  first_day: Day;
}

/** Sets status, seat and account soon after the last day of employment. */
@Injectable()
export class EndedEmploymentsJob implements OnModuleInit {
  constructor(
    private readonly scheduler: JobScheduler,
    private readonly database: Database,
    private readonly tenantFactory: TenantFactory,
    private readonly employment: EmploymentService,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.scheduler.register<number>({
      name: 'ended-employments',
      intervalMs: INTERVAL_MS,
      isLeased: true,
      runBatch: (after, run) =>
        processCustomers<DueCustomer>(this.database, DUE_CUSTOMERS_SQL, { after, run }, (each) =>
          this.closeDueEmployments(each, run),
        ),
    });
  }

  private async closeDueEmployments({ customer_id, time_zone, first_day }: DueCustomer, run: JobRun): Promise<void> {
    if (first_day >= dayAt(this.clock.now(), time_zone)) return;
    const tenant = await this.tenantFactory.forSystem(customer_id);
    for (let processed = BATCH_SIZE; processed === BATCH_SIZE && (await run.shouldContinue());) {
      processed = await this.employment.closeDueEmployments(tenant, BATCH_SIZE);
      run.countProcessed(processed);
    }
  }
}
