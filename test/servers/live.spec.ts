import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { api } from '../support/api';
import { prepareOrganisation, type PreparedOrganisation } from '../support/durability';
import { eventually } from '../support/eventually';
import { openLiveStream } from '../support/live-stream-client';
import { TestMariaDb } from '../support/test-mariadb';
import { TestRedis } from '../support/test-redis';
import { startProcess, type ProductProcess } from '../support/product-process';

const BINARY_FOLDERS = (process.env['PATH'] ?? '').split(':');
const transports = [
  'by polling the database',
  ...(BINARY_FOLDERS.some((folder) => existsSync(join(folder, 'redis-server'))) ? ['by Redis'] : []),
];

/** Two web processes notify each other of changes; with Redis also while it is away. */
describe.each(transports)('two processes, %s', (transport) => {
  let server: TestMariaDb;
  let redis: TestRedis | undefined;
  let prepared: PreparedOrganisation;
  let processes: [ProductProcess, ProductProcess];

  beforeAll(async () => {
    server = await TestMariaDb.create();
    await server.start();
    if (transport === 'by Redis') redis = await TestRedis.start();
    prepared = await prepareOrganisation({ url: server.url, drop: async () => undefined });
    const env = { ...prepared.env, ...(redis && { REDIS_URL: redis.url }) };
    // The first one has only the role `web`: the jobs of its streams run there too.
    processes = await Promise.all([startProcess({ ...env, ROLE: 'web' }), startProcess(env)]);
  });
  afterAll(async () => {
    for (const each of processes ?? []) await each.kill();
    await prepared?.cleanUp();
    await redis?.kill();
    await server?.cleanUp();
  });

  it('notify each other, also while Redis is away, and shut down with open streams', async () => {
    const [first, second] = processes;
    const skill = async (process: ProductProcess, name: string) =>
      ((await api(process, prepared.admin).post('/api/skills', { skill_code: name, name })).body as { id: string }).id;
    const stream = await openLiveStream(first, prepared.admin);
    await stream.waitForEvent({ resource: 'skills', subject: await skill(second, 'L-1'), version: 1 });

    await redis?.kill();
    await stream.waitForEvent({ resource: 'skills', subject: await skill(second, 'L-2'), version: 1 });
    await redis?.start();
    await stream.waitForEvent({ resource: 'skills', subject: await skill(second, 'L-3'), version: 1 });

    const streams = await Promise.all(
      Array.from({ length: 7 }, (_, index) => openLiveStream(processes[index % 2]!, prepared.admin)),
    );
    expect(streams.filter(({ status }) => status === 429)).toHaveLength(2);

    const exited = new Promise((done) => first.child.once('exit', done));
    first.child.kill('SIGTERM');
    expect(await exited).toBe(0);
    await eventually(() => stream.isClosed, true);
    await api(second, prepared.admin).post('/api/auth/logout');
    await eventually(() => streams.every(({ status, isClosed: isOver }) => status === 429 || isOver), true);
  });
});
