import { Injectable, type OnModuleInit } from '@nestjs/common';
import { SEATED_STATUSES } from '../contract/staff.resource';
import { dayAt, type Day } from '../platform/calendar';
import { Clock } from '../platform/clock';
import { Database } from '../platform/database/database';
import type { Round } from '../platform/jobs/sweep';
import { Sweeper } from '../platform/jobs/sweeper';
import { eachOrganisation, ORGANISATIONS_AT_A_TIME } from '../tenancy/organisation-round';
import { Tenants } from '../tenancy/tenants';
import { EmploymentService } from './employment.service';

const EVERY_MS = 5 * 60_000;
const PEOPLE_AT_A_TIME = 100;

const SEATED = SEATED_STATUSES.map((status) => `'${status}'`).join(', ');
/** Active organisations with planned leavings, and the earliest last day of each. */
const ORGANISATIONS = `SELECT o.customer_id, o.time_zone, o.first_day FROM (SELECT c.customer_id AS customer_id, c.time_zone AS time_zone,
    (SELECT MIN(s.last_active_day) FROM staff s WHERE s.customer_id = c.customer_id AND s.status IN (${SEATED})) AS first_day
  FROM customer_state c WHERE c.customer_id > ? AND c.status = 'A') o
  WHERE o.first_day IS NOT NULL ORDER BY o.customer_id LIMIT ${ORGANISATIONS_AT_A_TIME}`;

interface Organisation {
  customer_id: number;
  time_zone: string;
  first_day: Day;
}

/** Sets status, seat and account soon after the last day of employment. */
@Injectable()
export class EndedEmploymentsJob implements OnModuleInit {
  constructor(
    private readonly sweeper: Sweeper,
    private readonly database: Database,
    private readonly tenants: Tenants,
    private readonly employment: EmploymentService,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.sweeper.register<number>({
      name: 'ended-employments',
      every: EVERY_MS,
      leased: true,
      batch: (after, round) =>
        eachOrganisation<Organisation>(this.database, ORGANISATIONS, { after, round }, (each) =>
          this.closeIn(each, round),
        ),
    });
  }

  private async closeIn({ customer_id, time_zone, first_day }: Organisation, round: Round): Promise<void> {
    if (first_day >= dayAt(this.clock.now(), time_zone)) return;
    const tenant = await this.tenants.forSystem(customer_id);
    for (let ended = PEOPLE_AT_A_TIME; ended === PEOPLE_AT_A_TIME && (await round.goesOn());) {
      ended = await this.employment.closeDueEmployments(tenant, PEOPLE_AT_A_TIME);
      round.did(ended);
    }
  }
}
