import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { MediaLinkService } from '../../src/modules/trainings/media-link.service';
import { VIDEO_BYTES_MAX, VideoFileStore } from '../../src/modules/trainings/video-file.store';
import { parseByteRange } from '../../src/modules/trainings/byte-range';
import { startApp, type RunningApp } from '../support/app';
import { eventually } from '../support/eventually';
import { CLIP, openPlant, type Plant } from '../support/plant';
import { statementsOfRequests } from '../support/recorded-statements';

const clip = readFileSync(CLIP);

describe('videos', () => {
  let running: RunningApp;
  let plant: Plant;
  let training_id: string;
  beforeAll(async () => {
    running = await startApp();
  });
  beforeEach(async () => {
    plant = await openPlant(running);
    ({ training_id } = await plant.createTraining());
  });
  afterEach(() => {
    running.app.get(VideoFileStore).maxBytes = VIDEO_BYTES_MAX;
    running.clock.release();
  });
  afterAll(() => running.close());

  const folder = () => {
    const { files } = running.config;
    return join(files.kind === 'folder' ? files.path : '', String(plant.customer_id), 'video');
  };
  const storedFiles = () => (existsSync(folder()) ? readdirSync(folder()) : []);
  const link = async () =>
    (await plant.api.get(`/api/trainings/${training_id}/video-link`)).body as { url: string; duration_ms: number };
  const play = (url: string, headers: Record<string, string> = {}) => fetch(running.url + url, { headers });

  it('are recognised by their content, with the duration read from the file', async () => {
    const reply = await plant.uploadVideo(training_id);
    expect(reply).toMatchObject({
      status: 200,
      body: { video_provider: 'upload', source_url: null, content_revision: 2 },
    });
    expect(reply.body.video_duration_ms).toBeGreaterThan(5_000);
    expect(reply.body.video_duration_ms).toBeLessThan(120_000);
    expect(storedFiles()).toEqual([expect.stringMatching(/^[0-9a-f-]{36}\.mp4$/)]);
  });

  it.each([
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'.repeat(10))],
    ['a program', Buffer.concat([Buffer.from('7f454c46', 'hex'), Buffer.alloc(500)])],
    ['a picture', Buffer.concat([Buffer.from('000000206674797068656963', 'hex'), Buffer.alloc(500)])],
    ['nothing', Buffer.alloc(0)],
    ['a few bytes', Buffer.from('ftyp')],
  ])('refuse %s, whatever its name and type say', async (_, bytes) => {
    const reply = await plant.uploadVideo(training_id, bytes);
    expect(reply).toMatchObject({ status: 415, body: { code: 'not_a_video' } });
    expect(storedFiles()).toEqual([]);
    expect((await plant.api.get(`/api/trainings/${training_id}`)).body.video_provider).toBeNull();
  });

  it('are refused when they are truncated', async () => {
    const reply = await plant.uploadVideo(training_id, clip.subarray(0, Math.floor(clip.length * 0.6)));
    expect(reply).toMatchObject({ status: 422, body: { code: 'video_incomplete' } });
    expect(storedFiles()).toEqual([]);
  });

  it('are refused beyond the cap and leave nothing behind', async () => {
    running.app.get(VideoFileStore).maxBytes = 50_000;
    const reply = await plant.uploadVideo(training_id);
    expect(reply).toMatchObject({ status: 413, body: { code: 'video_too_large' } });
    expect(storedFiles()).toEqual([]);
  });

  it('may be larger than any other body', async () => {
    // A free box after the media: still a whole MP4, of more than a megabyte.
    const freeBox = Buffer.alloc(3_000_000);
    freeBox.writeUInt32BE(freeBox.length, 0);
    freeBox.write('free', 4, 'latin1');
    expect((await plant.uploadVideo(training_id, Buffer.concat([clip, freeBox]))).status).toBe(200);
  });

  it('that were interrupted leave no file', async () => {
    const request = httpRequest(`${running.url}/api/trainings/${training_id}/video`, {
      method: 'PUT',
      headers: {
        ...plant.admin,
        'content-type': 'multipart/form-data; boundary=b',
        'content-length': String(clip.length * 2),
      },
    });
    request.on('error', () => undefined);
    request.write(
      '--b\r\ncontent-disposition: form-data; name="file"; filename="a.mp4"\r\ncontent-type: video/mp4\r\n\r\n',
    );
    request.write(clip);
    await eventually(storedFiles, [expect.stringMatching(/\.part$/)]);
    request.destroy();
    await eventually(storedFiles, []);
    expect((await plant.api.get(`/api/trainings/${training_id}`)).body.video_provider).toBeNull();
  });

  it('are sent as multipart, and only there', async () => {
    const path = `/api/trainings/${training_id}/video`;
    expect((await plant.api.put(path, { file: 'x' })).status).toBe(415);
    const form = new FormData();
    form.append('note', 'no file');
    const empty = await fetch(running.url + path, { method: 'PUT', headers: plant.admin, body: form });
    expect(empty.status).toBe(400);
    const multipartReply = await fetch(`${running.url}/api/skills`, {
      method: 'POST',
      headers: plant.admin,
      body: form,
    });
    expect(multipartReply.status).toBe(415);
  });

  it('are uploaded by an admin only', async () => {
    const learner = await plant.signInLearner((await plant.createStaff()).staff_id);
    expect((await plant.uploadVideo(training_id, clip, learner)).status).toBe(403);
  });

  it('replace each other, with the old file and link deleted', async () => {
    await plant.uploadVideo(training_id);
    const [first] = storedFiles();
    const oldLink = await link();
    await plant.uploadVideo(training_id);
    await eventually(storedFiles, [expect.not.stringContaining(first!)]);
    expect((await play(oldLink.url)).status).toBe(404);
    const patchReply = await plant.api.patch(`/api/trainings/${training_id}`, {
      source_url: 'https://media.example.org/a.mp4',
      video_duration_ms: 60_000,
    });
    expect(patchReply.body).toMatchObject({ video_provider: 'mp4', video_duration_ms: 60_000 });
    await eventually(storedFiles, []);
    expect(await link()).toMatchObject({ url: 'https://media.example.org/a.mp4', duration_ms: 60_000 });
  });

  it('keep the duration that the server read, whatever a form sends back', async () => {
    const { body } = await plant.uploadVideo(training_id);
    const reply = await plant.api.patch(`/api/trainings/${training_id}`, { video_duration_ms: 1 });
    expect(reply.body.video_duration_ms).toBe(body.video_duration_ms);
  });

  it('of a published training may be replaced, not removed', async () => {
    const { training_id: published } = await plant.createPublishedTraining();
    expect((await plant.uploadVideo(published)).body).toMatchObject({ status: 'published', video_provider: 'upload' });
    expect(await plant.api.delete(`/api/trainings/${published}/video`)).toMatchObject({
      status: 422,
      body: { code: 'checklist_open' },
    });
    expect(storedFiles()).toHaveLength(1);
  });

  it('are no part of a document', async () => {
    const document = await plant.createTraining({ type: 'document' });
    expect((await plant.uploadVideo(document.training_id)).status).toBe(409);
  });

  describe('play by a signed short link', () => {
    let url: string;
    beforeEach(async () => {
      await plant.uploadVideo(training_id);
      ({ url } = await link());
    });

    it('completely, with one statement that checks session, person and organisation', async () => {
      const answers: Response[] = [];
      const statements = await statementsOfRequests(async () => void answers.push(await play(url)));
      const [answer] = answers;
      expect(answer!.status).toBe(200);
      expect(Object.fromEntries(answer!.headers)).toMatchObject({
        'content-type': 'video/mp4',
        'content-length': String(clip.length),
        'accept-ranges': 'bytes',
        'cache-control': expect.stringMatching(/^private/),
        'x-content-type-options': 'nosniff',
      });
      expect(Buffer.from(await answer!.arrayBuffer()).equals(clip)).toBe(true);
      expect(statements).toEqual([expect.stringContaining('FROM session')]);
    });

    it.each([
      ['bytes=0-99', 0, 99],
      ['bytes=1000-1000', 1000, 1000],
      ['bytes=-50', clip.length - 50, clip.length - 1],
      [`bytes=${clip.length - 10}-`, clip.length - 10, clip.length - 1],
      [`bytes=5-${clip.length + 99}`, 5, clip.length - 1],
    ])('in the range %s', async (range, from, to) => {
      const answer = await play(url, { range });
      expect(answer.status).toBe(206);
      expect(answer.headers.get('content-range')).toBe(`bytes ${from}-${to}/${clip.length}`);
      expect(Buffer.from(await answer.arrayBuffer()).equals(clip.subarray(from, to + 1))).toBe(true);
    });

    it('and answer 416 for an unsatisfiable range', async () => {
      const answer = await play(url, { range: `bytes=${clip.length}-` });
      expect(answer.status).toBe(416);
      expect(answer.headers.get('content-range')).toBe(`bytes */${clip.length}`);
    });

    it('from the start again when the file has changed', async () => {
      const etag = (await play(url, { range: 'bytes=0-1' })).headers.get('etag')!;
      expect((await play(url, { range: 'bytes=0-1', 'if-range': etag })).status).toBe(206);
      expect((await play(url, { range: 'bytes=0-1', 'if-range': '"another"' })).status).toBe(200);
    });

    it('until the video and two hours have passed', async () => {
      running.clock.freeze(Date.now());
      const { url: freshUrl, duration_ms } = await link();
      running.clock.advance(duration_ms + 2 * 3_600_000 - 1);
      expect((await play(freshUrl)).status).toBe(200);
      running.clock.advance(1);
      expect(await (await play(freshUrl)).json()).toMatchObject({ statusCode: 404, code: 'media_link_dead' });
    });

    it('until its session ends', async () => {
      const guest = await plant.signIn({ role: 'admin' });
      const { url: guestUrl } = (await plant.as(guest).get(`/api/trainings/${training_id}/video-link`)).body;
      expect((await play(guestUrl)).status).toBe(200);
      expect((await plant.as(guest).post('/api/auth/logout')).status).toBeLessThan(300);
      expect(await (await play(guestUrl)).json()).toMatchObject({ statusCode: 404, code: 'media_link_dead' });
      expect((await play(url)).status).toBe(200);
    });

    it('whose token cannot be altered', async () => {
      const token = url.slice('/media/'.length);
      for (let index = 0; index < token.length; index += 3) {
        const other = token[index] === 'A' ? 'B' : 'A';
        expect((await play(`/media/${token.slice(0, index)}${other}${token.slice(index + 1)}`)).status).toBe(404);
      }
      for (const bad of ['x', '..%2f..%2fetc%2fpasswd', `${token}A`, token.slice(1), `${token}=`]) {
        expect((await play(`/media/${bad}`)).status).toBe(404);
      }
      for (const name of ['undefined.m3u8', 'undefined.m4s', 'null.m3u8', 'stream.m3u8', '.m3u8'])
        expect([name, (await play(`${url}/${name}`)).status]).toEqual([name, 404]);
      const links = running.app.get(MediaLinkService);
      const openedLink = links.verify(token);
      expect(openedLink).toMatchObject({ customer_id: plant.customer_id, training_id });
      expect(links.sign(openedLink)).toBe(token);
    });
  });

  it.each([
    [undefined, 10, 'whole'],
    ['bytes=0-', 10, { start: 0, end: 9 }],
    ['bytes=-3', 10, { start: 7, end: 9 }],
    ['bytes=-30', 10, { start: 0, end: 9 }],
    ['bytes=-0', 10, null],
    ['bytes=10-', 10, null],
    ['bytes=5-2', 10, 'whole'],
    ['bytes=0-1,4-5', 10, 'whole'],
    ['bytes=-', 10, 'whole'],
    ['items=0-1', 10, 'whole'],
    ['bytes=0-0', 0, null],
  ])('read the range %p of %p bytes as %p', (header, size, expected) => {
    expect(parseByteRange(header, size)).toEqual(expected);
  });
});
