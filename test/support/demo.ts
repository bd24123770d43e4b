import { Database } from '../../src/infrastructure/database/database';
import { DEMO_ACCOUNTS } from '../../src/seed/demo-accounts';
import { api } from './api';
import type { RunningApp } from './app';

export type DemoAccountName = keyof typeof DEMO_ACCOUNTS;

/** Signs in with one of the demo accounts. */
export async function signInAsDemo(running: RunningApp, accountName: DemoAccountName) {
  const { user_name, password } = DEMO_ACCOUNTS[accountName];
  const { status, body } = await api(running).post('/api/auth/login', { user_name, password });
  if (status !== 200) throw new Error(`${user_name}: ${status} ${JSON.stringify(body)}`);
  const headers = { authorization: `Bearer ${body.token}`, eid: body.eid, oid: body.oid };
  return { identity: body, ...api(running, headers) };
}

/** Number of rows of a list that the account may see. */
export async function countVisibleRows(
  running: RunningApp,
  accountName: DemoAccountName,
  path: string,
): Promise<number> {
  const reply = await (
    await signInAsDemo(running, accountName)
  ).get(`/api/${path}${path.includes('?') ? '&' : '?'}_start=0&_end=1`);
  expect(reply).toMatchObject({ status: 200 });
  return Number(reply.headers.get('x-total-count'));
}

export const rows = (running: RunningApp, sql: string) => running.app.get(Database).rows<Record<string, unknown>>(sql);
