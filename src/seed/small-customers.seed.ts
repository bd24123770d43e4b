import { Injectable } from '@nestjs/common';
import { Customers } from '../customers/customers.service';
import { Settings } from '../customers/settings.service';
import { addDays, addMonths } from '../platform/calendar';
import { JobRolesService } from '../staff/job-roles.service';
import { StaffService } from '../staff/staff.service';
import { Subscriptions } from '../subscriptions/subscriptions.service';
import type { Tenant } from '../tenancy/tenant';
import type { DemoDays } from './demo-days';
import { DemoOffice } from './demo-office';
import { DemoOrganisations } from './demo-organisations';
import { mailbox } from './nordhafen/people';
import { SMALL_CUSTOMERS, type SmallCustomer } from './small-customers';

/** Days of the trial before the paid term took its place. */
const TRIED_DAYS = 24;
const JOINED_BEFORE_DAYS = 300;

/** Four small customers, so that platform staff see a subscription in every state, and letters to answer. */
@Injectable()
export class SmallCustomersSeed {
  constructor(
    private readonly organisations: DemoOrganisations,
    private readonly office: DemoOffice,
    private readonly customers: Customers,
    private readonly settings: Settings,
    private readonly subscriptions: Subscriptions,
    private readonly jobRoles: JobRolesService,
    private readonly people: StaffService,
  ) {}

  /**
   * In the caller's transaction.
   * @param password_hash of a password that nobody knows
   * @returns how many staff there are
   */
  async make(password_hash: string): Promise<number> {
    let staff = 0;
    for (const each of SMALL_CUSTOMERS) {
      const days = this.organisations.daysIn(each.zone);
      const tenant = await this.register(each, days, password_hash);
      staff += await this.makeStaff(tenant, each, days);
      await this.office.write(tenant, each.user_name, each.letters);
      if (each.suspended) await this.customers.setStatus(tenant, tenant.customer_id, 'S');
    }
    return staff;
  }

  private async register(each: SmallCustomer, days: DemoDays, password_hash: string): Promise<Tenant> {
    const chosen = await this.organisations.package(each.package);
    const until = days.ago(each.ended);
    const from = addDays(addMonths(until, -each.months), 1);
    const tenant = await this.organisations.register(each, password_hash, {
      subscription_id: chosen.subscription_id,
      time_zone: each.zone,
      registered_on: addDays(from, -TRIED_DAYS),
      mobile_one: each.mobile_one,
      billing_address: each.billing_address,
      website: `https://${each.domain}`,
    });
    await this.settings.change(tenant, { default_language: each.language });
    await this.subscriptions.subscribe(tenant, chosen, { from, until });
    return tenant;
  }

  private async makeStaff(tenant: Tenant, { people, domain }: SmallCustomer, days: DemoDays): Promise<number> {
    const roles = new Map<string, string>();
    for (const name of new Set(people.map(([, , job]) => job)))
      roles.set(name, (await this.jobRoles.create(tenant, { name })).job_role_id);
    const bodies = people.map(([first_name, last_name, job, language], at) => ({
      staff_code: `S-0${at + 1}`,
      first_name,
      last_name,
      email: mailbox(first_name, last_name, domain),
      job_role_id: roles.get(job)!,
      joined: days.ago(JOINED_BEFORE_DAYS + at * 70),
      language,
    }));
    return (await this.people.createMany(tenant, bodies)).length;
  }
}
