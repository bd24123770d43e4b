import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '../support/api';
import { startApp } from '../support/app';
import { Completions, type Course, type Ready } from '../support/completions';
import { testDatabase } from '../support/database';
import { until } from '../support/eventually';
import { openOrganisation, type Headers } from '../support/organisation';
import { startProcess, type ProductProcess } from '../support/process';

const DIES_AT = `--require ${join(__dirname, '../support/dies-at.cjs')}`;

describe('a process killed between a completion and its certificate', () => {
  let folder: string;
  let drop: () => Promise<void>;
  let env: Record<string, string>;
  let admin: Headers;
  let course: Course;
  let person: Ready;
  let running: ProductProcess | undefined;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'skilgrid-certificates-'));
    const database = await testDatabase();
    drop = database.drop;
    env = {
      ...{ DATA_DIR: folder, DATABASE_URL: database.url },
      JWT_SECRET: 'a secret of the tests, long enough to be accepted',
    };
    const given = await startApp({ env });
    const plant = await openOrganisation(given);
    const completions = new Completions(given, plant);
    course = await completions.course(2);
    [person] = (await completions.ready(1, [course])) as [Ready];
    admin = plant.admin;
    await given.close();
  });
  afterAll(async () => {
    await running?.kill();
    await drop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('leaves the next one to issue it, once', async () => {
    const dying = { NODE_OPTIONS: DIES_AT, DIES_AT: 'INSERT INTO .?certificate_counter', DIES: 'before' };
    running = await startProcess({ ...env, ...dying });
    const ended = new Promise((resolve) => running!.child.once('exit', resolve));
    const body = { training_id: course.training_id, attempt_id: person.attempts[0], answers: course.answers };
    const submitted = api(running, person.headers).post('/S_QUIZ_PLAY_DETAILS/SaveQuizandvideo', body);
    await submitted.catch(() => undefined);
    await ended;

    running = await startProcess(env);
    const asker = api(running, admin);
    expect((await asker.get('/api/training-assignments')).body).toMatchObject([{ state: 'completed' }]);
    await until(async () => (await asker.get('/api/certificates')).body.length > 0);
    expect((await asker.get('/api/certificates')).body).toMatchObject([
      { number: expect.stringMatching(/^\d{4}-000001$/), state: 'issued' },
    ]);
  });
});
