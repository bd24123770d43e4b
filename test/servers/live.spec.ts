import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { api } from '../support/api';
import { prepared, type Prepared } from '../support/durable';
import { comesTo } from '../support/eventually';
import { listen } from '../support/listening';
import { OwnMariaDb } from '../support/own-mariadb';
import { OwnRedis } from '../support/own-redis';
import { startProcess, type ProductProcess } from '../support/process';

const PLACES = (process.env['PATH'] ?? '').split(':');
const ways = [
  'by a look at the database',
  ...(PLACES.some((at) => existsSync(join(at, 'redis-server'))) ? ['by Redis'] : []),
];

/** Two web processes tell each other what has changed; with Redis also while it is away. */
describe.each(ways)('two processes, %s', (way) => {
  let server: OwnMariaDb;
  let redis: OwnRedis | undefined;
  let given: Prepared;
  let both: [ProductProcess, ProductProcess];

  beforeAll(async () => {
    server = await OwnMariaDb.create();
    await server.start();
    if (way === 'by Redis') redis = await OwnRedis.start();
    given = await prepared({ url: server.url, drop: async () => undefined });
    const env = { ...given.env, ...(redis && { REDIS_URL: redis.url }) };
    // The first one only answers requests: what comes round for its streams comes round there, too.
    both = await Promise.all([startProcess({ ...env, ROLE: 'web' }), startProcess(env)]);
  });
  afterAll(async () => {
    for (const each of both ?? []) await each.kill();
    await given?.forget();
    await redis?.kill();
    await server?.forget();
  });

  it('tell each other what has changed, lose a Redis without losing that, and end with streams open', async () => {
    const [one, other] = both;
    const skill = async (at: ProductProcess, name: string) =>
      ((await api(at, given.admin).post('/api/skills', { skill_code: name, name })).body as { id: string }).id;
    const stream = await listen(one, given.admin);
    await stream.hears({ resource: 'skills', subject: await skill(other, 'L-1'), version: 1 });

    await redis?.kill();
    await stream.hears({ resource: 'skills', subject: await skill(other, 'L-2'), version: 1 });
    await redis?.start();
    await stream.hears({ resource: 'skills', subject: await skill(other, 'L-3'), version: 1 });

    const statuses = await Promise.all(Array.from({ length: 7 }, (_, at) => listen(both[at % 2]!, given.admin)));
    expect(statuses.filter(({ status }) => status === 429)).toHaveLength(2);

    const ended = new Promise((done) => one.child.once('exit', done));
    one.child.kill('SIGTERM');
    expect(await ended).toBe(0);
    await comesTo(() => stream.isOver, true);
    await api(other, given.admin).post('/api/auth/logout');
    await comesTo(() => statuses.every(({ status, isOver }) => status === 429 || isOver), true);
  });
});
