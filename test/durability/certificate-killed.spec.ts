import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '../support/api';
import { startApp } from '../support/app';
import { Completions, type Course, type ReadyLearner } from '../support/completions';
import { createTestDatabase } from '../support/database';
import { waitUntil } from '../support/eventually';
import { openOrganisation, type Headers } from '../support/organisation';
import { startProcess, type ProductProcess } from '../support/product-process';

const KILL_AT_STATEMENT = `--require ${join(__dirname, '../support/kill-at-statement.cjs')}`;

describe('a process killed between a completion and its certificate', () => {
  let folder: string;
  let drop: () => Promise<void>;
  let env: Record<string, string>;
  let admin: Headers;
  let course: Course;
  let person: ReadyLearner;
  let running: ProductProcess | undefined;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'skilgrid-certificates-'));
    const database = await createTestDatabase();
    drop = database.drop;
    env = {
      DATA_DIR: folder,
      DATABASE_URL: database.url,
      JWT_SECRET: 'a secret of the tests, long enough to be accepted',
    };
    const setupApp = await startApp({ env });
    const plant = await openOrganisation(setupApp);
    const completions = new Completions(setupApp, plant);
    course = await completions.createCourse(2);
    [person] = (await completions.createReadyLearners(1, [course])) as [ReadyLearner];
    admin = plant.admin;
    await setupApp.close();
  });
  afterAll(async () => {
    await running?.kill();
    await drop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('leaves the next process to issue it once', async () => {
    const killSettings = {
      NODE_OPTIONS: KILL_AT_STATEMENT,
      DIES_AT: 'INSERT INTO .?certificate_counter',
      DIES: 'before',
    };
    running = await startProcess({ ...env, ...killSettings });
    const exited = new Promise((resolve) => running!.child.once('exit', resolve));
    const body = { training_id: course.training_id, attempt_id: person.attempts[0], answers: course.answers };
    const submitted = api(running, person.headers).post('/S_QUIZ_PLAY_DETAILS/SaveQuizandvideo', body);
    await submitted.catch(() => undefined);
    await exited;

    running = await startProcess(env);
    const adminApi = api(running, admin);
    expect((await adminApi.get('/api/training-assignments')).body).toMatchObject([{ state: 'completed' }]);
    await waitUntil(async () => (await adminApi.get('/api/certificates')).body.length > 0);
    expect((await adminApi.get('/api/certificates')).body).toMatchObject([
      { number: expect.stringMatching(/^\d{4}-000001$/), state: 'issued' },
    ]);
  });
});
