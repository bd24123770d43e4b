import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Database } from '../../src/platform/database/database';
import { onStatement } from '../../src/platform/database/transaction-context';
import { Transactions } from '../../src/platform/database/transactions';
import { Files, StorageAway } from '../../src/platform/files/files';
import { Ffmpeg } from '../../src/trainings/ffmpeg';
import { VideoRenditions } from '../../src/trainings/video-renditions';
import { startApp, type RunningApp } from '../support/app';
import { engine } from '../support/database';
import { until } from '../support/eventually';
import { CLIP, openPlant, type Plant } from '../support/plant';
import { repeatingFilm } from '../support/repeating-film';
import { asleep, swept } from '../support/sweeps';

const run = promisify(execFile);
const env = { FFMPEG: 'auto', PATH: process.env['PATH']! };

const SWEEPS = ['video-streams', 'video-renditions', 'jobs-video'];
interface Rendition {
  height: number;
  state: string;
}

describe('an uploaded video, where there is ffmpeg', () => {
  let running: RunningApp;
  let plant: Plant;
  let training_id: string;
  beforeAll(async () => {
    running = await startApp({ env });
    for (const name of ['video-streams', 'jobs-video']) asleep(running, name);
  });
  beforeEach(async () => {
    plant = await openPlant(running);
    ({ training_id } = await plant.training());
  });
  afterEach(() => {
    jest.restoreAllMocks();
    running.clock.release();
  });
  afterAll(() => running.close());

  const settle = async () => {
    await swept(running, 'video-streams');
    await swept(running, 'jobs-video');
  };
  const link = async () => (await plant.api.get(`/api/trainings/${training_id}/video-link`)).body;
  const jobs = async () =>
    (await plant.api.get('/api/jobs')).body.map(({ kind, state, changed, unchanged }: any) => ({
      ...{ kind, state, changed, unchanged },
    }));
  const kept = () => {
    const { files } = running.config;
    const folder = join(files.kind === 'folder' ? files.path : '', String(plant.customer_id), 'video');
    return existsSync(folder) ? readdirSync(folder).toSorted() : [];
  };
  const scratch = () => readdirSync(running.config.dataFolder).filter((name) => name.startsWith('stream-'));
  const read = async (url: string) => {
    const reply = await fetch(running.url + url);
    return { status: reply.status, type: reply.headers.get('content-type'), text: await reply.text() };
  };
  const beside = (url: string, name: string) => url.slice(0, url.lastIndexOf('/') + 1) + name;
  const probed = async (...args: string[]) =>
    JSON.parse((await run('ffprobe', ['-v', 'error', '-of', 'json', ...args])).stdout);
  const film = async (...how: string[]) => {
    const folder = mkdtempSync(join(tmpdir(), 'film-'));
    const path = join(folder, 'film.mp4');
    await run('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'testsrc=s=64x48:d=2:r=10', ...how, path]);
    const bytes = readFileSync(path);
    rmSync(folder, { recursive: true });
    return bytes;
  };

  it('plays as HLS too, whole and as long as it was', async () => {
    await plant.upload(training_id);
    const before = await link();
    expect(before.stream_url).toBeNull();
    await settle();
    const { url, stream_url, duration_ms } = await link();
    expect(stream_url).toBe(`${url}/stream.m3u8`);
    const list = await read(stream_url);
    expect(list).toMatchObject({ status: 200, type: 'application/vnd.apple.mpegurl' });
    expect(list.text).toMatch(
      /^#EXTM3U\n[^]*#EXT-X-STREAM-INF:BANDWIDTH=\d+,RESOLUTION=1280x720,CODECS="avc1\.[0-9a-f]{6}"/,
    );
    // Somebody else's player reads it, fragment by fragment.
    const told = await probed('-show_format', '-show_streams', '-allowed_extensions', 'ALL', running.url + stream_url);
    expect(Math.abs(Number(told.format.duration) * 1000 - duration_ms)).toBeLessThan(200);
    const frames = async (source: string) =>
      (await probed('-count_packets', '-select_streams', 'v', '-show_entries', 'stream=nb_read_packets', source))
        .streams;
    expect(await frames(running.url + stream_url)).toEqual(await frames(CLIP));
    expect(await jobs()).toEqual([{ kind: 'video_stream', state: 'done', changed: 1, unchanged: 0 }]);
    expect(scratch()).toEqual([]);
  });

  it('hands out the fragments by their ranges, and each of them is in the list', async () => {
    await plant.upload(training_id);
    await settle();
    const { stream_url } = await link();
    const [name = ''] = (await read(stream_url)).text.match(/^[0-9a-f-]{36}\.m3u8$/m) ?? [];
    const list = await read(beside(stream_url, name));
    const file = name.replace('.m3u8', '.m4s');
    expect(list.text).toContain(`#EXT-X-MAP:URI="${file}",BYTERANGE=`);
    const whole = await fetch(running.url + beside(stream_url, file));
    const bytes = Buffer.from(await whole.arrayBuffer());
    const ranges = [...list.text.matchAll(/BYTERANGE[:=]"?(\d+)@(\d+)/g)].map(([, length, from]) => [+from!, +length!]);
    expect(ranges.reduce((end, [from, length]) => (from === end ? end + length! : -1), 0)).toBe(
      bytes.length - trailer(bytes),
    );
    const [from, length] = ranges[1] as [number, number];
    const part = await fetch(running.url + beside(stream_url, file), {
      headers: { range: `bytes=${from}-${from + length - 1}` },
    });
    expect(part.status).toBe(206);
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(from, from + length))).toBe(true);
  });

  it('is nobody’s by another link: names that are not there, forged links, ended sessions', async () => {
    await plant.upload(training_id);
    await settle();
    const { url, stream_url } = await link();
    const name = (await read(stream_url)).text.match(/^[0-9a-f-]{36}\.m3u8$/m)![0];
    const other = await openPlant(running);
    const its = await other.training();
    await other.upload(its.training_id);
    const theirs = (await other.api.get(`/api/trainings/${its.training_id}/video-link`)).body.url;
    const names = ['nothing.m3u8', `${name}x`, name.replace('.m3u8', '.mp4'), '..%2f..%2fsecret'];
    const all = [...names.map((each) => `${url}/${each}`), `${theirs}/${name}`, `${url.slice(0, -2)}/${name}`];
    for (const each of all) expect([each, (await read(each)).status]).toEqual([each, 404]);
    await plant.api.post('/api/auth/logout', {});
    expect((await read(stream_url)).status).toBe(404);
    expect((await read(beside(stream_url, name))).status).toBe(404);
  });

  it('that is no H.264 plays as it is, and nobody tries again', async () => {
    await plant.upload(training_id, readFileSync(join(__dirname, '../support/media/hevc.mp4')));
    await settle();
    await settle();
    expect((await link()).stream_url).toBeNull();
    expect(await jobs()).toEqual([{ kind: 'video_stream', state: 'done', changed: 0, unchanged: 1 }]);
    expect(kept()).toHaveLength(1);
  });

  it('whose tables name the same bytes again and again is not written out', async () => {
    const small = await film('-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-g', '1');
    expect((await plant.upload(training_id, repeatingFilm(small, 524_288, 400))).status).toBe(200);
    await settle();
    expect([(await link()).stream_url, kept().length, scratch()]).toEqual([null, 1, []]);
    expect((await jobs())[0]).toMatchObject({ state: 'done', unchanged: 1 });
  });

  it('with sound says so to the player', async () => {
    await plant.upload(
      training_id,
      await film('-f', 'lavfi', '-i', 'sine=d=2', '-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac'),
    );
    await settle();
    expect((await read((await link()).stream_url)).text).toMatch(/CODECS="avc1\.[0-9a-f]{6},mp4a\.40\.2"/);
  });

  it('that another one takes the place of leaves no stream behind', async () => {
    await plant.upload(training_id);
    await settle();
    expect(kept()).toHaveLength(2);
    await plant.upload(training_id);
    await settle();
    expect(kept()).toHaveLength(2);
    const { stream_url } = await link();
    expect((await read(stream_url)).text.match(/m3u8$/gm)).toHaveLength(1);
    await plant.api.delete(`/api/trainings/${training_id}/video`);
    await settle();
    expect(kept()).toEqual([]);
  });

  it('goes with its training', async () => {
    await plant.upload(training_id);
    await settle();
    expect((await plant.api.delete(`/api/trainings/${training_id}`)).status).toBe(204);
    await settle();
    expect(kept()).toEqual([]);
  });

  it('whose stream could not be stored is tried again, and nothing lies about', async () => {
    await plant.upload(training_id);
    jest.spyOn(running.app.get(Files), 'put').mockRejectedValueOnce(new StorageAway('test'));
    await settle();
    expect((await link()).stream_url).toBeNull();
    expect([kept().length, scratch()]).toEqual([1, []]);
    running.clock.advance(10_000);
    await settle();
    expect((await link()).stream_url).toMatch(/stream\.m3u8$/);
  });
});

describe('smaller pictures of a video', () => {
  let running: RunningApp;
  let plant: Plant;
  let training_id: string;
  beforeAll(async () => {
    running = await startApp({ env: { ...env, RENDITION_MINUTES: '1' } });
    for (const name of SWEEPS) asleep(running, name);
  });
  beforeEach(async () => {
    plant = await openPlant(running);
    ({ training_id } = await plant.training());
    await plant.upload(training_id);
  });
  afterEach(() => {
    jest.restoreAllMocks();
    running.clock.release();
  });
  afterAll(() => running.close());

  const settle = async () => {
    for (const name of SWEEPS) await swept(running, name);
  };
  const written = (sql: string, values: number[]) =>
    running.app.get(Transactions).run(() => running.app.get(Database).write(sql, values));
  const path = (id = training_id) => `/api/trainings/${id}/video/renditions`;
  const ask = (...heights: unknown[]) => plant.api.post(path(), { heights });
  const states = async () =>
    (await plant.api.get(path())).body.renditions.map((each: Rendition) => [each.height, each.state]);
  const listed = async () => {
    const { stream_url } = (await plant.api.get(`/api/trainings/${training_id}/video-link`)).body;
    const list = await (await fetch(running.url + stream_url)).text();
    return [...list.matchAll(/RESOLUTION=(\d+x\d+)/g)].map(([, size]) => size);
  };
  const jobs = async () =>
    (await plant.api.get('/api/jobs')).body.filter((each: any) => each.kind === 'video_rendition');

  it('are offered once it is streamed, made when somebody asks, and players choose among them', async () => {
    expect(await plant.api.get(path())).toMatchObject({ status: 409, body: { code: 'not_streamed' } });
    await settle();
    expect((await plant.api.get(path())).body).toEqual({
      renditions: [
        { height: 480, state: 'offered' },
        { height: 360, state: 'offered' },
      ],
      minutes_left: 1,
    });
    expect(await ask(360, 1080)).toMatchObject({ status: 202, body: { renditions: [{}, { state: 'asked' }] } });
    await settle();
    expect(await states()).toEqual([
      [480, 'offered'],
      [360, 'made'],
    ]);
    expect(await listed()).toEqual(['640x360', '1280x720']);
    const told = (await plant.api.get('/api/audit-events?action=training.renditions')).body;
    expect(told).toMatchObject([{ became: { heights: [360] } }]);
    const { stream_url } = (await plant.api.get(`/api/trainings/${training_id}/video-link`)).body;
    const probe = await run('ffprobe', [
      ...['-v', 'error', '-of', 'json', '-show_format', '-show_streams', '-allowed_extensions', 'ALL'],
      running.url + stream_url,
    ]);
    const heights = JSON.parse(probe.stdout).streams.map(({ height }: { height?: number }) => height);
    expect(heights.filter(Boolean).toSorted((a: number, b: number) => a - b)).toEqual([360, 720]);
  });

  it('are made once, however often and by however many they are asked for', async () => {
    await settle();
    const answers = await Promise.all([ask(360), ask(360), ask(360)]);
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
    await settle();
    await ask(360);
    await settle();
    expect(await jobs()).toHaveLength(1);
    expect(await listed()).toHaveLength(2);
  });

  it('are so many minutes a day, exactly, and none is made of what is refused', async () => {
    await settle();
    // The clip is of 16 seconds.
    expect((await ask(480, 360)).status).toBe(202);
    const second = (await plant.training()).training_id;
    await plant.upload(second);
    await settle();
    expect(await plant.api.post(path(second), { heights: [480, 360] })).toMatchObject({
      status: 422,
      body: { code: 'renditions_spent', facts: { minutes: 1 } },
    });
    expect(await jobs()).toHaveLength(2);
    expect((await plant.api.post(path(second), { heights: [480] })).status).toBe(202);
    // When they were asked for decides, not when they were made.
    await settle();
    await written('UPDATE rendition_spending SET asked_at = asked_at - ?', [25 * 3_600_000]);
    expect((await plant.api.post(path(second), { heights: [360] })).status).toBe(202);
  });

  it('are so many minutes a day of all videos together, also when somebody else is just asking', async () => {
    const second = (await plant.training()).training_id;
    await plant.upload(second);
    await settle();
    let commit = (): void => undefined;
    const committing = new Promise<void>((resolve) => (commit = resolve));
    let isAsked = false;
    const first = running.app.get(Transactions).run(async () => {
      await running.app.get(VideoRenditions, { strict: false }).ask(plant.tenant, training_id, [480, 360]);
      isAsked = true;
      await committing;
    });
    await until(() => isAsked);
    // On the embedded engine one waits for the other from the beginning.
    let isFarEnough = engine === 'sqlite';
    const stop = onStatement((sql) => (isFarEnough ||= /ledger_lock|^DELETE FROM rendition_spending/.test(sql)));
    const answer = plant.api.post(path(second), { heights: [480, 360] });
    await until(() => isFarEnough);
    stop();
    commit();
    await first;
    expect(await answer).toMatchObject({ status: 422, body: { code: 'renditions_spent' } });
  });

  it('stay spent when the video is replaced, or they are asked for again', async () => {
    await settle();
    expect((await ask(480, 360)).status).toBe(202);
    await plant.upload(training_id);
    await settle();
    await settle();
    const { body } = await plant.api.get(path());
    expect(body).toMatchObject({ renditions: [{ state: 'offered' }, { state: 'offered' }], minutes_left: 0 });
    expect(await ask(480, 360)).toMatchObject({ status: 422, body: { code: 'renditions_spent' } });
    jest.spyOn(running.app.get(Ffmpeg), 'convert').mockRejectedValueOnce(new Error('no such filter'));
    expect((await ask(480)).status).toBe(202);
    await settle();
    expect(await ask(480)).toMatchObject({ status: 422, body: { code: 'renditions_spent' } });
  });

  it('that were asked for a day ago, and of which nothing came, are told so', async () => {
    await settle();
    await ask(480);
    await swept(running, 'video-renditions');
    expect((await states())[0]).toEqual([480, 'asked']);
    await written('UPDATE video_rendition SET updated_at = updated_at - ?', [25 * 3_600_000]);
    expect((await states())[0]).toEqual([480, 'none']);
    expect((await ask(480)).body.renditions[0]).toEqual({ height: 480, state: 'asked' });
  });

  it('that could not be made say so, and may be asked for again', async () => {
    await settle();
    await ask(480);
    jest.spyOn(running.app.get(Ffmpeg), 'convert').mockRejectedValueOnce(new Error('no such filter'));
    await settle();
    expect((await states())[0]).toEqual([480, 'none']);
    await ask(480);
    await settle();
    expect((await states())[0]).toEqual([480, 'made']);
  });

  it('go with the video that they are of', async () => {
    await settle();
    await ask(360);
    await settle();
    await plant.upload(training_id);
    await settle();
    await settle();
    expect(await listed()).toEqual(['1280x720']);
    expect(await states()).toEqual([
      [480, 'offered'],
      [360, 'offered'],
    ]);
    const rows = await running.app
      .get(Database)
      .rows('SELECT height FROM video_rendition WHERE customer_id = ?', [plant.customer_id]);
    expect(rows).toEqual([]);
  });

  it('of wrong heights, of others’ videos and of what is no video are refused', async () => {
    await settle();
    for (const heights of [[], ['360'], [361], [360.5], [null], 360, undefined, [360, 480, 720, 1080, 360]])
      expect([heights, (await plant.api.post(path(), { heights })).status]).toEqual([heights, 422]);
    const other = await openPlant(running);
    expect((await other.api.post(path(), { heights: [360] })).status).toBe(404);
    expect((await other.api.get(path())).status).toBe(404);
    const { training_id: link } = await plant.training({ type: 'link', source_url: 'https://example.org/' });
    expect((await plant.api.get(path(link))).status).toBe(409);
    expect(await jobs()).toEqual([]);
  });
});

/** What stands behind the last fragment: an index that players do without. */
function trailer(bytes: Buffer): number {
  const at = bytes.lastIndexOf('mfra');
  return at < 0 ? 0 : bytes.length - at + 4;
}

describe('an uploaded video, where there is no ffmpeg', () => {
  it('plays as it is, and waits for one without a job that nobody would do', async () => {
    const running = await startApp({ env: { FFMPEG: 'off' } });
    try {
      const plant = await openPlant(running);
      const { training_id } = await plant.training();
      await plant.upload(training_id);
      await swept(running, 'video-streams');
      expect((await plant.api.get('/api/jobs')).body).toEqual([]);
      const { url, stream_url } = (await plant.api.get(`/api/trainings/${training_id}/video-link`)).body;
      expect([stream_url, (await fetch(running.url + url)).status]).toEqual([null, 200]);
      const waiting = await running.app.get(Database).rows('SELECT state FROM streamed_video', []);
      expect(waiting).toEqual([{ state: 'due' }]);
    } finally {
      await running.close();
    }
  });
});
