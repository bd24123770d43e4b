import { Injectable } from '@nestjs/common';
import { CustomersService } from '../modules/customers/customers.service';
import { SettingsService } from '../modules/customers/settings.service';
import { addDays, addMonths } from '../common/calendar';
import { JobRolesService } from '../modules/staff/job-roles.service';
import { StaffService } from '../modules/staff/staff.service';
import { SubscriptionsService } from '../modules/subscriptions/subscriptions.service';
import type { Tenant } from '../tenancy/tenant';
import type { DemoCalendar } from './demo-calendar';
import { DemoOfficeSeeder } from './demo-office.seeder';
import { DemoCustomersSeeder } from './demo-customers.seeder';
import { mailbox } from './nordhafen/people';
import { SMALL_CUSTOMERS, type SmallCustomer } from './small-customers';

/** Days of the trial before the paid term. */
const TRIAL_DAYS = 24;
const JOINED_BEFORE_DAYS = 300;

/** Creates small customers with different subscription states and support messages. */
@Injectable()
export class SmallCustomersSeeder {
  constructor(
    private readonly organisations: DemoCustomersSeeder,
    private readonly office: DemoOfficeSeeder,
    private readonly customersService: CustomersService,
    private readonly settingsService: SettingsService,
    private readonly subscriptionsService: SubscriptionsService,
    private readonly jobRoles: JobRolesService,
    private readonly people: StaffService,
  ) {}

  /**
   * Needs the caller's transaction.
   * @param password_hash of a random password
   * @returns number of staff
   */
  async make(password_hash: string): Promise<number> {
    let staff = 0;
    for (const customer of SMALL_CUSTOMERS) {
      const days = this.organisations.calendarFor(customer.zone);
      const tenant = await this.register(customer, days, password_hash);
      staff += await this.createStaff(tenant, customer, days);
      await this.office.createLetters(tenant, customer.user_name, customer.letters);
      if (customer.suspended) await this.customersService.setStatus(tenant, tenant.customer_id, 'S');
    }
    return staff;
  }

  private async register(customer: SmallCustomer, days: DemoCalendar, password_hash: string): Promise<Tenant> {
    const subscriptionPackage = await this.organisations.findPackage(customer.package);
    const until = days.ago(customer.ended);
    const from = addDays(addMonths(until, -customer.months), 1);
    const tenant = await this.organisations.register(customer, password_hash, {
      subscription_id: subscriptionPackage.subscription_id,
      time_zone: customer.zone,
      registered_on: addDays(from, -TRIAL_DAYS),
      mobile_one: customer.mobile_one,
      billing_address: customer.billing_address,
      website: `https://${customer.domain}`,
    });
    await this.settingsService.change(tenant, { default_language: customer.language });
    await this.subscriptionsService.subscribe(tenant, subscriptionPackage, { from, until });
    return tenant;
  }

  private async createStaff(tenant: Tenant, { people, domain }: SmallCustomer, days: DemoCalendar): Promise<number> {
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
