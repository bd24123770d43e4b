import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppModule } from '../../src/app.module';
import { Clock } from '../../src/platform/clock';
import { loadConfig } from '../../src/platform/config/load-config';
import { createServer } from '../../src/platform/http/server';
import { api } from './api';
import { testDatabase } from './database';
import { openOrganisation, type Headers } from './organisation';
import { startProcess, type ProductProcess } from './process';
import { announced, filmOf, MEGABYTE, pieceOf, sendPart } from './uploads';

const sha = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Wherever files are kept: a server that is killed in the middle of a part loses no part that it had acknowledged. */
export function killedUploadGoesOn(settings: () => Record<string, string>): void {
  let folder: string;
  let drop: () => Promise<void>;
  let env: Record<string, string>;
  let admin: Headers;
  let running: ProductProcess | undefined;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'skilgrid-kill-'));
    const database = await testDatabase();
    drop = database.drop;
    env = {
      ...{ DATA_DIR: folder, DATABASE_URL: database.url },
      ...{ JWT_SECRET: 'a secret of the tests, long enough to be accepted', ...settings() },
    };
    const config = loadConfig({ NODE_ENV: 'test', SEED_DEMO: 'off', ...env });
    const app = await createServer(AppModule.with(config), config);
    const nothing = { mails: async () => [], close: async () => undefined };
    ({ admin } = await openOrganisation({ app, url: '', config, clock: app.get(Clock), ...nothing }));
    await app.close();
  });
  afterAll(async () => {
    await running?.kill();
    await drop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('goes on where it was, and its bytes are those that were sent', async () => {
    const film = filmOf(20 * MEGABYTE);
    running = await startProcess(env);
    const made = await api(running, admin).post('/api/trainings', { code: 'T1', title: 'Forklifts' });
    const uploads = `/api/trainings/${made.body.training_id}/uploads`;
    const begun = (await api(running, admin).post(uploads, announced(film))).body;
    expect(begun.parts).toHaveLength(3);
    const [first, second] = begun.parts;
    expect([200, 204]).toContain(await sendPart(running.url, admin, first.url, pieceOf(film, first, begun.part_bytes)));

    // Half of the second, then the power is gone.
    const ours = second.url.startsWith('/');
    const half = request(ours ? running.url + second.url : second.url, {
      method: 'PUT',
      headers: {
        ...(ours && { ...admin, 'content-type': 'application/octet-stream' }),
        'content-length': second.bytes,
      },
    });
    half.on('error', () => undefined);
    await new Promise<void>((done) =>
      half.write(pieceOf(film, second, begun.part_bytes).subarray(0, 4 * MEGABYTE), () => done()),
    );
    await running.kill();
    half.destroy();

    running = await startProcess(env);
    const again = (await api(running, admin).post(uploads, announced(film))).body;
    expect([again.upload_id, again.parts.map((part: { done: boolean }) => part.done)]).toEqual([
      begun.upload_id,
      [true, false, false],
    ]);
    for (const part of again.parts.slice(1))
      expect([200, 204]).toContain(await sendPart(running.url, admin, part.url, pieceOf(film, part, begun.part_bytes)));
    const done = await api(running, admin).post(`${uploads}/${begun.upload_id}/complete`);
    expect([done.status, done.body.video_provider]).toEqual([200, 'upload']);
    const { url } = (await api(running, admin).get(`/api/trainings/${made.body.training_id}/video-link`)).body;
    const played = new Uint8Array(await (await fetch(running.url + url)).arrayBuffer());
    expect(sha(played)).toBe(sha(film));
  });
}
