import { Database } from '../../src/platform/database/database';
import { Transactions } from '../../src/platform/database/transactions';
import { newId } from '../../src/platform/ids';
import { PlanUsage } from '../../src/subscriptions/plan-usage';
import { Sessions } from '../../src/tenancy/sessions';
import type { Tenant } from '../../src/tenancy/tenant';
import { Tenants } from '../../src/tenancy/tenants';
import type { RunningApp } from './app';

export type Headers = Record<string, string>;

export interface Organisation {
  customer_id: number;
  tenant: Tenant;
  /** Headers of a signed-in admin without a staff record. */
  admin: Headers;
  /** Headers of somebody else: a learner when `staff_id` is given. */
  signIn(as: { role: 'admin' | 'user'; staff_id?: string; eid?: string }): Promise<Headers>;
}

let last = 9_000;

/**
 * An organisation with seats and sessions but no registration behind it: what tests of the domains need, without the cost
 * of a password hash. Registration and sign-in have tests of their own.
 */
export async function openOrganisation(
  running: RunningApp,
  options: { staff?: number; trainings?: number; time_zone?: string } = {},
): Promise<Organisation> {
  const { app } = running;
  const customer_id = ++last;
  const time_zone = options.time_zone ?? 'UTC';
  const facts = { customer_id, time_zone, financial_year_start_month: 4, matrix_version: 0, status: 'A' };
  const tenant = app.get(Tenants).forNew(facts);
  await app.get(Transactions).run(async () => {
    await app
      .get(Database)
      .write(
        'INSERT INTO customer_state (customer_id, time_zone, financial_year_start_month, matrix_version, status) VALUES (?, ?, ?, ?, ?)',
        [customer_id, time_zone, 4, 0, 'A'],
      );
    await app.get(PlanUsage).open(tenant, { staff: options.staff ?? 100, training: options.trainings ?? 100 });
  });
  const signIn: Organisation['signIn'] = async ({ role, staff_id, eid = `E-${customer_id}` }) => {
    const { token } = await app.get(Sessions).start({
      customer_id,
      account_id: newId(),
      staff_id: staff_id ?? null,
      kind: 'customer',
      role,
      eid,
      surface: 'legacy',
      address: '127.0.0.1',
      user_agent: 'test',
    });
    return { authorization: `Bearer ${token}`, eid, oid: String(customer_id) };
  };
  return { customer_id, tenant, signIn, admin: await signIn({ role: 'admin' }) };
}
