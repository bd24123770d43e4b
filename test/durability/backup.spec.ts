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
import { Clock } from '../../src/common/clock';
import { loadConfig } from '../../src/infrastructure/config/load-config';
import { createServer } from '../../src/infrastructure/http/server';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { enrolSecondFactor, type Authenticator } from '../support/authenticator';
import { runCommand } from '../support/commands';
import { engine, createTestDatabase, type TestDatabase } from '../support/database';
import { waitUntil } from '../support/eventually';
import { fixtures, PASSWORD } from '../support/fixtures';
import { insertDepartments } from '../support/large-list';
import type { Headers } from '../support/organisation';
import { CLIP, openPlant, type Plant } from '../support/plant';
import { version } from '../../package.json';

const LONG = 'ü\\\'"\n\u2028\u{1F9F0}'.repeat(1_200);

/** An instance without data. */
interface EmptyInstance {
  env: Record<string, string>;
  folder: string;
  cleanUp(): Promise<void>;
}

async function createEmptyInstance(): Promise<EmptyInstance> {
  const folder = mkdtempSync(join(tmpdir(), 'skilgrid-place-'));
  const database: TestDatabase = await createTestDatabase();
  return {
    folder,
    env: { DATA_DIR: folder, DATABASE_URL: database.url, JWT_SECRET: '' },
    cleanUp: async () => {
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

describe('a backup', () => {
  let running: RunningApp;
  let plant: Plant;
  let authenticator: Authenticator;
  let training_id: string;
  let job_id: string;
  let exportFile: Buffer;
  let sourceEnv: Record<string, string>;
  let backupFolder: string;
  const instances: EmptyInstance[] = [];

  beforeAll(async () => {
    // Without JWT_SECRET the product generates and stores one.
    running = await startApp({ env: { JWT_SECRET: '' } });
    sourceEnv = { DATA_DIR: running.config.dataFolder, DATABASE_URL: running.config.databaseUrl, JWT_SECRET: '' };
    const registered = await fixtures(running).organisation({ staffLimit: 100_000 });
    plant = await openPlant(running, {}, { ...registered, customer_id: registered.customer_id } as never);
    authenticator = await enrolSecondFactor(running, registered.admin);
    ({ training_id } = await plant.createTraining({ description: LONG }));
    expect((await plant.uploadVideo(training_id)).status).toBe(200);
    await insertDepartments(running.app, plant.tenant);
    ({ job_id } = (await plant.api.get('/api/exports/departments?columns=name')).body);
    await waitUntil(async () => (await plant.api.get(`/api/jobs/${job_id}`)).body.state === 'done');
    exportFile = await downloadExport(running.url, registered.admin);
    backupFolder = join(mkdtempSync(join(tmpdir(), 'skilgrid-kept-')), 'backup');
    user_name = registered.user_name;

    // During the backup a video is replaced repeatedly and staff are created.
    let isDone = false;
    const replacingVideos = (async () => {
      while (!isDone) expect((await plant.uploadVideo(training_id)).status).toBe(200);
    })();
    const addingStaff = (async () => {
      while (!isDone) await plant.createStaff();
    })();
    output = await runCommand('backup', [backupFolder], sourceEnv);
    isDone = true;
    await Promise.all([replacingVideos, addingStaff]);
  });
  afterAll(async () => {
    for (const createInstance of instances) await createInstance.cleanUp();
    rmSync(join(backupFolder, '..'), { recursive: true, force: true });
    await running.close();
  });

  let user_name: string;
  let output: Awaited<ReturnType<typeof runCommand>>;

  const createInstance = async (): Promise<EmptyInstance> => {
    const instance = await createEmptyInstance();
    instances.push(instance);
    return instance;
  };
  const downloadExport = async (url: string, headers: Headers): Promise<Buffer> => {
    const answer = await fetch(`${url}/api/jobs/${job_id}/file`, { headers });
    expect(answer.status).toBe(200);
    return Buffer.from(await answer.arrayBuffer());
  };
  const manifest = () => JSON.parse(readFileSync(join(backupFolder, 'manifest.json'), 'utf8'));
  /** A modified copy of the backup. */
  const alteredCopy = (change: (folder: string) => void): string => {
    const folder = join(backupFolder, '..', `altered-${readdirSync(join(backupFolder, '..')).length}`);
    cpSync(backupFolder, folder, { recursive: true });
    change(folder);
    return folder;
  };

  it('is taken while the product serves, is complete, and is readable only by its owner', () => {
    expect(output).toMatchObject({ code: 0, text: expect.stringMatching(/Backup in .*: the database and 2 files/) });
    const { version: backupVersion, engine: kind, database, files, missing, secret, tables } = manifest();
    expect({ version: backupVersion, kind, missing, files: files.length }).toEqual({
      version,
      kind: engine === 'sqlite' ? 'sqlite' : 'server',
      missing: [],
      files: 2,
    });
    expect(tables).toMatchObject({ training: 1, second_factor: 1 });
    expect(statSync(backupFolder).mode & 0o777).toBe(0o700);
    for (const { path } of [database, secret]) expect(statSync(join(backupFolder, path)).mode & 0o777).toBe(0o600);
    const storedFiles = files.map(({ path }: { path: string }) => readFileSync(join(backupFolder, path)));
    expect(storedFiles).toEqual([exportFile, readFileSync(CLIP)]);
  });

  it('is restored into an empty instance, where sign-in with second factor, video and export work', async () => {
    const { env } = await createInstance();
    const restored = await runCommand('restore', [backupFolder], env);
    expect(restored).toMatchObject({ code: 0, text: expect.stringContaining(`Restored what version ${version} held`) });
    expect(statSync(join(env['DATA_DIR']!, 'jwt-secret')).mode & 0o777).toBe(0o600);

    const config = loadConfig({ NODE_ENV: 'test', SEED_DEMO: 'off', ...env });
    const app = await createServer(AppModule.forRoot(config), config);
    try {
      await app.listen(0, '127.0.0.1');
      app.get(Clock).freeze(running.clock.now() + 60_000);
      const restoredServer = { url: `http://127.0.0.1:${(app.getHttpServer().address() as { port: number }).port}` };
      const login = (secondRestore: object) =>
        api(restoredServer).post('/api/auth/login', { user_name, password: PASSWORD, ...secondRestore });
      expect(await login({})).toMatchObject({ status: 401, body: { code: 'second_factor_needed' } });
      const signedIn = await login({ code: authenticator.code(2) });
      expect(signedIn.status).toBe(200);
      const { token, eid, oid } = signedIn.body;
      const admin = api(restoredServer, { authorization: `Bearer ${token}`, eid, oid });
      expect(await downloadExport(restoredServer.url, { authorization: `Bearer ${token}`, eid, oid })).toEqual(
        exportFile,
      );
      expect((await admin.get(`/api/trainings/${training_id}`)).body.description).toBe(LONG);
      expect(Number((await admin.get('/api/staff?_start=0&_end=1')).headers.get('x-total-count'))).toBe(
        manifest().tables.staff,
      );
      const { url } = (await admin.get(`/api/trainings/${training_id}/video-link`)).body;
      const video = await fetch(new URL(url, restoredServer.url));
      expect(Buffer.from(await video.arrayBuffer())).toEqual(readFileSync(CLIP));
    } finally {
      await app.close();
    }
    // A restore never overwrites existing data.
    const secondRestore = await runCommand('restore', [backupFolder], env);
    expect(secondRestore).toMatchObject({ code: 1, text: expect.stringMatching(/not empty|in use|already/) });
  });

  it('is refused into a non-empty folder, and a restore into an instance in use', async () => {
    expect(await runCommand('backup', [backupFolder], sourceEnv)).toMatchObject({
      code: 1,
      text: expect.stringContaining('is not empty'),
    });
    const empty = join(backupFolder, '..', 'elsewhere');
    mkdirSync(empty);
    const servedEnv = { ...sourceEnv, DATA_DIR: empty, FILES_URL: `file:${empty}` };
    expect(await runCommand('restore', [backupFolder], servedEnv)).toMatchObject({
      code: 1,
      text: expect.stringMatching(engine === 'sqlite' ? /is in use/ : /is not empty/),
    });
    expect(readdirSync(empty)).toEqual([]);
  });

  it('is not restored when it is corrupted, unfinished or of another version', async () => {
    const { env, folder } = await createInstance();
    const { database, files } = manifest();
    const restoreError = async (from: string) => {
      const { code, text } = await runCommand('restore', [from], env);
      expect(code).toBe(1);
      expect(text).not.toMatch(/^\s+at /m);
      return text;
    };
    for (const { path } of [database, files[0]]) {
      const corruptedCopy = alteredCopy((into) => {
        const bytes = readFileSync(join(into, path));
        bytes[bytes.length >> 1]! ^= 1;
        writeFileSync(join(into, path), bytes);
      });
      expect(await restoreError(corruptedCopy)).toContain(`${path} is not what was backed up`);
    }
    expect(await restoreError(alteredCopy((into) => rmSync(join(into, 'manifest.json'))))).toContain(
      'no finished backup',
    );
    for (const migrations of [[...manifest().migrations, 'Later9999_1'], ['Tenancy0001_1763600000001']]) {
      const otherVersionCopy = alteredCopy((into) =>
        writeFileSync(join(into, 'manifest.json'), JSON.stringify({ ...manifest(), migrations })),
      );
      expect(await restoreError(otherVersionCopy)).toContain('made by another version');
    }
    expect(readdirSync(folder)).toEqual([]);
    expect(existsSync(join(folder, 'files'))).toBe(false);
  });
});
