import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppModule } from '../../src/app.module';
import { Clock } from '../../src/common/clock';
import { loadConfig } from '../../src/infrastructure/config/load-config';
import { createServer } from '../../src/infrastructure/http/server';
import { api } from './api';
import { createTestDatabase } from './database';
import { openOrganisation, type Headers } from './organisation';
import { startProcess, type ProductProcess } from './product-process';
import { uploadBody, videoOf, MEGABYTE, partBytes, sendPart } from './video-uploads';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Tests for every file storage that a server killed in the middle of a part keeps every acknowledged part. */
export function testKilledUpload(settings: () => Record<string, string>): void {
  let folder: string;
  let drop: () => Promise<void>;
  let env: Record<string, string>;
  let admin: Headers;
  let running: ProductProcess | undefined;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'skilgrid-kill-'));
    const database = await createTestDatabase();
    drop = database.drop;
    env = {
      DATA_DIR: folder,
      DATABASE_URL: database.url,
      JWT_SECRET: 'a secret of the tests, long enough to be accepted',
      ...settings(),
    };
    const config = loadConfig({ NODE_ENV: 'test', SEED_DEMO: 'off', ...env });
    const app = await createServer(AppModule.forRoot(config), config);
    const stubs = { mails: async () => [], close: async () => undefined };
    ({ admin } = await openOrganisation({ app, url: '', config, clock: app.get(Clock), ...stubs }));
    await app.close();
  });
  afterAll(async () => {
    await running?.kill();
    await drop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('resumes the upload and stores exactly the bytes that were sent', async () => {
    const film = videoOf(20 * MEGABYTE);
    running = await startProcess(env);
    const training = await api(running, admin).post('/api/trainings', { code: 'T1', title: 'Forklifts' });
    const uploads = `/api/trainings/${training.body.training_id}/uploads`;
    const upload = (await api(running, admin).post(uploads, uploadBody(film))).body;
    expect(upload.parts).toHaveLength(3);
    const [first, second] = upload.parts;
    expect([200, 204]).toContain(
      await sendPart(running.url, admin, first.url, partBytes(film, first, upload.part_bytes)),
    );

    // Half of the second part, then the process is killed.
    const isAppUrl = second.url.startsWith('/');
    const interrupted = request(isAppUrl ? running.url + second.url : second.url, {
      method: 'PUT',
      headers: {
        ...(isAppUrl && { ...admin, 'content-type': 'application/octet-stream' }),
        'content-length': second.bytes,
      },
    });
    interrupted.on('error', () => undefined);
    await new Promise<void>((completed) =>
      interrupted.write(partBytes(film, second, upload.part_bytes).subarray(0, 4 * MEGABYTE), () => completed()),
    );
    await running.kill();
    interrupted.destroy();

    running = await startProcess(env);
    const resumed = (await api(running, admin).post(uploads, uploadBody(film))).body;
    expect([resumed.upload_id, resumed.parts.map((part: { done: boolean }) => part.done)]).toEqual([
      upload.upload_id,
      [true, false, false],
    ]);
    for (const part of resumed.parts.slice(1))
      expect([200, 204]).toContain(
        await sendPart(running.url, admin, part.url, partBytes(film, part, upload.part_bytes)),
      );
    const completed = await api(running, admin).post(`${uploads}/${upload.upload_id}/complete`);
    expect([completed.status, completed.body.video_provider]).toEqual([200, 'upload']);
    const { url } = (await api(running, admin).get(`/api/trainings/${training.body.training_id}/video-link`)).body;
    const played = new Uint8Array(await (await fetch(running.url + url)).arrayBuffer());
    expect(sha256(played)).toBe(sha256(film));
  });
}
