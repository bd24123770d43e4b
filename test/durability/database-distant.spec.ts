import { api } from '../support/api';
import { engine, testDatabase } from '../support/database';
import { prepared, Proxy, type Prepared } from '../support/durable';
import { startProcess, type ProductProcess } from '../support/process';

/** Each way: no two statements of a request are answered within the 5 s that a silent database is given. */
const FAR_MS = 200;

describe('a database that is far away', () => {
  let given: Prepared;
  let running: ProductProcess;
  let proxy: Proxy | null = null;

  beforeAll(async () => {
    given = await prepared(await testDatabase());
    const env = { ...given.env };
    // The embedded one is never far; the same calls hold there.
    if (engine === 'mariadb') {
      const url = new URL(env['DATABASE_URL']!);
      proxy = await new Proxy({ host: url.hostname, port: Number(url.port || 3306) }).open();
      url.hostname = '127.0.0.1';
      url.port = String(proxy.port);
      env['DATABASE_URL'] = url.toString();
    }
    running = await startProcess(env);
    proxy?.removeTo(FAR_MS);
  });
  afterAll(async () => {
    await running?.kill();
    await proxy?.cut();
    await given.forget();
  });

  const person = { staff_code: 'F1', first_name: 'Ann', last_name: 'Far', joined: '2024-01-01' };
  const category = (at: number) => ({ code: `C${at}`, name: `Category ${at}` });

  it('is not a stuck one: what is written is kept and what is asked is answered, one by one and many at once', async () => {
    const admin = api(running, given.admin);
    const first = await admin.post('/api/staff', person);
    expect([first.status, first.body.code]).toEqual([201, undefined]);
    const skill = await admin.post('/api/skills', { skill_code: 'FAR', name: 'Far' });
    expect(skill.status).toBe(201);
    const whom = { staff_id: first.body.staff_id, skill_id: skill.body.skill_id };
    const recorded = await admin.post('/api/skill-evidence', {
      ...whom,
      ...{ kind: 'assessment', level: 3, effective_date: '2025-03-01' },
    });
    expect(recorded.status).toBe(201);
    // More than may write at once: whoever stands in line sees it move.
    const many = await Promise.all(
      Array.from({ length: 20 }, (_, at) => admin.post('/api/training-categories', category(at))),
    );
    expect(many.map(({ status }) => status)).toEqual(Array(20).fill(201));
    expect((await admin.get('/api/training-categories?_end=100')).body).toHaveLength(20);
    expect((await admin.get('/api/reports/skill-matrix')).status).toBe(200);
    expect((await admin.get('/health/ready')).status).toBe(200);
  });
});
