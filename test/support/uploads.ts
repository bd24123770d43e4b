import { readFileSync } from 'node:fs';
import { Clock } from '../../src/platform/clock';
import { Files } from '../../src/platform/files/files';
import { VIDEO_BYTES_MAX, VideoFiles } from '../../src/trainings/video-files';
import { VideoUploadsService } from '../../src/trainings/video-uploads.service';
import { startApp, type RunningApp } from './app';
import { comesTo } from './eventually';
import { CLIP, openPlant, type Plant } from './plant';
import { swept } from './sweeps';

const clip = readFileSync(CLIP);
export const MEGABYTE = 1024 ** 2;

/** A whole film of so many bytes: a free box stands after it, of bytes that differ. */
export function filmOf(bytes: number): Buffer {
  const free = Buffer.alloc(bytes - clip.length);
  for (let at = 0; at < free.length; at += 4_099) free[at] = at % 251;
  free.writeUInt32BE(free.length, 0);
  free.write('free', 4, 'latin1');
  return Buffer.concat([clip, free]);
}

export const announced = (film: Buffer, more: object = {}) => ({
  ...{
    name: 'film.mp4',
    bytes: film.length,
    type: 'video/mp4',
    last_modified: 1_762_000_000_000,
    head_digest: '9f86d081',
  },
  ...more,
});

interface Part {
  number: number;
  bytes: number;
  done: boolean;
  url: string | null;
}

/** As a browser does: to an address of ours with our headers, to one of the storage without. */
export async function sendPart(
  base: string,
  headers: Record<string, string>,
  url: string,
  body: Buffer,
): Promise<number> {
  const ours = url.startsWith('/');
  const answer = await fetch(ours ? base + url : url, {
    method: 'PUT',
    headers: ours ? { ...headers, 'content-type': 'application/octet-stream' } : {},
    body: new Uint8Array(body),
  });
  await answer.arrayBuffer();
  return answer.status;
}

export const pieceOf = (film: Buffer, { number }: Part, part_bytes: number): Buffer =>
  film.subarray((number - 1) * part_bytes, number * part_bytes);

function gate() {
  let open = (): void => undefined;
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, passed };
}

/** What holds of uploads wherever files are kept: the same facts for each of them. */
export function uploadsHold(settings: () => Record<string, string>): void {
  let running: RunningApp;
  let plant: Plant;
  let training_id: string;
  beforeAll(async () => {
    running = await startApp({ env: settings() });
  });
  beforeEach(async () => {
    plant = await openPlant(running);
    ({ training_id } = await plant.training());
  });
  afterEach(() => {
    jest.restoreAllMocks();
    running.app.get(VideoFiles).maxBytes = VIDEO_BYTES_MAX;
    running.clock.release();
  });
  afterAll(() => running.close());

  const uploads = (id = training_id) => `/api/trainings/${id}/uploads`;
  const begun = async (film: Buffer, more: object = {}) => {
    const reply = await plant.api.post(uploads(), announced(film, more));
    expect([reply.status, reply.body.code]).toEqual([201, undefined]);
    return reply.body as { upload_id: string; part_bytes: number; parts: Part[]; expires_at: string };
  };
  const send = (url: string, body: Buffer) => sendPart(running.url, plant.admin, url, body);
  const sendAll = async (film: Buffer, { parts, part_bytes }: { parts: Part[]; part_bytes: number }) => {
    for (const part of parts.filter(({ done }) => !done).reverse())
      expect([200, 204]).toContain(await send(part.url!, pieceOf(film, part, part_bytes)));
  };
  /** All that is kept of this organisation, whole. */
  const kept = async (): Promise<string[]> => {
    const keys: string[] = [];
    for await (const { key } of running.app.get(Files).list(`${plant.customer_id}/`)) keys.push(key);
    return keys;
  };
  const played = async (): Promise<Buffer> => {
    const { url } = (await plant.api.get(`/api/trainings/${training_id}/video-link`)).body;
    return Buffer.from(await (await fetch(running.url + url)).arrayBuffer());
  };
  const provider = async () => (await plant.api.get(`/api/trainings/${training_id}`)).body.video_provider;

  it('come in parts, in any order, and play byte for byte what was sent', async () => {
    const film = filmOf(18 * MEGABYTE);
    const upload = await begun(film);
    expect(upload.parts.map(({ bytes }) => bytes)).toEqual([8 * MEGABYTE, 8 * MEGABYTE, 2 * MEGABYTE]);
    await sendAll(film, upload);
    expect(await provider()).toBeNull();
    const reply = await plant.api.post(`${uploads()}/${upload.upload_id}/complete`);
    expect(reply).toMatchObject({ status: 200, body: { video_provider: 'upload', content_revision: 2 } });
    expect(reply.body.video_duration_ms).toBeGreaterThan(5_000);
    expect((await played()).equals(film)).toBe(true);
    expect(await kept()).toEqual([
      expect.stringMatching(new RegExp(`^${plant.customer_id}/video/[0-9a-f-]{36}\\.mp4$`)),
    ]);
  });

  it('go on where they were when the same file is chosen again, and only then', async () => {
    const film = filmOf(12 * MEGABYTE);
    const first = await begun(film);
    const [part] = first.parts;
    await send(part!.url!, pieceOf(film, part!, first.part_bytes));
    const again = await begun(film);
    expect(again.upload_id).toBe(first.upload_id);
    expect(again.parts.map(({ done, url }) => [done, url === null])).toEqual([
      [true, true],
      [false, false],
    ]);
    expect((await plant.api.get(uploads())).body).toMatchObject([{ upload_id: first.upload_id, name: 'film.mp4' }]);
    for (const more of [{ head_digest: '00000000' }, { last_modified: 5 }, { name: 'other.mp4' }]) {
      const other = await begun(film, more);
      expect(other.parts.every(({ done }) => !done)).toBe(true);
    }
    expect((await plant.api.get(`${uploads()}/${first.upload_id}`)).status).toBe(404);
    expect((await plant.api.get(uploads())).body).toHaveLength(1);
  });

  it('take no part of another size, number, upload, training or organisation, and keep nothing of it', async () => {
    const film = filmOf(12 * MEGABYTE);
    const upload = await begun(film);
    const [first, last] = upload.parts;
    const piece = pieceOf(film, first!, upload.part_bytes);
    for (const wrong of [Buffer.concat([piece, Buffer.of(1)]), piece.subarray(1), Buffer.alloc(0)])
      expect([403, 411, 422]).toContain(await send(first!.url!, wrong));
    // By our own addresses: a number beyond, another upload, another training, another organisation.
    const ours = (id: string, upload_id: string, number: number) => `${uploads(id)}/${upload_id}/parts/${number}`;
    const { training_id: other } = await plant.training();
    const nobody = first!.url!.startsWith('/')
      ? upload.upload_id.replace(/.$/, (end) => (end === '0' ? '1' : '0'))
      : '0190a000-0000-7000-8000-000000000000';
    for (const at of [
      ours(training_id, upload.upload_id, 3),
      ours(training_id, nobody, 1),
      ours(other, upload.upload_id, 1),
    ])
      expect([at, await send(at, pieceOf(film, last!, upload.part_bytes))]).toEqual([at, 404]);
    const stranger = await openPlant(running);
    const theirs = await sendPart(running.url, stranger.admin, ours(training_id, upload.upload_id, 1), piece);
    expect(theirs).toBe(404);
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/complete'],
      ['DELETE', ''],
    ] as const)
      expect((await stranger.api.call(method, `${uploads()}/${upload.upload_id}${path}`)).status).toBe(404);
    expect((await plant.api.get(`${uploads()}/${upload.upload_id}`)).body.parts.map(({ done }: Part) => done)).toEqual([
      false,
      false,
    ]);
    await plant.api.delete(`${uploads()}/${upload.upload_id}`);
    expect(await kept()).toEqual([]);
  });

  it('are not complete while a part is missing, and go on then', async () => {
    const film = filmOf(12 * MEGABYTE);
    const upload = await begun(film);
    await send(upload.parts[1]!.url!, pieceOf(film, upload.parts[1]!, upload.part_bytes));
    const path = `${uploads()}/${upload.upload_id}/complete`;
    expect(await plant.api.post(path)).toMatchObject({
      status: 422,
      body: { code: 'upload_incomplete', facts: { count: 1, missing: [1] } },
    });
    await send(upload.parts[0]!.url!, pieceOf(film, upload.parts[0]!, upload.part_bytes));
    const done = await plant.api.post(path);
    expect(done.status).toBe(200);
    // The answer was lost on its way: asking again changes nothing.
    expect((await plant.api.post(path)).body).toEqual(done.body);
    expect(await kept()).toHaveLength(1);
  });

  it.each([
    ['no video', Buffer.alloc(300_000, 'not a film '), 415, 'not_a_video'],
    ['a film that is cut off', clip.subarray(0, Math.floor(clip.length * 0.6)), 422, 'video_incomplete'],
  ])('of %s are refused when they are complete, and nothing is kept', async (_, film, status, code) => {
    const upload = await begun(film);
    await sendAll(film, upload);
    const reply = await plant.api.post(`${uploads()}/${upload.upload_id}/complete`);
    expect([reply.status, reply.body.code]).toEqual([status, code]);
    expect(await provider()).toBeNull();
    expect(await kept()).toEqual([]);
    expect((await plant.api.get(`${uploads()}/${upload.upload_id}`)).status).toBe(404);
  });

  it('are refused before they begin when they are too large, misnamed, or of what is no video', async () => {
    running.app.get(VideoFiles).maxBytes = 50_000;
    expect(await plant.api.post(uploads(), announced(clip))).toMatchObject({
      status: 413,
      body: { code: 'video_too_large' },
    });
    for (const wrong of [
      { bytes: 0 },
      { bytes: 1.5 },
      { type: 'text/html' },
      { name: '' },
      { name: 'a\nb' },
      { head_digest: 'x' },
    ])
      expect([wrong, (await plant.api.post(uploads(), announced(clip, wrong))).status]).toEqual([wrong, 422]);
    const document = await plant.training({ type: 'document' });
    expect((await plant.api.post(uploads(document.training_id), announced(clip))).status).toBe(409);
    const learner = await plant.learner((await plant.staff()).staff_id);
    expect((await plant.as(learner).post(uploads(), announced(clip))).status).toBe(403);
  });

  it('end after a day, and what came of them goes', async () => {
    const film = filmOf(12 * MEGABYTE);
    const upload = await begun(film);
    const [part] = upload.parts;
    await send(part!.url!, pieceOf(film, part!, upload.part_bytes));
    const clock = running.app.get(Clock);
    clock.freeze(Date.parse(upload.expires_at));
    await swept(running, 'ended-uploads');
    clock.release();
    expect((await plant.api.get(`${uploads()}/${upload.upload_id}`)).status).toBe(404);
    expect(await kept()).toEqual([]);
    expect([403, 404]).toContain(await send(part!.url!, pieceOf(film, part!, upload.part_bytes)));
  });

  it.each(['given up', 'swept'])(
    'that are completed while they are %s are the training’s, or nothing is kept',
    async (how) => {
      const film = filmOf(12 * MEGABYTE);
      const upload = await begun(film);
      await sendAll(film, upload);
      const path = `${uploads()}/${upload.upload_id}`;
      const [videos, files] = [running.app.get(VideoFiles), running.app.get(Files)];
      const [inspect, remove] = [videos.inspect.bind(videos), files.remove.bind(files)];
      const [isRead, goesOn] = [gate(), gate()];
      jest.spyOn(videos, 'inspect').mockImplementationOnce(async (...given) => {
        const said = await inspect(...given);
        isRead.open();
        await goesOn.passed;
        return said;
      });
      const completing = plant.api.post(`${path}/complete`);
      await isRead.passed;
      // Whoever ends it is about to delete the file.
      jest.spyOn(files, 'remove').mockImplementationOnce(async (key) => {
        goesOn.open();
        await completing;
        await remove(key);
      });
      if (how === 'swept') {
        running.clock.freeze(Date.parse(upload.expires_at));
        await swept(running, 'ended-uploads');
        running.clock.release();
      } else expect((await plant.api.delete(path)).status).toBe(204);
      const { status } = await completing;
      expect([status, await provider(), await kept()]).toEqual([404, null, []]);
    },
  );

  it('that are given up while their parts become a file leave none', async () => {
    for (const when of ['before', 'after']) {
      const film = filmOf(12 * MEGABYTE);
      const upload = await begun(film, { name: `${when}.mp4` });
      await sendAll(film, upload);
      const path = `${uploads()}/${upload.upload_id}`;
      const files = running.app.get(Files);
      const complete = files.complete.bind(files);
      jest.spyOn(files, 'complete').mockImplementationOnce(async (...given) => {
        if (when === 'after') await complete(...given);
        expect((await plant.api.delete(path)).status).toBe(204);
        if (when === 'before') await complete(...given);
      });
      const { status } = await plant.api.post(`${path}/complete`);
      expect([when, status, await provider(), await kept()]).toEqual([when, 404, null, []]);
    }
  });

  it('that are completed just before they are given up stay', async () => {
    const film = filmOf(12 * MEGABYTE);
    const upload = await begun(film);
    await sendAll(film, upload);
    const path = `${uploads()}/${upload.upload_id}`;
    type Reading = Record<'open', (...given: unknown[]) => Promise<unknown>>;
    const service = running.app.get(VideoUploadsService) as unknown as Reading;
    const open = service.open.bind(service);
    const statuses: number[] = [];
    jest.spyOn(service, 'open').mockImplementationOnce(async (...given) => {
      const read = await open(...given);
      statuses.push((await plant.api.post(`${path}/complete`)).status);
      return read;
    });
    statuses.push((await plant.api.delete(path)).status);
    expect(statuses).toEqual([200, 404]);
    expect((await played()).equals(film)).toBe(true);
    expect((await plant.api.post(`${path}/complete`)).status).toBe(200);
  });

  it('go with their training', async () => {
    const film = filmOf(12 * MEGABYTE);
    const upload = await begun(film);
    await send(upload.parts[0]!.url!, pieceOf(film, upload.parts[0]!, upload.part_bytes));
    expect((await plant.api.delete(`/api/trainings/${training_id}`)).status).toBeLessThan(300);
    await comesTo(kept, []);
  });

  it('in one request are kept as before', async () => {
    const film = filmOf(18 * MEGABYTE);
    expect((await plant.upload(training_id, film)).status).toBe(200);
    expect((await played()).equals(film)).toBe(true);
    expect((await plant.upload(training_id, Buffer.alloc(10_000_000, 'x'))).body.code).toBe('not_a_video');
    expect(await kept()).toHaveLength(1);
  });
}
