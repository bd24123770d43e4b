import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { StaffRow } from '../contract/staff.resource';
import { AccountsService } from '../modules/identity/accounts.service';
import { splitName } from '../modules/identity/person-name';
import { RegistrationService } from '../modules/identity/registration.service';
import { dayAt, type Day } from '../common/calendar';
import { Clock } from '../common/clock';
import { PasswordService } from '../infrastructure/security/password.service';
import { PackagesService } from '../modules/subscriptions/packages.service';
import type { SubscriptionPackage } from '../modules/subscriptions/subscription-package.entity';
import type { Tenant } from '../tenancy/tenant';
import { DEMO_ACCOUNTS, type DemoAccount } from './demo-accounts';
import { DemoCalendar } from './demo-calendar';

/** Creates demo customers and their accounts. */
@Injectable()
export class DemoCustomersSeeder {
  constructor(
    private readonly registration: RegistrationService,
    private readonly accountsService: AccountsService,
    private readonly packagesService: PackagesService,
    private readonly passwordService: PasswordService,
    private readonly clock: Clock,
  ) {}

  calendarFor(zone: string): DemoCalendar {
    return new DemoCalendar(dayAt(this.clock.now(), zone), zone);
  }

  /** Password hashes by user name. Slow on purpose, so call it before opening a transaction. */
  async hashPasswords(): Promise<Map<string, string>> {
    const hashByUserName = new Map<string, string>();
    for (const { user_name, password } of Object.values(DEMO_ACCOUNTS))
      hashByUserName.set(user_name, await this.passwordService.hash(password));
    return hashByUserName;
  }

  /** Hash of a random password, for accounts that cannot sign in. */
  hashRandomPassword(): Promise<string> {
    return this.passwordService.hash(randomBytes(32).toString('base64url'));
  }

  /** The offered package of that name, or the most expensive one if it was renamed. */
  async findPackage(name: string): Promise<SubscriptionPackage> {
    const offeredPackages = await this.packagesService.offered();
    const selected = offeredPackages.find((each) => each.subscription_name === name) ?? offeredPackages.at(-1);
    if (!selected) throw new Error('The demo needs an offered package');
    return this.packagesService.findOffered(selected.subscription_id);
  }

  async createPlatformStaff(account: DemoAccount, password_hash: string): Promise<void> {
    await this.createAccount(account, password_hash, {
      customer_id: 0,
      kind: 'platform',
      employee_code: 'PLATFORM',
      staff_id: null,
    });
  }

  async register(
    account: Pick<DemoAccount, 'organisation' | 'name' | 'user_name'>,
    password_hash: string,
    details: {
      subscription_id: number;
      time_zone: string;
      registered_on: Day;
      mobile_one: string;
      billing_address: string;
      website: string;
    },
  ): Promise<Tenant> {
    const { registered_on, ...form } = details;
    const registered = {
      ...form,
      customer_name: account.organisation!,
      primary_contact_person: account.name,
      email_primary: account.user_name,
      c_user_name: account.user_name,
      c_password: '',
    };
    return this.registration.createCustomer(registered, password_hash, registered_on);
  }

  /** Must run before the invitation: an account with a password is not invited by mail. */
  async createLearnerAccount(
    tenant: Tenant,
    account: DemoAccount,
    password_hash: string,
    { staff_id, time_zone }: Pick<StaffRow, 'staff_id' | 'time_zone'>,
  ): Promise<void> {
    const { customer_id } = tenant;
    const owner = { customer_id, kind: 'customer', employee_code: account.staff_code!, staff_id } as const;
    await this.createAccount(account, password_hash, owner);
    await this.accountsService.syncStaff(tenant, staff_id, { time_zone });
  }

  private async createAccount(
    { user_name, role, name }: DemoAccount,
    password_hash: string,
    owner: { customer_id: number; kind: 'customer' | 'platform'; employee_code: string; staff_id: string | null },
  ): Promise<void> {
    await this.accountsService.create({
      ...owner,
      role,
      user_name,
      email: user_name,
      password_hash,
      ...splitName(name),
    });
  }
}
