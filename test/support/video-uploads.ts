import { readFileSync } from 'node:fs';
import { Clock } from '../../src/common/clock';
import { FileStorage } from '../../src/infrastructure/files/file-storage';
import { VIDEO_BYTES_MAX, VideoFileStore } from '../../src/modules/trainings/video-file.store';
import { VideoUploadsService } from '../../src/modules/trainings/video-uploads.service';
import { startApp, type RunningApp } from './app';
import { eventually } from './eventually';
import { CLIP, openPlant, type Plant } from './plant';
import { runScheduledJob } from './scheduled-jobs';

const clip = readFileSync(CLIP);
export const MEGABYTE = 1024 ** 2;

/** A valid video of exactly this size: followed by a `free` box with varying bytes. */
export function videoOf(bytes: number): Buffer {
  const free = Buffer.alloc(bytes - clip.length);
  for (let at = 0; at < free.length; at += 4_099) free[at] = at % 251;
  free.writeUInt32BE(free.length, 0);
  free.write('free', 4, 'latin1');
  return Buffer.concat([clip, free]);
}

export const uploadBody = (video: Buffer, more: object = {}) => ({
  name: 'film.mp4',
  bytes: video.length,
  type: 'video/mp4',
  last_modified: 1_762_000_000_000,
  head_digest: '9f86d081',
  ...more,
});

interface Part {
  number: number;
  bytes: number;
  done: boolean;
  url: string | null;
}

/** Uploads a part as a browser does: to an app URL with the session headers, to a storage URL without. */
export async function sendPart(
  base: string,
  headers: Record<string, string>,
  url: string,
  body: Buffer,
): Promise<number> {
  const isAppUrl = url.startsWith('/');
  const answer = await fetch(isAppUrl ? base + url : url, {
    method: 'PUT',
    headers: isAppUrl ? { ...headers, 'content-type': 'application/octet-stream' } : {},
    body: new Uint8Array(body),
  });
  await answer.arrayBuffer();
  return answer.status;
}

export const partBytes = (video: Buffer, { number }: Part, part_bytes: number): Buffer =>
  video.subarray((number - 1) * part_bytes, number * part_bytes);

function createGate() {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

/** Tests of uploads for every file storage. */
export function testUploads(settings: () => Record<string, string>): void {
  let running: RunningApp;
  let plant: Plant;
  let training_id: string;
  beforeAll(async () => {
    running = await startApp({ env: settings() });
  });
  beforeEach(async () => {
    plant = await openPlant(running);
    ({ training_id } = await plant.createTraining());
  });
  afterEach(() => {
    jest.restoreAllMocks();
    running.app.get(VideoFileStore).maxBytes = VIDEO_BYTES_MAX;
    running.clock.release();
  });
  afterAll(() => running.close());

  const uploads = (id = training_id) => `/api/trainings/${id}/uploads`;
  const startUpload = async (video: Buffer, more: object = {}) => {
    const reply = await plant.api.post(uploads(), uploadBody(video, more));
    expect([reply.status, reply.body.code]).toEqual([201, undefined]);
    return reply.body as { upload_id: string; part_bytes: number; parts: Part[]; expires_at: string };
  };
  const send = (url: string, body: Buffer) => sendPart(running.url, plant.admin, url, body);
  const sendAll = async (video: Buffer, { parts, part_bytes }: { parts: Part[]; part_bytes: number }) => {
    for (const part of parts.filter(({ done: completed }) => !completed).reverse())
      expect([200, 204]).toContain(await send(part.url!, partBytes(video, part, part_bytes)));
  };
  /** Keys of all stored files of this organisation. */
  const listStoredKeys = async (): Promise<string[]> => {
    const keys: string[] = [];
    for await (const { key } of running.app.get(FileStorage).list(`${plant.customer_id}/`)) keys.push(key);
    return keys;
  };
  const downloadVideo = async (): Promise<Buffer> => {
    const { url } = (await plant.api.get(`/api/trainings/${training_id}/video-link`)).body;
    return Buffer.from(await (await fetch(running.url + url)).arrayBuffer());
  };
  const provider = async () => (await plant.api.get(`/api/trainings/${training_id}`)).body.video_provider;

  it('accept parts in any order and play exactly the bytes that were sent', async () => {
    const video = videoOf(18 * MEGABYTE);
    const upload = await startUpload(video);
    expect(upload.parts.map(({ bytes }) => bytes)).toEqual([8 * MEGABYTE, 8 * MEGABYTE, 2 * MEGABYTE]);
    await sendAll(video, upload);
    expect(await provider()).toBeNull();
    const reply = await plant.api.post(`${uploads()}/${upload.upload_id}/complete`);
    expect(reply).toMatchObject({ status: 200, body: { video_provider: 'upload', content_revision: 2 } });
    expect(reply.body.video_duration_ms).toBeGreaterThan(5_000);
    expect((await downloadVideo()).equals(video)).toBe(true);
    expect(await listStoredKeys()).toEqual([
      expect.stringMatching(new RegExp(`^${plant.customer_id}/video/[0-9a-f-]{36}\\.mp4$`)),
    ]);
  });

  it('resume only when the same file is chosen again', async () => {
    const video = videoOf(12 * MEGABYTE);
    const first = await startUpload(video);
    const [part] = first.parts;
    await send(part!.url!, partBytes(video, part!, first.part_bytes));
    const resumed = await startUpload(video);
    expect(resumed.upload_id).toBe(first.upload_id);
    expect(resumed.parts.map(({ done: completed, url }) => [completed, url === null])).toEqual([
      [true, true],
      [false, false],
    ]);
    expect((await plant.api.get(uploads())).body).toMatchObject([{ upload_id: first.upload_id, name: 'film.mp4' }]);
    for (const more of [{ head_digest: '00000000' }, { last_modified: 5 }, { name: 'other.mp4' }]) {
      const other = await startUpload(video, more);
      expect(other.parts.every(({ done: completed }) => !completed)).toBe(true);
    }
    expect((await plant.api.get(`${uploads()}/${first.upload_id}`)).status).toBe(404);
    expect((await plant.api.get(uploads())).body).toHaveLength(1);
  });

  it('refuse parts with another size, number, upload, training or organisation and store nothing of them', async () => {
    const video = videoOf(12 * MEGABYTE);
    const upload = await startUpload(video);
    const [first, last] = upload.parts;
    const bytes = partBytes(video, first!, upload.part_bytes);
    for (const invalid of [Buffer.concat([bytes, Buffer.of(1)]), bytes.subarray(1), Buffer.alloc(0)])
      expect([403, 411, 422]).toContain(await send(first!.url!, invalid));
    // Through app URLs: a part number out of range, another upload, another training, another organisation.
    const partUrl = (id: string, upload_id: string, number: number) => `${uploads(id)}/${upload_id}/parts/${number}`;
    const { training_id: other } = await plant.createTraining();
    const unknownUploadId = first!.url!.startsWith('/')
      ? upload.upload_id.replace(/.$/, (end) => (end === '0' ? '1' : '0'))
      : '0190a000-0000-7000-8000-000000000000';
    for (const at of [
      partUrl(training_id, upload.upload_id, 3),
      partUrl(training_id, unknownUploadId, 1),
      partUrl(other, upload.upload_id, 1),
    ])
      expect([at, await send(at, partBytes(video, last!, upload.part_bytes))]).toEqual([at, 404]);
    const stranger = await openPlant(running);
    const foreignStatus = await sendPart(running.url, stranger.admin, partUrl(training_id, upload.upload_id, 1), bytes);
    expect(foreignStatus).toBe(404);
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/complete'],
      ['DELETE', ''],
    ] as const)
      expect((await stranger.api.call(method, `${uploads()}/${upload.upload_id}${path}`)).status).toBe(404);
    expect(
      (await plant.api.get(`${uploads()}/${upload.upload_id}`)).body.parts.map(
        ({ done: completed }: Part) => completed,
      ),
    ).toEqual([false, false]);
    await plant.api.delete(`${uploads()}/${upload.upload_id}`);
    expect(await listStoredKeys()).toEqual([]);
  });

  it('cannot be completed while a part is missing, and can afterwards', async () => {
    const video = videoOf(12 * MEGABYTE);
    const upload = await startUpload(video);
    await send(upload.parts[1]!.url!, partBytes(video, upload.parts[1]!, upload.part_bytes));
    const path = `${uploads()}/${upload.upload_id}/complete`;
    expect(await plant.api.post(path)).toMatchObject({
      status: 422,
      body: { code: 'upload_incomplete', facts: { count: 1, missing: [1] } },
    });
    await send(upload.parts[0]!.url!, partBytes(video, upload.parts[0]!, upload.part_bytes));
    const completed = await plant.api.post(path);
    expect(completed.status).toBe(200);
    // A repeated call after a lost response changes nothing.
    expect((await plant.api.post(path)).body).toEqual(completed.body);
    expect(await listStoredKeys()).toHaveLength(1);
  });

  it.each([
    ['no video', Buffer.alloc(300_000, 'not a film '), 415, 'not_a_video'],
    ['a truncated video', clip.subarray(0, Math.floor(clip.length * 0.6)), 422, 'video_incomplete'],
  ])('of %s are refused on completion, and nothing is stored', async (_, video, status, code) => {
    const upload = await startUpload(video);
    await sendAll(video, upload);
    const reply = await plant.api.post(`${uploads()}/${upload.upload_id}/complete`);
    expect([reply.status, reply.body.code]).toEqual([status, code]);
    expect(await provider()).toBeNull();
    expect(await listStoredKeys()).toEqual([]);
    expect((await plant.api.get(`${uploads()}/${upload.upload_id}`)).status).toBe(404);
  });

  it('are refused at the start when they are too large, have an invalid name or are not a video', async () => {
    running.app.get(VideoFileStore).maxBytes = 50_000;
    expect(await plant.api.post(uploads(), uploadBody(clip))).toMatchObject({
      status: 413,
      body: { code: 'video_too_large' },
    });
    for (const invalid of [
      { bytes: 0 },
      { bytes: 1.5 },
      { type: 'text/html' },
      { name: '' },
      { name: 'a\nb' },
      { head_digest: 'x' },
    ])
      expect([invalid, (await plant.api.post(uploads(), uploadBody(clip, invalid))).status]).toEqual([invalid, 422]);
    const document = await plant.createTraining({ type: 'document' });
    expect((await plant.api.post(uploads(document.training_id), uploadBody(clip))).status).toBe(409);
    const learner = await plant.signInLearner((await plant.createStaff()).staff_id);
    expect((await plant.as(learner).post(uploads(), uploadBody(clip))).status).toBe(403);
  });

  it('expire after a day and are deleted', async () => {
    const video = videoOf(12 * MEGABYTE);
    const upload = await startUpload(video);
    const [part] = upload.parts;
    await send(part!.url!, partBytes(video, part!, upload.part_bytes));
    const clock = running.app.get(Clock);
    clock.freeze(Date.parse(upload.expires_at));
    await runScheduledJob(running, 'ended-uploads');
    clock.release();
    expect((await plant.api.get(`${uploads()}/${upload.upload_id}`)).status).toBe(404);
    expect(await listStoredKeys()).toEqual([]);
    expect([403, 404]).toContain(await send(part!.url!, partBytes(video, part!, upload.part_bytes)));
  });

  it.each(['given up', 'swept'])(
    'that are completed while they are %s either belong to the training or are deleted',
    async (how) => {
      const video = videoOf(12 * MEGABYTE);
      const upload = await startUpload(video);
      await sendAll(video, upload);
      const path = `${uploads()}/${upload.upload_id}`;
      const [videos, files] = [running.app.get(VideoFileStore), running.app.get(FileStorage)];
      const [inspect, remove] = [videos.inspect.bind(videos), files.remove.bind(files)];
      const [inspected, mayContinue] = [createGate(), createGate()];
      jest.spyOn(videos, 'inspect').mockImplementationOnce(async (...args) => {
        const inspection = await inspect(...args);
        inspected.open();
        await mayContinue.opened;
        return inspection;
      });
      const completing = plant.api.post(`${path}/complete`);
      await inspected.opened;
      // The discarding call is about to delete the file.
      jest.spyOn(files, 'remove').mockImplementationOnce(async (key) => {
        mayContinue.open();
        await completing;
        await remove(key);
      });
      if (how === 'swept') {
        running.clock.freeze(Date.parse(upload.expires_at));
        await runScheduledJob(running, 'ended-uploads');
        running.clock.release();
      } else expect((await plant.api.delete(path)).status).toBe(204);
      const { status } = await completing;
      expect([status, await provider(), await listStoredKeys()]).toEqual([404, null, []]);
    },
  );

  it('that are discarded during completion leave no file', async () => {
    for (const when of ['before', 'after']) {
      const video = videoOf(12 * MEGABYTE);
      const upload = await startUpload(video, { name: `${when}.mp4` });
      await sendAll(video, upload);
      const path = `${uploads()}/${upload.upload_id}`;
      const fileStorage = running.app.get(FileStorage);
      const complete = fileStorage.completeUpload.bind(fileStorage);
      jest.spyOn(fileStorage, 'completeUpload').mockImplementationOnce(async (...args) => {
        if (when === 'after') await complete(...args);
        expect((await plant.api.delete(path)).status).toBe(204);
        if (when === 'before') await complete(...args);
      });
      const { status } = await plant.api.post(`${path}/complete`);
      expect([when, status, await provider(), await listStoredKeys()]).toEqual([when, 404, null, []]);
    }
  });

  it('that are completed just before a discard stay', async () => {
    const video = videoOf(12 * MEGABYTE);
    const upload = await startUpload(video);
    await sendAll(video, upload);
    const path = `${uploads()}/${upload.upload_id}`;
    type UploadOpener = Record<'open', (...args: unknown[]) => Promise<unknown>>;
    const service = running.app.get(VideoUploadsService) as unknown as UploadOpener;
    const open = service.open.bind(service);
    const statuses: number[] = [];
    jest.spyOn(service, 'open').mockImplementationOnce(async (...args) => {
      const openedUpload = await open(...args);
      statuses.push((await plant.api.post(`${path}/complete`)).status);
      return openedUpload;
    });
    statuses.push((await plant.api.delete(path)).status);
    expect(statuses).toEqual([200, 404]);
    expect((await downloadVideo()).equals(video)).toBe(true);
    expect((await plant.api.post(`${path}/complete`)).status).toBe(200);
  });

  it('are deleted with their training', async () => {
    const video = videoOf(12 * MEGABYTE);
    const upload = await startUpload(video);
    await send(upload.parts[0]!.url!, partBytes(video, upload.parts[0]!, upload.part_bytes));
    expect((await plant.api.delete(`/api/trainings/${training_id}`)).status).toBeLessThan(300);
    await eventually(listStoredKeys, []);
  });

  it('in one request still work', async () => {
    const video = videoOf(18 * MEGABYTE);
    expect((await plant.uploadVideo(training_id, video)).status).toBe(200);
    expect((await downloadVideo()).equals(video)).toBe(true);
    expect((await plant.uploadVideo(training_id, Buffer.alloc(10_000_000, 'x'))).body.code).toBe('not_a_video');
    expect(await listStoredKeys()).toHaveLength(1);
  });
}
