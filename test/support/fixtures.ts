import { randomBytes } from 'node:crypto';
import { AccountsService } from '../../src/modules/identity/accounts.service';
import { RegistrationService, type Registration } from '../../src/modules/identity/registration.service';
import { SignInService } from '../../src/modules/identity/sign-in.service';
import { TransactionManager } from '../../src/infrastructure/database/transaction-manager';
import { PasswordService } from '../../src/infrastructure/security/password.service';
import { PackagesService } from '../../src/modules/subscriptions/packages.service';
import type { Tenant } from '../../src/tenancy/tenant';
import { TenantFactory } from '../../src/tenancy/tenant.factory';
import type { RunningApp } from './app';
import type { Headers } from './organisation';

export const PASSWORD = 'three-herons-over-the-dock';

export interface User {
  user_name: string;
  password: string;
}
export interface RegisteredOrganisation extends User {
  customer_id: number;
  tenant: Tenant;
  email: string;
  subscription_id: number;
  /** Headers of the registrant, signed in through the legacy login. */
  admin: Headers;
}

const unique = () => randomBytes(5).toString('hex');
/** One password hash per app: hashing is the slow part. */
const passwordHashes = new WeakMap<RunningApp, Promise<string>>();

/** A form as the registration page sends it, with a unique mailbox. */
export function registrationForm(subscription_id: number, more: Partial<Registration> = {}): Registration {
  const mark = unique();
  return {
    customer_name: `Nordwerk ${mark}`,
    primary_contact_person: 'Ines Maria Brandt',
    mobile_one: '9845012345',
    email_primary: `office-${mark}@example.org`,
    billing_address: 'Werftstrasse 4, 20457 Hamburg',
    subscription_id,
    c_user_name: `user-${mark}`,
    c_password: PASSWORD,
    ...more,
  };
}

/** Creates organisations and accounts through the services, without HTTP. */
export function fixtures(running: RunningApp) {
  const { app } = running;
  const passwordHash = () => {
    const cachedHash = passwordHashes.get(running) ?? app.get(PasswordService).hash(PASSWORD);
    passwordHashes.set(running, cachedHash);
    return cachedHash;
  };

  const createPackage = (limits: { no_of_staff?: number | null; no_of_training?: number | null } = {}) =>
    app.get(PackagesService, { strict: false }).create(app.get(TenantFactory).forPlatform(), {
      subscription_name: `Workshop ${unique()}`,
      subscription_price: 4900,
      currency: 'EUR',
      ...limits,
    });

  /** @param user user name and password; the password defaults to `PASSWORD` */
  const signIn = async (user: { user_name: string; password?: string }): Promise<Headers> => {
    const { identity } = await app
      .get(SignInService, { strict: false })
      .signIn(user.user_name, user.password ?? PASSWORD, 'legacy');
    return { authorization: `Bearer ${identity.token}`, eid: identity.eid, oid: identity.oid };
  };

  const organisation = async (
    options: { name?: string; staffLimit?: number | null; trainingLimit?: number | null; time_zone?: string } = {},
  ): Promise<RegisteredOrganisation> => {
    const soldPackage = await createPackage({
      no_of_staff: options.staffLimit ?? null,
      no_of_training: options.trainingLimit ?? null,
    });
    const form = registrationForm(soldPackage.subscription_id, {
      ...(options.name && { customer_name: options.name }),
      ...(options.time_zone && { time_zone: options.time_zone }),
    });
    const password_hash = await passwordHash();
    const { customer_id } = await app
      .get(TransactionManager)
      .run(() => app.get(RegistrationService, { strict: false }).createCustomer(form, password_hash));
    const user = { user_name: form.c_user_name, password: PASSWORD };
    return {
      ...user,
      customer_id,
      email: form.email_primary,
      subscription_id: soldPackage.subscription_id,
      tenant: await app.get(TenantFactory).forSystem(customer_id),
      admin: await signIn(user),
    };
  };

  const platformStaff = async (): Promise<User & { headers: Headers }> => {
    const mark = unique();
    const user = { user_name: `platform-${mark}`, password: PASSWORD };
    const password_hash = await passwordHash();
    await app.get(TransactionManager).run(() =>
      app.get(AccountsService, { strict: false }).create({
        customer_id: 0,
        kind: 'platform',
        role: 'platform',
        user_name: user.user_name,
        email: `${user.user_name}@example.org`,
        password_hash,
        first_name: 'Pat',
        last_name: 'Form',
        employee_code: mark,
        staff_id: null,
      }),
    );
    return { ...user, headers: await signIn(user) };
  };

  return { package: createPackage, organisation, signIn, platformStaff };
}
