import { FolderPost } from '../../src/platform/mail/folder-post';
import { MailWorker } from '../../src/platform/mail/mail-worker';
import { Redis } from '../../src/platform/redis/redis';
import { JobWorker } from '../../src/tenancy/jobs/job-worker';
import { Jobs } from '../../src/tenancy/jobs/jobs.service';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { comesTo } from '../support/eventually';
import { openOrganisation, type Organisation } from '../support/organisation';
import { OwnRedis } from '../support/own-redis';
import { unscheduled } from '../support/sweeps';

const NOTHING = { staff_id: [], training_id: [], due_on: null };

/** "The row decides; a sweep re-queues what Redis forgot." */
describe('work that is owed, with Redis', () => {
  let redis: OwnRedis;
  let running: RunningApp;
  let plant: Organisation;
  beforeAll(async () => {
    redis = await OwnRedis.start();
    running = await startApp({ env: { REDIS_URL: `${redis.url}/4?prefix=plant` } });
    plant = await openOrganisation(running);
    await comesTo(async () => isThere(), true);
    // A queue is listened to from the first look on that finds Redis there: one that answered late counts as away for a while.
    const queues = ['jobs-bulk', 'jobs-interactive', 'outbox'];
    await comesTo(async () => {
      await running.app.get(JobWorker, { strict: false }).settle();
      await running.app.get(MailWorker).settle();
      const listening = await keys();
      return queues.filter((name) => !listening.includes(`plant:4:jobs:${name}`));
    }, []);
    // After that nothing comes round: whatever is done, Redis has told of.
    for (const name of queues) unscheduled(running, name);
  });
  afterAll(async () => {
    await running?.close();
    await redis?.kill();
  });

  const owe = () => running.app.get(Jobs, { strict: false }).enqueue(plant.tenant, 'bulk_assign', NOTHING, 0);
  const state = async (id: string) => (await api(running, plant.admin).get(`/api/jobs/${id}`)).body.state as string;
  const isThere = () => running.app.get(Redis).isThere;
  const keys = () =>
    redis.ask("EVAL \"redis.call('SELECT', 4) return table.concat(redis.call('KEYS', '*:jobs:*'), ' ')\" 0");

  it('is done when Redis tells of it, which keeps nothing of it afterwards', async () => {
    const ids = [await owe(), await owe(), await owe()];
    for (const id of ids) await comesTo(() => state(id), 'done');
    await comesTo(async () => (await keys()).includes(ids[2]!), false);
    expect(await keys()).toContain('plant:4:jobs:jobs-bulk');
  });

  it('is sent, if it is a mail, when Redis tells of it', async () => {
    await fetch(`${running.url}/Common/send_otp?to_email=told@example.org`);
    await comesTo(async () => (await running.app.get(FolderPost).all()).some(({ to }) => to.includes('told@')), true);
  });

  it('is done at once while Redis is away, and by it again when it is back, empty', async () => {
    await redis.kill();
    await comesTo(async () => isThere(), false);
    const alone = await owe();
    await comesTo(() => state(alone), 'done');
    await redis.start();
    await comesTo(async () => isThere(), true);
    const again = await owe();
    await comesTo(() => state(again), 'done');
  });

  it('is found by a look where Redis has forgotten it', async () => {
    // Told, and lost with its memory before anybody heard.
    redis.freeze();
    const lost = await owe();
    expect(await state(lost)).toBe('queued');
    await redis.kill();
    await redis.start();
    await running.app.get(JobWorker, { strict: false }).settle();
    expect(await state(lost)).toBe('done');
    await comesTo(async () => isThere(), true);
    const heard = await owe();
    await comesTo(() => state(heard), 'done');
  });
});
