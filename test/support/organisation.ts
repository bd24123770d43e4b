import { Database } from '../../src/infrastructure/database/database';
import { TransactionManager } from '../../src/infrastructure/database/transaction-manager';
import { newId } from '../../src/common/ids';
import { PlanUsageService } from '../../src/modules/subscriptions/plan-usage.service';
import { SessionsService } from '../../src/auth/sessions.service';
import type { Tenant } from '../../src/tenancy/tenant';
import { TenantFactory } from '../../src/tenancy/tenant.factory';
import type { RunningApp } from './app';

export type Headers = Record<string, string>;

export interface Organisation {
  customer_id: number;
  tenant: Tenant;
  /** Headers of a signed-in admin without a staff record. */
  admin: Headers;
  /** Signs in another account: a learner when `staff_id` is set. */
  signIn(as: { role: 'admin' | 'user'; staff_id?: string; eid?: string }): Promise<Headers>;
}

let lastCustomerId = 9_000;

/** Creates a customer with seats and sessions, without the cost of registration and password hashing. */
export async function openOrganisation(
  running: RunningApp,
  options: { staff?: number; trainings?: number; time_zone?: string } = {},
): Promise<Organisation> {
  const { app } = running;
  const customer_id = ++lastCustomerId;
  const time_zone = options.time_zone ?? 'UTC';
  const customerState = { customer_id, time_zone, financial_year_start_month: 4, matrix_version: 0, status: 'A' };
  const tenant = app.get(TenantFactory).forNewCustomer(customerState);
  await app.get(TransactionManager).run(async () => {
    await app
      .get(Database)
      .write(
        'INSERT INTO customer_state (customer_id, time_zone, financial_year_start_month, matrix_version, status) VALUES (?, ?, ?, ?, ?)',
        [customer_id, time_zone, 4, 0, 'A'],
      );
    await app.get(PlanUsageService).create(tenant, { staff: options.staff ?? 100, training: options.trainings ?? 100 });
  });
  const signIn: Organisation['signIn'] = async ({ role, staff_id, eid = `E-${customer_id}` }) => {
    const { token } = await app.get(SessionsService).start({
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
