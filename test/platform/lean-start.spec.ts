import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApp, type RunningApp } from '../support/app';
import { comesTo } from '../support/eventually';
import { startProcess, type ProductProcess } from '../support/process';

/** The tests load everything whole; the product's own start puts much of it off (src/lean-start.ts). */
describe('a start that loads later what it does not need', () => {
  const folder = mkdtempSync(join(tmpdir(), 'skilgrid-lean-'));
  let whole: RunningApp;
  let lean: ProductProcess;
  beforeAll(async () => {
    // The guide names it.
    const PUBLIC_URL = 'https://skills.example.org';
    whole = await startApp({ env: { NODE_ENV: 'development', LOG_LEVEL: 'silent', PUBLIC_URL } });
    // From the same source: what is built is described from other types (nest-cli.json has a plugin for it).
    lean = await startProcess({ DATA_DIR: folder, PUBLIC_URL }, false);
  });
  afterAll(async () => {
    await whole.close();
    await lean.kill();
    rmSync(folder, { recursive: true });
  });

  const both = async (path: string, init?: RequestInit) =>
    Promise.all(
      [whole, lean].map(async ({ url }) => {
        const answer = await fetch(url + path, init);
        const { requestId: _, ...body } = (await answer.json()) as { requestId?: string };
        return [answer.status, body] as const;
      }),
    );

  it('describes the API no worse, and to whoever asks at once', async () => {
    const [all, put] = await both('/api/docs-json');
    expect(put).toEqual(all);
    expect(Object.keys((all![1] as { paths: object }).paths).length).toBeGreaterThan(100);
  });

  it('answers for the first request of all as for any other', async () => {
    const fresh = await startProcess({ DATA_DIR: mkdtempSync(join(folder, 'fresh-')) }, false);
    const answers = await Promise.all(['/api/docs', '/api/docs-json', '/api/docs/'].map((at) => fetch(fresh.url + at)));
    await fresh.kill();
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  it.each([
    ['nothing', {}],
    ['what is wrong', { user_name: 7, password: ['x'], more: true }],
    ['too much', { user_name: 'x'.repeat(1_000), password: 'y'.repeat(1_000) }],
  ])('refuses a body of %s in the same words', async (_, body) => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    for (const path of ['/api/auth/login', '/api/auth/register', '/users/authenticate']) {
      const [all, put] = await both(path, init);
      expect(put).toEqual(all);
    }
  });

  it('sends mails, and shows them', async () => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ email: 'new@plant.example' });
    await fetch(`${lean.url}/api/auth/email-challenges`, { method: 'POST', headers, body });
    const kept = async () => (await (await fetch(`${lean.url}/dev/outbox.json`)).json()) as { to: string }[];
    await comesTo(async () => (await kept()).map(({ to }) => to), ['new@plant.example']);
    expect(await (await fetch(`${lean.url}/dev/outbox`)).text()).toContain('new@plant.example');
  });
});
