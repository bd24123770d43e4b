import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Database } from '../../src/infrastructure/database/database';
import { onStatement } from '../../src/infrastructure/database/transaction-context';
import { TransactionManager } from '../../src/infrastructure/database/transaction-manager';
import { FileStorage, StorageUnavailableError } from '../../src/infrastructure/files/file-storage';
import { FfmpegRunner } from '../../src/modules/trainings/ffmpeg.runner';
import { VideoRenditionService } from '../../src/modules/trainings/video-rendition.service';
import { startApp, type RunningApp } from '../support/app';
import { engine } from '../support/database';
import { waitUntil } from '../support/eventually';
import { CLIP, openPlant, type Plant } from '../support/plant';
import { repeatingVideo } from '../support/repeating-video';
import { disableJob, runScheduledJob } from '../support/scheduled-jobs';

const run = promisify(execFile);
const env = { FFMPEG: 'auto', PATH: process.env['PATH']! };

const JOB_NAMES = ['video-streams', 'video-renditions', 'jobs-video'];
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
    for (const name of ['video-streams', 'jobs-video']) disableJob(running, name);
  });
  beforeEach(async () => {
    plant = await openPlant(running);
    ({ training_id } = await plant.createTraining());
  });
  afterEach(() => {
    jest.restoreAllMocks();
    running.clock.release();
  });
  afterAll(() => running.close());

  const settle = async () => {
    await runScheduledJob(running, 'video-streams');
    await runScheduledJob(running, 'jobs-video');
  };
  const link = async () => (await plant.api.get(`/api/trainings/${training_id}/video-link`)).body;
  const jobs = async () =>
    (await plant.api.get('/api/jobs')).body.map(({ kind, state, changed, unchanged }: any) => ({
      kind,
      state,
      changed,
      unchanged,
    }));
  const storedFiles = () => {
    const { files } = running.config;
    const folder = join(files.kind === 'folder' ? files.path : '', String(plant.customer_id), 'video');
    return existsSync(folder) ? readdirSync(folder).toSorted() : [];
  };
  const scratch = () => readdirSync(running.config.dataFolder).filter((name) => name.startsWith('stream-'));
  const read = async (url: string) => {
    const reply = await fetch(running.url + url);
    return { status: reply.status, type: reply.headers.get('content-type'), text: await reply.text() };
  };
  const siblingUrl = (url: string, name: string) => url.slice(0, url.lastIndexOf('/') + 1) + name;
  const runFfprobe = async (...args: string[]) =>
    JSON.parse((await run('ffprobe', ['-v', 'error', '-of', 'json', ...args])).stdout);
  const createVideo = async (...ffmpegArgs: string[]) => {
    const folder = mkdtempSync(join(tmpdir(), 'film-'));
    const path = join(folder, 'film.mp4');
    await run('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'testsrc=s=64x48:d=2:r=10', ...ffmpegArgs, path]);
    const bytes = readFileSync(path);
    rmSync(folder, { recursive: true });
    return bytes;
  };

  it('plays as HLS too, whole and as long as it was', async () => {
    await plant.uploadVideo(training_id);
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
    // An independent player (ffprobe) reads it fragment by fragment.
    const result = await runFfprobe(
      '-show_format',
      '-show_streams',
      '-allowed_extensions',
      'ALL',
      running.url + stream_url,
    );
    expect(Math.abs(Number(result.format.duration) * 1000 - duration_ms)).toBeLessThan(200);
    const frames = async (source: string) =>
      (await runFfprobe('-count_packets', '-select_streams', 'v', '-show_entries', 'stream=nb_read_packets', source))
        .streams;
    expect(await frames(running.url + stream_url)).toEqual(await frames(CLIP));
    expect(await jobs()).toEqual([{ kind: 'video_stream', state: 'done', changed: 1, unchanged: 0 }]);
    expect(scratch()).toEqual([]);
  });

  it('hands out the fragments by their ranges, and each of them is in the list', async () => {
    await plant.uploadVideo(training_id);
    await settle();
    const { stream_url } = await link();
    const [name = ''] = (await read(stream_url)).text.match(/^[0-9a-f-]{36}\.m3u8$/m) ?? [];
    const list = await read(siblingUrl(stream_url, name));
    const file = name.replace('.m3u8', '.m4s');
    expect(list.text).toContain(`#EXT-X-MAP:URI="${file}",BYTERANGE=`);
    const whole = await fetch(running.url + siblingUrl(stream_url, file));
    const bytes = Buffer.from(await whole.arrayBuffer());
    const ranges = [...list.text.matchAll(/BYTERANGE[:=]"?(\d+)@(\d+)/g)].map(([, length, from]) => [+from!, +length!]);
    expect(ranges.reduce((end, [from, length]) => (from === end ? end + length! : -1), 0)).toBe(
      bytes.length - trailer(bytes),
    );
    const [from, length] = ranges[1] as [number, number];
    const part = await fetch(running.url + siblingUrl(stream_url, file), {
      headers: { range: `bytes=${from}-${from + length - 1}` },
    });
    expect(part.status).toBe(206);
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(from, from + length))).toBe(true);
  });

  it('is refused for unknown names, forged links and ended sessions', async () => {
    await plant.uploadVideo(training_id);
    await settle();
    const { url, stream_url } = await link();
    const name = (await read(stream_url)).text.match(/^[0-9a-f-]{36}\.m3u8$/m)![0];
    const other = await openPlant(running);
    const otherTraining = await other.createTraining();
    await other.uploadVideo(otherTraining.training_id);
    const otherUrl = (await other.api.get(`/api/trainings/${otherTraining.training_id}/video-link`)).body.url;
    const names = ['nothing.m3u8', `${name}x`, name.replace('.m3u8', '.mp4'), '..%2f..%2fsecret'];
    const all = [...names.map((each) => `${url}/${each}`), `${otherUrl}/${name}`, `${url.slice(0, -2)}/${name}`];
    for (const each of all) expect([each, (await read(each)).status]).toEqual([each, 404]);
    await plant.api.post('/api/auth/logout', {});
    expect((await read(stream_url)).status).toBe(404);
    expect((await read(siblingUrl(stream_url, name))).status).toBe(404);
  });

  it('that is no H.264 plays as it is, without further tries', async () => {
    await plant.uploadVideo(training_id, readFileSync(join(__dirname, '../support/media/hevc.mp4')));
    await settle();
    await settle();
    expect((await link()).stream_url).toBeNull();
    expect(await jobs()).toEqual([{ kind: 'video_stream', state: 'done', changed: 0, unchanged: 1 }]);
    expect(storedFiles()).toHaveLength(1);
  });

  it('whose tables name the same bytes again and again is not written out', async () => {
    const small = await createVideo('-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-g', '1');
    expect((await plant.uploadVideo(training_id, repeatingVideo(small, 524_288, 400))).status).toBe(200);
    await settle();
    expect([(await link()).stream_url, storedFiles().length, scratch()]).toEqual([null, 1, []]);
    expect((await jobs())[0]).toMatchObject({ state: 'done', unchanged: 1 });
  });

  it('with sound says so to the player', async () => {
    await plant.uploadVideo(
      training_id,
      await createVideo('-f', 'lavfi', '-i', 'sine=d=2', '-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac'),
    );
    await settle();
    expect((await read((await link()).stream_url)).text).toMatch(/CODECS="avc1\.[0-9a-f]{6},mp4a\.40\.2"/);
  });

  it('that is replaced leaves no stream behind', async () => {
    await plant.uploadVideo(training_id);
    await settle();
    expect(storedFiles()).toHaveLength(2);
    await plant.uploadVideo(training_id);
    await settle();
    expect(storedFiles()).toHaveLength(2);
    const { stream_url } = await link();
    expect((await read(stream_url)).text.match(/m3u8$/gm)).toHaveLength(1);
    await plant.api.delete(`/api/trainings/${training_id}/video`);
    await settle();
    expect(storedFiles()).toEqual([]);
  });

  it('goes with its training', async () => {
    await plant.uploadVideo(training_id);
    await settle();
    expect((await plant.api.delete(`/api/trainings/${training_id}`)).status).toBe(204);
    await settle();
    expect(storedFiles()).toEqual([]);
  });

  it('whose stream could not be stored is tried again, without leftover files', async () => {
    await plant.uploadVideo(training_id);
    jest.spyOn(running.app.get(FileStorage), 'put').mockRejectedValueOnce(new StorageUnavailableError('test'));
    await settle();
    expect((await link()).stream_url).toBeNull();
    expect([storedFiles().length, scratch()]).toEqual([1, []]);
    running.clock.advance(10_000);
    await settle();
    expect((await link()).stream_url).toMatch(/stream\.m3u8$/);
  });
});

describe('smaller renditions of a video', () => {
  let running: RunningApp;
  let plant: Plant;
  let training_id: string;
  beforeAll(async () => {
    running = await startApp({ env: { ...env, RENDITION_MINUTES: '1' } });
    for (const name of JOB_NAMES) disableJob(running, name);
  });
  beforeEach(async () => {
    plant = await openPlant(running);
    ({ training_id } = await plant.createTraining());
    await plant.uploadVideo(training_id);
  });
  afterEach(() => {
    jest.restoreAllMocks();
    running.clock.release();
  });
  afterAll(() => running.close());

  const settle = async () => {
    for (const name of JOB_NAMES) await runScheduledJob(running, name);
  };
  const execute = (sql: string, values: number[]) =>
    running.app.get(TransactionManager).run(() => running.app.get(Database).write(sql, values));
  const path = (id = training_id) => `/api/trainings/${id}/video/renditions`;
  const requestRenditions = (...heights: unknown[]) => plant.api.post(path(), { heights });
  const states = async () =>
    (await plant.api.get(path())).body.renditions.map((each: Rendition) => [each.height, each.state]);
  const listedSizes = async () => {
    const { stream_url } = (await plant.api.get(`/api/trainings/${training_id}/video-link`)).body;
    const list = await (await fetch(running.url + stream_url)).text();
    return [...list.matchAll(/RESOLUTION=(\d+x\d+)/g)].map(([, size]) => size);
  };
  const jobs = async () =>
    (await plant.api.get('/api/jobs')).body.filter((each: any) => each.kind === 'video_rendition');

  it('are offered once it is streamed, made on request, and listed for players', async () => {
    expect(await plant.api.get(path())).toMatchObject({ status: 409, body: { code: 'not_streamed' } });
    await settle();
    expect((await plant.api.get(path())).body).toEqual({
      renditions: [
        { height: 480, state: 'offered' },
        { height: 360, state: 'offered' },
      ],
      minutes_left: 1,
    });
    expect(await requestRenditions(360, 1080)).toMatchObject({
      status: 202,
      body: { renditions: [{}, { state: 'asked' }] },
    });
    await settle();
    expect(await states()).toEqual([
      [480, 'offered'],
      [360, 'made'],
    ]);
    expect(await listedSizes()).toEqual(['640x360', '1280x720']);
    const result = (await plant.api.get('/api/audit-events?action=training.renditions')).body;
    expect(result).toMatchObject([{ became: { heights: [360] } }]);
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
    const answers = await Promise.all([requestRenditions(360), requestRenditions(360), requestRenditions(360)]);
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
    await settle();
    await requestRenditions(360);
    await settle();
    expect(await jobs()).toHaveLength(1);
    expect(await listedSizes()).toHaveLength(2);
  });

  it('are limited in minutes per day, and a refused request makes none', async () => {
    await settle();
    // The clip is of 16 seconds.
    expect((await requestRenditions(480, 360)).status).toBe(202);
    const second = (await plant.createTraining()).training_id;
    await plant.uploadVideo(second);
    await settle();
    expect(await plant.api.post(path(second), { heights: [480, 360] })).toMatchObject({
      status: 422,
      body: { code: 'renditions_spent', facts: { minutes: 1 } },
    });
    expect(await jobs()).toHaveLength(2);
    expect((await plant.api.post(path(second), { heights: [480] })).status).toBe(202);
    // The time of the request counts, not that of the conversion.
    await settle();
    await execute('UPDATE rendition_spending SET asked_at = asked_at - ?', [25 * 3_600_000]);
    expect((await plant.api.post(path(second), { heights: [360] })).status).toBe(202);
  });

  it('are limited in minutes per day over all videos, also with concurrent requests', async () => {
    const second = (await plant.createTraining()).training_id;
    await plant.uploadVideo(second);
    await settle();
    let commit = (): void => undefined;
    const committing = new Promise<void>((resolve) => (commit = resolve));
    let isAsked = false;
    const first = running.app.get(TransactionManager).run(async () => {
      await running.app.get(VideoRenditionService, { strict: false }).request(plant.tenant, training_id, [480, 360]);
      isAsked = true;
      await committing;
    });
    await waitUntil(() => isAsked);
    // On SQLite one transaction waits for the other from the beginning.
    let isWaiting = engine === 'sqlite';
    const stop = onStatement((sql) => (isWaiting ||= /ledger_lock|^DELETE FROM rendition_spending/.test(sql)));
    const answer = plant.api.post(path(second), { heights: [480, 360] });
    await waitUntil(() => isWaiting);
    stop();
    commit();
    await first;
    expect(await answer).toMatchObject({ status: 422, body: { code: 'renditions_spent' } });
  });

  it('stay spent when the video is replaced, or they are asked for again', async () => {
    await settle();
    expect((await requestRenditions(480, 360)).status).toBe(202);
    await plant.uploadVideo(training_id);
    await settle();
    await settle();
    const { body } = await plant.api.get(path());
    expect(body).toMatchObject({ renditions: [{ state: 'offered' }, { state: 'offered' }], minutes_left: 0 });
    expect(await requestRenditions(480, 360)).toMatchObject({ status: 422, body: { code: 'renditions_spent' } });
    jest.spyOn(running.app.get(FfmpegRunner), 'convert').mockRejectedValueOnce(new Error('no such filter'));
    expect((await requestRenditions(480)).status).toBe(202);
    await settle();
    expect(await requestRenditions(480)).toMatchObject({ status: 422, body: { code: 'renditions_spent' } });
  });

  it('that were requested a day ago without a result are marked so', async () => {
    await settle();
    await requestRenditions(480);
    await runScheduledJob(running, 'video-renditions');
    expect((await states())[0]).toEqual([480, 'asked']);
    await execute('UPDATE video_rendition SET updated_at = updated_at - ?', [25 * 3_600_000]);
    expect((await states())[0]).toEqual([480, 'none']);
    expect((await requestRenditions(480)).body.renditions[0]).toEqual({ height: 480, state: 'asked' });
  });

  it('that could not be made say so, and may be asked for again', async () => {
    await settle();
    await requestRenditions(480);
    jest.spyOn(running.app.get(FfmpegRunner), 'convert').mockRejectedValueOnce(new Error('no such filter'));
    await settle();
    expect((await states())[0]).toEqual([480, 'none']);
    await requestRenditions(480);
    await settle();
    expect((await states())[0]).toEqual([480, 'made']);
  });

  it('are deleted with their video', async () => {
    await settle();
    await requestRenditions(360);
    await settle();
    await plant.uploadVideo(training_id);
    await settle();
    await settle();
    expect(await listedSizes()).toEqual(['1280x720']);
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
    const { training_id: link } = await plant.createTraining({ type: 'link', source_url: 'https://example.org/' });
    expect((await plant.api.get(path(link))).status).toBe(409);
    expect(await jobs()).toEqual([]);
  });
});

/** The length of the index after the last fragment, which players do not need. */
function trailer(bytes: Buffer): number {
  const at = bytes.lastIndexOf('mfra');
  return at < 0 ? 0 : bytes.length - at + 4;
}

describe('an uploaded video, where there is no ffmpeg', () => {
  it('plays as it is, and waits for ffmpeg without a job', async () => {
    const running = await startApp({ env: { FFMPEG: 'off' } });
    try {
      const plant = await openPlant(running);
      const { training_id } = await plant.createTraining();
      await plant.uploadVideo(training_id);
      await runScheduledJob(running, 'video-streams');
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
