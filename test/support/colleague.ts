import { randomBytes } from 'node:crypto';
import { AccountsService } from '../../src/modules/identity/accounts.service';
import { TransactionManager } from '../../src/infrastructure/database/transaction-manager';
import { PasswordService } from '../../src/infrastructure/security/password.service';
import { api } from './api';
import type { RunningApp } from './app';
import { fixtures, PASSWORD, type RegisteredOrganisation } from './fixtures';
import type { Headers } from './organisation';

export interface Colleague {
  user_name: string;
  email: string;
  staff_id: string;
  /** Signed in by password. */
  headers: Headers;
}

/** Creates a staff member of the customer with an account whose password is `PASSWORD`. */
export async function createColleague(running: RunningApp, firm: RegisteredOrganisation): Promise<Colleague> {
  const { app } = running;
  const mark = randomBytes(4).toString('hex');
  const [user_name, email] = [`asha-${mark}`, `asha-${mark}@example.org`];
  const name = { first_name: 'Asha', last_name: 'Rao' };
  const person = { ...name, staff_code: mark, joined: '2024-01-01', email };
  const { staff_id } = (await api(running, firm.admin).post('/api/staff', person)).body as { staff_id: string };
  const password_hash = await app.get(PasswordService).hash(PASSWORD);
  await app.get(TransactionManager).run(() =>
    app.get(AccountsService, { strict: false }).create({
      customer_id: firm.customer_id,
      kind: 'customer',
      role: 'user',
      user_name,
      email,
      password_hash,
      ...name,
      employee_code: mark,
      staff_id,
    }),
  );
  return { user_name, email, staff_id, headers: await fixtures(running).signIn({ user_name }) };
}
