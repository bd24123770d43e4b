import { Database } from '../../src/platform/database/database';
import { DEMO_ACCOUNTS } from '../../src/seed/demo-accounts';
import { api } from './api';
import type { RunningApp } from './app';

export type DemoSignIn = keyof typeof DEMO_ACCOUNTS;

/** A session of one of the demo's accounts. */
export async function signIn(running: RunningApp, who: DemoSignIn) {
  const { user_name, password } = DEMO_ACCOUNTS[who];
  const { status, body } = await api(running).post('/api/auth/login', { user_name, password });
  if (status !== 200) throw new Error(`${user_name}: ${status} ${JSON.stringify(body)}`);
  const headers = { authorization: `Bearer ${body.token}`, eid: body.eid, oid: body.oid };
  return { identity: body, ...api(running, headers) };
}

/** How many rows of a list an account sees. */
export async function count(running: RunningApp, who: DemoSignIn, path: string): Promise<number> {
  const reply = await (await signIn(running, who)).get(`/api/${path}${path.includes('?') ? '&' : '?'}_start=0&_end=1`);
  expect(reply).toMatchObject({ status: 200 });
  return Number(reply.headers.get('x-total-count'));
}

export const rows = (running: RunningApp, sql: string) => running.app.get(Database).rows<Record<string, unknown>>(sql);
