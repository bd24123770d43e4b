import { FolderMailTransport } from '../../src/infrastructure/mail/folder-mail-transport';
import { MailWorker } from '../../src/infrastructure/mail/mail-worker';
import { RedisClient } from '../../src/infrastructure/redis/redis-client';
import { JobWorker } from '../../src/modules/background-jobs/job-worker';
import { JobsService } from '../../src/modules/background-jobs/jobs.service';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { eventually } from '../support/eventually';
import { openOrganisation, type Organisation } from '../support/organisation';
import { TestRedis } from '../support/test-redis';
import { unschedule } from '../support/scheduled-jobs';

const EMPTY_PAYLOAD = { staff_id: [], training_id: [], due_on: null };

/** The row in the database is authoritative; a scheduled job re-queues what Redis lost. */
describe('queued work with Redis', () => {
  let redis: TestRedis;
  let running: RunningApp;
  let plant: Organisation;
  beforeAll(async () => {
    redis = await TestRedis.start();
    running = await startApp({ env: { REDIS_URL: `${redis.url}/4?prefix=plant` } });
    plant = await openOrganisation(running);
    await eventually(async () => isRedisAvailable(), true);
    // A queue is consumed from the first run that finds Redis available; a late Redis counts as away for a while.
    const queues = ['jobs-bulk', 'jobs-interactive', 'outbox'];
    await eventually(async () => {
      await running.app.get(JobWorker, { strict: false }).drain();
      await running.app.get(MailWorker).drain();
      const registeredQueues = await jobKeys();
      return queues.filter((name) => !registeredQueues.includes(`plant:4:jobs:${name}`));
    }, []);
    // Afterwards no timer runs: only Redis can trigger the work.
    for (const name of queues) unschedule(running, name);
  });
  afterAll(async () => {
    await running?.close();
    await redis?.kill();
  });

  const enqueueJob = () =>
    running.app.get(JobsService, { strict: false }).enqueue(plant.tenant, 'bulk_assign', EMPTY_PAYLOAD, 0);
  const jobState = async (id: string) => (await api(running, plant.admin).get(`/api/jobs/${id}`)).body.state as string;
  const isRedisAvailable = () => running.app.get(RedisClient).isAvailable;
  const jobKeys = () =>
    redis.command("EVAL \"redis.call('SELECT', 4) return table.concat(redis.call('KEYS', '*:jobs:*'), ' ')\" 0");

  it('is done when Redis notifies, which stores nothing afterwards', async () => {
    const ids = [await enqueueJob(), await enqueueJob(), await enqueueJob()];
    for (const id of ids) await eventually(() => jobState(id), 'done');
    await eventually(async () => (await jobKeys()).includes(ids[2]!), false);
    expect(await jobKeys()).toContain('plant:4:jobs:jobs-bulk');
  });

  it('is sent, if it is a mail, when Redis notifies', async () => {
    await fetch(`${running.url}/Common/send_otp?to_email=told@example.org`);
    await eventually(
      async () => (await running.app.get(FolderMailTransport).all()).some(({ to }) => to.includes('told@')),
      true,
    );
  });

  it('is done at once while Redis is away, and through Redis again after an empty restart', async () => {
    await redis.kill();
    await eventually(async () => isRedisAvailable(), false);
    const withoutRedis = await enqueueJob();
    await eventually(() => jobState(withoutRedis), 'done');
    await redis.start();
    await eventually(async () => isRedisAvailable(), true);
    const afterRestart = await enqueueJob();
    await eventually(() => jobState(afterRestart), 'done');
  });

  it('is found by polling when Redis has lost it', async () => {
    // Notified, but lost with Redis's memory before it was received.
    redis.suspend();
    const lostJob = await enqueueJob();
    expect(await jobState(lostJob)).toBe('queued');
    await redis.kill();
    await redis.start();
    await running.app.get(JobWorker, { strict: false }).drain();
    expect(await jobState(lostJob)).toBe('done');
    await eventually(async () => isRedisAvailable(), true);
    const nextJob = await enqueueJob();
    await eventually(() => jobState(nextJob), 'done');
  });
});
