import { randomBytes } from 'node:crypto';
import { Accounts } from '../../src/identity/accounts.service';
import { Transactions } from '../../src/platform/database/transactions';
import { Passwords } from '../../src/platform/passwords';
import { api } from './api';
import type { RunningApp } from './app';
import { given, PASSWORD, type Registered } from './given';
import type { Headers } from './organisation';

export interface Colleague {
  user_name: string;
  email: string;
  staff_id: string;
  /** Signed in by password. */
  headers: Headers;
}

/** A staff member of that organisation with an account of their own, which `PASSWORD` opens. */
export async function colleagueOf(running: RunningApp, firm: Registered): Promise<Colleague> {
  const { app } = running;
  const mark = randomBytes(4).toString('hex');
  const [user_name, email] = [`asha-${mark}`, `asha-${mark}@example.org`];
  const name = { first_name: 'Asha', last_name: 'Rao' };
  const person = { ...name, staff_code: mark, joined: '2024-01-01', email };
  const { staff_id } = (await api(running, firm.admin).post('/api/staff', person)).body as { staff_id: string };
  const password_hash = await app.get(Passwords).hash(PASSWORD);
  await app.get(Transactions).run(() =>
    app.get(Accounts, { strict: false }).create({
      ...{ customer_id: firm.customer_id, kind: 'customer', role: 'user', user_name, email, password_hash },
      ...{ ...name, employee_code: mark, staff_id },
    }),
  );
  return { user_name, email, staff_id, headers: await given(running).signIn({ user_name }) };
}
