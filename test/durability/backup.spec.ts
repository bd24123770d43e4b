import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppModule } from '../../src/app.module';
import { Clock } from '../../src/platform/clock';
import { loadConfig } from '../../src/platform/config/load-config';
import { createServer } from '../../src/platform/http/server';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { enrol, type Authenticator } from '../support/authenticator';
import { runCommand } from '../support/commands';
import { engine, testDatabase, type TestDatabase } from '../support/database';
import { until } from '../support/eventually';
import { given, PASSWORD } from '../support/given';
import { manyDepartments } from '../support/large-list';
import type { Headers } from '../support/organisation';
import { CLIP, openPlant, type Plant } from '../support/plant';

const LONG = 'ü\\\'"\n\u2028\u{1F9F0}'.repeat(1_200);

/** A place that knows nothing yet. */
interface Place {
  env: Record<string, string>;
  folder: string;
  forget(): Promise<void>;
}

async function emptyPlace(): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), 'skilgrid-place-'));
  const database: TestDatabase = await testDatabase();
  return {
    folder,
    env: { DATA_DIR: folder, DATABASE_URL: database.url, JWT_SECRET: '' },
    forget: async () => {
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

describe('a backup', () => {
  let running: RunningApp;
  let plant: Plant;
  let phone: Authenticator;
  let training_id: string;
  let job_id: string;
  let made: Buffer;
  let there: Record<string, string>;
  let kept: string;
  const places: Place[] = [];

  beforeAll(async () => {
    // The secret is the kept one, as on a machine that was given none.
    running = await startApp({ env: { JWT_SECRET: '' } });
    there = { DATA_DIR: running.config.dataFolder, DATABASE_URL: running.config.databaseUrl, JWT_SECRET: '' };
    const firm = await given(running).organisation({ staffLimit: 100_000 });
    plant = await openPlant(running, {}, { ...firm, customer_id: firm.customer_id } as never);
    phone = await enrol(running, firm.admin);
    ({ training_id } = await plant.training({ description: LONG }));
    expect((await plant.upload(training_id)).status).toBe(200);
    await manyDepartments(running.app, plant.tenant);
    ({ job_id } = (await plant.api.get('/api/exports/departments?columns=name')).body);
    await until(async () => (await plant.api.get(`/api/jobs/${job_id}`)).body.state === 'done');
    made = await fileOf(running.url, firm.admin);
    kept = join(mkdtempSync(join(tmpdir(), 'skilgrid-kept-')), 'backup');
    user_name = firm.user_name;

    // While it is taken, people go on: a video is replaced time and again, and records are made.
    let over = false;
    const replaced = (async () => {
      while (!over) expect((await plant.upload(training_id)).status).toBe(200);
    })();
    const written = (async () => {
      while (!over) await plant.staff();
    })();
    output = await runCommand('backup', kept, there);
    over = true;
    await Promise.all([replaced, written]);
  });
  afterAll(async () => {
    for (const place of places) await place.forget();
    rmSync(join(kept, '..'), { recursive: true, force: true });
    await running.close();
  });

  let user_name: string;
  let output: Awaited<ReturnType<typeof runCommand>>;

  const place = async (): Promise<Place> => {
    const made = await emptyPlace();
    places.push(made);
    return made;
  };
  const fileOf = async (url: string, headers: Headers): Promise<Buffer> => {
    const answer = await fetch(`${url}/api/jobs/${job_id}/file`, { headers });
    expect(answer.status).toBe(200);
    return Buffer.from(await answer.arrayBuffer());
  };
  const manifest = () => JSON.parse(readFileSync(join(kept, 'manifest.json'), 'utf8'));
  /** A copy in which something is not as it was. */
  const altered = (change: (folder: string) => void): string => {
    const folder = join(kept, '..', `altered-${readdirSync(join(kept, '..')).length}`);
    cpSync(kept, folder, { recursive: true });
    change(folder);
    return folder;
  };

  it('is taken while the product serves, holds all there is, and shows it to nobody else', () => {
    expect(output).toMatchObject({ code: 0, text: expect.stringMatching(/Backup in .*: the database and 2 files/) });
    const { version, engine: kind, database, files, missing, secret, tables } = manifest();
    expect({ version, kind, missing, files: files.length }).toEqual({
      version: '0.1.0',
      kind: engine === 'sqlite' ? 'sqlite' : 'server',
      missing: [],
      files: 2,
    });
    expect(tables).toMatchObject({ training: 1, second_factor: 1 });
    expect(statSync(kept).mode & 0o777).toBe(0o700);
    for (const { path } of [database, secret]) expect(statSync(join(kept, path)).mode & 0o777).toBe(0o600);
    const held = files.map(({ path }: { path: string }) => readFileSync(join(kept, path)));
    expect(held).toEqual([made, readFileSync(CLIP)]);
  });

  it('is restored into an empty place, where one signs in with password and second factor, the video plays and an export is fetched', async () => {
    const { env } = await place();
    const restored = await runCommand('restore', kept, env);
    expect(restored).toMatchObject({ code: 0, text: expect.stringContaining('Restored what version 0.1.0 held') });
    expect(statSync(join(env['DATA_DIR']!, 'jwt-secret')).mode & 0o777).toBe(0o600);

    const config = loadConfig({ NODE_ENV: 'test', SEED_DEMO: 'off', ...env });
    const app = await createServer(AppModule.with(config), config);
    try {
      await app.listen(0, '127.0.0.1');
      app.get(Clock).freeze(running.clock.now() + 60_000);
      const again = { url: `http://127.0.0.1:${(app.getHttpServer().address() as { port: number }).port}` };
      const login = (more: object) => api(again).post('/api/auth/login', { user_name, password: PASSWORD, ...more });
      expect(await login({})).toMatchObject({ status: 401, body: { code: 'second_factor_needed' } });
      const signedIn = await login({ code: phone.code(2) });
      expect(signedIn.status).toBe(200);
      const { token, eid, oid } = signedIn.body;
      const admin = api(again, { authorization: `Bearer ${token}`, eid, oid });
      expect(await fileOf(again.url, { authorization: `Bearer ${token}`, eid, oid })).toEqual(made);
      expect((await admin.get(`/api/trainings/${training_id}`)).body.description).toBe(LONG);
      expect(Number((await admin.get('/api/staff?_start=0&_end=1')).headers.get('x-total-count'))).toBe(
        manifest().tables.staff,
      );
      const { url } = (await admin.get(`/api/trainings/${training_id}/video-link`)).body;
      const video = await fetch(new URL(url, again.url));
      expect(Buffer.from(await video.arrayBuffer())).toEqual(readFileSync(CLIP));
    } finally {
      await app.close();
    }
    // And never over what is there now.
    const more = await runCommand('restore', kept, env);
    expect(more).toMatchObject({ code: 1, text: expect.stringMatching(/not empty|in use|already/) });
  });

  it('is refused into a folder with anything in it, and a restore into a place that is served', async () => {
    expect(await runCommand('backup', kept, there)).toMatchObject({
      code: 1,
      text: expect.stringContaining('is not empty'),
    });
    const empty = join(kept, '..', 'elsewhere');
    mkdirSync(empty);
    const served = { ...there, DATA_DIR: empty, FILES_URL: `file:${empty}` };
    expect(await runCommand('restore', kept, served)).toMatchObject({
      code: 1,
      text: expect.stringMatching(engine === 'sqlite' ? /is in use/ : /is not empty/),
    });
    expect(readdirSync(empty)).toEqual([]);
  });

  it('is refused when a part of it is not what it was, or it was never finished, or is of another version', async () => {
    const { env, folder } = await place();
    const { database, files } = manifest();
    const refused = async (from: string) => {
      const { code, text } = await runCommand('restore', from, env);
      expect(code).toBe(1);
      expect(text).not.toMatch(/^\s+at /m);
      return text;
    };
    for (const { path } of [database, files[0]]) {
      const spoiled = altered((into) => {
        const bytes = readFileSync(join(into, path));
        bytes[bytes.length >> 1]! ^= 1;
        writeFileSync(join(into, path), bytes);
      });
      expect(await refused(spoiled)).toContain(`${path} is not what was backed up`);
    }
    expect(await refused(altered((into) => rmSync(join(into, 'manifest.json'))))).toContain('no finished backup');
    for (const migrations of [[...manifest().migrations, 'Later9999_1'], ['Tenancy0001_1763600000001']]) {
      const other = altered((into) =>
        writeFileSync(join(into, 'manifest.json'), JSON.stringify({ ...manifest(), migrations })),
      );
      expect(await refused(other)).toContain('made by another version');
    }
    expect(readdirSync(folder)).toEqual([]);
    expect(existsSync(join(folder, 'files'))).toBe(false);
  });
});
