import { randomBytes } from 'node:crypto';
import { Accounts } from '../../src/identity/accounts.service';
import { RegistrationService, type Registration } from '../../src/identity/registration.service';
import { SignIn } from '../../src/identity/sign-in.service';
import { Transactions } from '../../src/platform/database/transactions';
import { Passwords } from '../../src/platform/passwords';
import { Packages } from '../../src/subscriptions/packages.service';
import type { Tenant } from '../../src/tenancy/tenant';
import { Tenants } from '../../src/tenancy/tenants';
import type { RunningApp } from './app';
import type { Headers } from './organisation';

export const PASSWORD = 'three-herons-over-the-dock';

export interface User {
  user_name: string;
  password: string;
}
export interface Registered extends User {
  customer_id: number;
  tenant: Tenant;
  email: string;
  subscription_id: number;
  /** Headers of the registrant, signed in by the specification's login. */
  admin: Headers;
}

const unique = () => randomBytes(5).toString('hex');
/** One hash for all of them: making it is the slow part. */
const hashes = new WeakMap<RunningApp, Promise<string>>();

/** A form as the registration page sends it, for a mailbox nobody has. */
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

/** Organisations and people through the real services, without HTTP. */
export function given(running: RunningApp) {
  const { app } = running;
  const hash = () => {
    const known = hashes.get(running) ?? app.get(Passwords).hash(PASSWORD);
    hashes.set(running, known);
    return known;
  };

  const aPackage = (limits: { no_of_staff?: number | null; no_of_training?: number | null } = {}) =>
    app.get(Packages, { strict: false }).create(app.get(Tenants).forHouse(), {
      subscription_name: `Workshop ${unique()}`,
      subscription_price: 4900,
      currency: 'EUR',
      ...limits,
    });

  /** @param user user name and password, as registered; the registrant's password is `PASSWORD` */
  const signIn = async (user: { user_name: string; password?: string }): Promise<Headers> => {
    const { identity } = await app
      .get(SignIn, { strict: false })
      .signIn(user.user_name, user.password ?? PASSWORD, 'legacy');
    return { authorization: `Bearer ${identity.token}`, eid: identity.eid, oid: identity.oid };
  };

  const organisation = async (
    options: { name?: string; staffLimit?: number | null; trainingLimit?: number | null; time_zone?: string } = {},
  ): Promise<Registered> => {
    const sold = await aPackage({
      no_of_staff: options.staffLimit ?? null,
      no_of_training: options.trainingLimit ?? null,
    });
    const form = registrationForm(sold.subscription_id, {
      ...(options.name && { customer_name: options.name }),
      ...(options.time_zone && { time_zone: options.time_zone }),
    });
    const password_hash = await hash();
    const { customer_id } = await app
      .get(Transactions)
      .run(() => app.get(RegistrationService, { strict: false }).make(form, password_hash));
    const user = { user_name: form.c_user_name, password: PASSWORD };
    return {
      ...user,
      customer_id,
      email: form.email_primary,
      subscription_id: sold.subscription_id,
      tenant: await app.get(Tenants).forSystem(customer_id),
      admin: await signIn(user),
    };
  };

  const platformStaff = async (): Promise<User & { headers: Headers }> => {
    const mark = unique();
    const user = { user_name: `platform-${mark}`, password: PASSWORD };
    const password_hash = await hash();
    await app.get(Transactions).run(() =>
      app.get(Accounts, { strict: false }).create({
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

  return { package: aPackage, organisation, signIn, platformStaff };
}
