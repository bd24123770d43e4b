import { api } from '../support/api';
import { engine, createTestDatabase } from '../support/database';
import { prepareOrganisation, TcpProxy, type PreparedOrganisation } from '../support/durability';
import { startProcess, type ProductProcess } from '../support/product-process';

/** In each direction: two statements of a request already take longer than half of the statement timeout. */
const LATENCY_MS = 200;

describe('a database that is far away', () => {
  let prepared: PreparedOrganisation;
  let running: ProductProcess;
  let proxy: TcpProxy | null = null;

  beforeAll(async () => {
    prepared = await prepareOrganisation(await createTestDatabase());
    const env = { ...prepared.env };
    // SQLite has no network latency; the same calls work there.
    if (engine === 'mariadb') {
      const url = new URL(env['DATABASE_URL']!);
      proxy = await new TcpProxy({ host: url.hostname, port: Number(url.port || 3306) }).open();
      url.hostname = '127.0.0.1';
      url.port = String(proxy.port);
      env['DATABASE_URL'] = url.toString();
    }
    running = await startProcess(env);
    proxy?.setLatency(LATENCY_MS);
  });
  afterAll(async () => {
    await running?.kill();
    await proxy?.disconnect();
    await prepared.cleanUp();
  });

  const person = { staff_code: 'F1', first_name: 'Ann', last_name: 'Far', joined: '2024-01-01' };
  const category = (at: number) => ({ code: `C${at}`, name: `Category ${at}` });

  it('is not treated as stuck: sequential and parallel requests succeed', async () => {
    const admin = api(running, prepared.admin);
    const first = await admin.post('/api/staff', person);
    expect([first.status, first.body.code]).toEqual([201, undefined]);
    const skill = await admin.post('/api/skills', { skill_code: 'FAR', name: 'Far' });
    expect(skill.status).toBe(201);
    const staffAndSkill = { staff_id: first.body.staff_id, skill_id: skill.body.skill_id };
    const evidence = await admin.post('/api/skill-evidence', {
      ...staffAndSkill,
      kind: 'assessment',
      level: 3,
      effective_date: '2025-03-01',
    });
    expect(evidence.status).toBe(201);
    // More than may write concurrently: the queue keeps moving.
    const many = await Promise.all(
      Array.from({ length: 20 }, (_, at) => admin.post('/api/training-categories', category(at))),
    );
    expect(many.map(({ status }) => status)).toEqual(Array(20).fill(201));
    expect((await admin.get('/api/training-categories?_end=100')).body).toHaveLength(20);
    expect((await admin.get('/api/reports/skill-matrix')).status).toBe(200);
    expect((await admin.get('/health/ready')).status).toBe(200);
  });
});
