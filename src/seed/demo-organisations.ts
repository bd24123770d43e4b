import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { StaffRow } from '../contract/staff.resource';
import { Accounts } from '../identity/accounts.service';
import { splitName } from '../identity/person-name';
import { RegistrationService } from '../identity/registration.service';
import { dayAt, type Day } from '../platform/calendar';
import { Clock } from '../platform/clock';
import { Passwords } from '../platform/passwords';
import { Packages } from '../subscriptions/packages.service';
import type { SubscriptionPackage } from '../subscriptions/subscription-package.entity';
import type { Tenant } from '../tenancy/tenant';
import { DEMO_ACCOUNTS, type DemoAccount } from './demo-accounts';
import { DemoDays } from './demo-days';

/** Who signs in, and the organisations they sign in to. */
@Injectable()
export class DemoOrganisations {
  constructor(
    private readonly registration: RegistrationService,
    private readonly accounts: Accounts,
    private readonly packages: Packages,
    private readonly passwords: Passwords,
    private readonly clock: Clock,
  ) {}

  daysIn(zone: string): DemoDays {
    return new DemoDays(dayAt(this.clock.now(), zone), zone);
  }

  /** Hashing is slow on purpose and needs no transaction: done before one is opened. By user name. */
  async hashes(): Promise<Map<string, string>> {
    const made = new Map<string, string>();
    for (const { user_name, password } of Object.values(DEMO_ACCOUNTS))
      made.set(user_name, await this.passwords.hash(password));
    return made;
  }

  /** Of a password that nobody has seen: for accounts that belong to the picture and let nobody in. */
  nobodysHash(): Promise<string> {
    return this.passwords.hash(randomBytes(32).toString('base64url'));
  }

  /** The package of that name, else the dearest that is offered: somebody may have renamed ours. */
  async package(name: string): Promise<SubscriptionPackage> {
    const offered = await this.packages.offered();
    const found = offered.find((each) => each.subscription_name === name) ?? offered.at(-1);
    if (!found) throw new Error('The demo needs a package that is offered');
    return this.packages.offeredOne(found.subscription_id);
  }

  async platformStaff(account: DemoAccount, password_hash: string): Promise<void> {
    await this.open(account, password_hash, {
      customer_id: 0,
      kind: 'platform',
      employee_code: 'PLATFORM',
      staff_id: null,
    });
  }

  async register(
    account: Pick<DemoAccount, 'organisation' | 'name' | 'user_name'>,
    password_hash: string,
    more: {
      subscription_id: number;
      time_zone: string;
      registered_on: Day;
      mobile_one: string;
      billing_address: string;
      website: string;
    },
  ): Promise<Tenant> {
    const { registered_on, ...form } = more;
    const registered = {
      ...form,
      customer_name: account.organisation!,
      primary_contact_person: account.name,
      email_primary: account.user_name,
      c_user_name: account.user_name,
      c_password: '',
    };
    return this.registration.make(registered, password_hash, registered_on);
  }

  /** Before the staff record is invited: an account that has its password already awaits no answer and gets no mail. */
  async learner(
    tenant: Tenant,
    account: DemoAccount,
    password_hash: string,
    { staff_id, time_zone }: Pick<StaffRow, 'staff_id' | 'time_zone'>,
  ): Promise<void> {
    const { customer_id } = tenant;
    const whose = { customer_id, kind: 'customer', employee_code: account.staff_code!, staff_id } as const;
    await this.open(account, password_hash, whose);
    await this.accounts.follow(tenant, staff_id, { time_zone });
  }

  private async open(
    { user_name, role, name }: DemoAccount,
    password_hash: string,
    whose: { customer_id: number; kind: 'customer' | 'platform'; employee_code: string; staff_id: string | null },
  ): Promise<void> {
    await this.accounts.create({ ...whose, role, user_name, email: user_name, password_hash, ...splitName(name) });
  }
}
