import type { QueryRunner } from 'typeorm';
import { Database } from '../../src/infrastructure/database/database';
import { onStatement } from '../../src/infrastructure/database/transaction-context';
import { FileStorage } from '../../src/infrastructure/files/file-storage';
import { startApp, type RunningApp } from '../support/app';
import { eventually } from '../support/eventually';
import { png } from '../support/png-image';
import { openPlant, type Plant } from '../support/plant';
import { PHOTO, uploadProof, SCAN } from '../support/proofs';
import { runScheduledJob } from '../support/scheduled-jobs';

const HOUR = 3_600_000;
const VTT = 'WEBVTT\n\n00:00.000 --> 00:01.000\nMind the forks.\n';
/** DATABASE_SLOW ends the request; PROTOCOL_CONNECTION_LOST repeats the transaction. */
const ANSWERS = ['DATABASE_SLOW', 'PROTOCOL_CONNECTION_LOST'] as const;

interface FileKind {
  what: string;
  /** Matches the statement that writes the row which refers to the file. */
  writes: RegExp;
  send(): Promise<number>;
  /** HTTP status of the stored file, or of the request for its address. */
  serve(): Promise<number>;
}

describe('a stored file whose COMMIT has no answer', () => {
  let running: RunningApp;
  let plant: Plant;
  let training_id: string;
  let evidence_id: string;
  beforeAll(async () => {
    running = await startApp();
  });
  beforeEach(async () => {
    plant = await openPlant(running);
    ({ training_id } = await plant.createTraining());
    const { staff_id } = await plant.createStaff();
    const { skill_id } = await plant.createSkill();
    const evidence = { staff_id, skill_id, kind: 'certificate', level: 2, effective_date: '2025-03-01' };
    evidence_id = (await plant.api.post('/api/skill-evidence', evidence)).body.id;
  });
  afterEach(() => running.clock.release());
  afterAll(() => running.close());

  const fetchStatus = async (path: string | undefined): Promise<number> =>
    path ? (await fetch(running.url + path, { headers: plant.admin })).status : 404;
  const putFile = async (path: string, file: Buffer, name: string): Promise<number> => {
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(file)]), name);
    return (await fetch(running.url + path, { method: 'PUT', headers: plant.admin, body })).status;
  };
  const captions = () => `/api/trainings/${training_id}/captions`;
  const proofs = () => `/api/skill-evidence/${evidence_id}/proofs`;
  const logo = '/api/settings/certificates/images/logo';

  const KINDS: FileKind[] = [
    {
      what: 'video',
      writes: /^UPDATE training SET .*video_file_id/s,
      send: async () => (await plant.uploadVideo(training_id)).status,
      serve: async () => fetchStatus((await plant.api.get(`/api/trainings/${training_id}/video-link`)).body.url),
    },
    {
      what: 'file of captions',
      writes: /^INSERT INTO training_caption\b/,
      send: () => putFile(`${captions()}/en`, Buffer.from(VTT), 'en.vtt'),
      serve: async () => fetchStatus((await plant.api.get(captions())).body[0]?.url),
    },
    {
      what: 'picture of certificates',
      writes: /^UPDATE certificate_design SET /,
      send: () => putFile(logo, png(8), 'logo.png'),
      serve: () => fetchStatus(logo),
    },
    {
      what: 'proof',
      writes: /^INSERT INTO evidence_proof\b/,
      send: async () => (await uploadProof(running, plant.admin, evidence_id, PHOTO, 'licence.jpg')).status,
      serve: async () => fetchStatus((await plant.api.get(proofs())).body.proofs[0]?.url),
    },
  ];
  const kindOf = (what: string): FileKind => KINDS.find((kind) => kind.what === what)!;
  const keys = async (): Promise<string[]> => {
    const storedKeys: string[] = [];
    for await (const { key } of running.app.get(FileStorage).list(`${plant.customer_id}/`)) storedKeys.push(key);
    return storedKeys;
  };
  const pending = async (): Promise<number> => {
    const sql = 'SELECT COUNT(*) AS n FROM pending_file WHERE customer_id = ?';
    return Number((await running.app.get(Database).rows<{ n: number }>(sql, [plant.customer_id]))[0]!.n);
  };
  const advanceTime = (ms: number) => running.clock.freeze(running.clock.now() + ms);

  /** Ends the transaction of the first matching statement by `end`, then fails its COMMIT. */
  const failCommit = (writes: RegExp, code: string, end: 'COMMIT' | 'ROLLBACK'): void => {
    const stop = onStatement((sql, statementRunner) => {
      if (!writes.test(sql)) return;
      stop();
      const runner = statementRunner as QueryRunner;
      const query = runner.query.bind(runner) as (...args: unknown[]) => Promise<unknown>;
      runner.query = (async (statement: string, ...rest: unknown[]) => {
        if (statement !== 'COMMIT') return query(statement, ...rest);
        runner.query = query as QueryRunner['query'];
        await query(end);
        throw Object.assign(new Error('The answer of COMMIT is lost'), { code });
      }) as QueryRunner['query'];
    });
  };

  describe.each(KINDS.map(({ what }) => what))('%s', (what) => {
    it.each(ANSWERS)('is stored and served though its transaction has ended with %s', async (code) => {
      const kind = kindOf(what);
      failCommit(kind.writes, code, 'COMMIT');
      expect(await kind.send()).toBe(code === 'DATABASE_SLOW' ? 503 : 200);
      expect(await kind.serve()).toBe(200);
      expect([(await keys()).length, await pending()]).toEqual([1, 0]);
      advanceTime(50 * HOUR);
      await runScheduledJob(running, 'pending-files');
      expect(await keys()).toHaveLength(1);
    });

    it('is deleted where its row was not written', async () => {
      const kind = kindOf(what);
      failCommit(kind.writes, 'DATABASE_SLOW', 'ROLLBACK');
      expect(await kind.send()).toBe(503);
      expect(await kind.serve()).not.toBe(200);
      await eventually(keys, []);
      expect(await pending()).toBe(0);
    });
  });

  it('is deleted after two days when its process ended before the row was written, and no other file is', async () => {
    expect(await uploadProof(running, plant.admin, evidence_id, SCAN, 'scan.png')).toMatchObject({ status: 200 });
    const [writtenKey] = await keys();
    const fileStorage = running.app.get(FileStorage);
    const store = fileStorage.put.bind(fileStorage);
    jest.spyOn(fileStorage, 'put').mockImplementationOnce(async (key, source) => {
      await store(key, source);
      throw new Error('The process ends here');
    });
    expect((await uploadProof(running, plant.admin, evidence_id, PHOTO, 'licence.jpg')).status).toBe(500);
    expect([(await keys()).length, await pending()]).toEqual([2, 1]);
    advanceTime(47 * HOUR);
    await runScheduledJob(running, 'pending-files');
    expect(await keys()).toHaveLength(2);
    advanceTime(3 * HOUR);
    expect((await runScheduledJob(running, 'pending-files')).count).toBe(1);
    expect([await keys(), await pending()]).toEqual([[writtenKey], 0]);
  });
});
