import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import { Log } from '../../src/platform/logging/log';
import { Meters } from '../../src/platform/metrics/meters';
import { startApp, type RunningApp } from '../support/app';
import { killedExportBeginsAnew } from '../support/killed-export';
import { killedUploadGoesOn } from '../support/killed-upload';
import { filesAreMoved } from '../support/moved-files';
import { freePort } from '../support/process';
import { useRealClock } from '../support/fixed-clock.cjs';
import { keysIn, OwnS3, type TestBucket } from '../support/own-s3';
import { pdfPagesOf } from '../support/pdfs';
import { openPlant, type Plant } from '../support/plant';
import { announced, filmOf, MEGABYTE, pieceOf, sendPart, uploadsHold } from '../support/uploads';

const film = filmOf(9 * MEGABYTE);
const sha = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

// It judges by the real time when a request was signed.
useRealClock();

// Where there is none, `npm test` leaves this file out and says so.
describe('files in object storage', () => {
  let s3: OwnS3;
  let bucket: TestBucket;
  beforeAll(async () => {
    s3 = await OwnS3.start();
    bucket = await s3.bucket();
  });
  afterAll(() => s3?.stop());

  describe('hold what holds in a folder: uploads in parts', () => uploadsHold(() => bucket.env));

  describe('a move of an installation into a bucket', () => filesAreMoved(() => s3.bucket()));

  describe('an upload whose server is killed', () => killedUploadGoesOn(() => bucket.env));

  describe('an export whose process is killed, fetched by a link of the bucket', () =>
    killedExportBeginsAnew(
      () => bucket.env,
      async () => (await keysIn(bucket)).filter((key) => key.includes('/exports/')),
    ));

  describe('speak to browsers themselves', () => {
    let running: RunningApp;
    let plant: Plant;
    let training_id: string;
    beforeAll(async () => {
      running = await startApp({ env: { ...bucket.env, METRICS_TOKEN: 'a-token-of-the-tests-long-enough' } });
      plant = await openPlant(running);
      ({ training_id } = await plant.training());
    });
    afterAll(() => running.close());

    const begun = async () =>
      (await plant.api.post(`/api/trainings/${training_id}/uploads`, announced(film))).body as {
        upload_id: string;
        part_bytes: number;
        parts: { number: number; bytes: number; done: boolean; url: string }[];
      };
    const link = async (): Promise<string> =>
      (await plant.api.get(`/api/trainings/${training_id}/video-link`)).body.url;

    it('parts go to addresses of the bucket, signed for one part of one length, for an hour', async () => {
      const { parts, part_bytes } = await begun();
      const [first, second] = parts;
      const url = new URL(first!.url);
      expect(url.origin + url.pathname).toMatch(
        new RegExp(`^${bucket.url()}/${plant.customer_id}/video/[0-9a-f-]+\\.mp4$`),
      );
      expect(url.searchParams.get('X-Amz-Expires')).toBe('3600');
      expect(url.searchParams.get('X-Amz-SignedHeaders')).toBe('content-length;host');
      const piece = pieceOf(film, first!, part_bytes);
      const changed = (change: (at: URL) => void) => {
        const at = new URL(first!.url);
        change(at);
        return sendPart('', {}, at.toString(), piece);
      };
      // Another part by this one's signature, another upload, another organisation, a longer life, another key's signature.
      expect(await changed((at) => at.searchParams.set('partNumber', '2'))).toBe(403);
      expect(await changed((at) => at.searchParams.set('uploadId', 'another'))).toBe(403);
      expect(await changed((at) => (at.pathname = at.pathname.replace(`/${plant.customer_id}/`, '/999/')))).toBe(403);
      expect(await changed((at) => at.searchParams.set('X-Amz-Expires', '604800'))).toBe(403);
      expect(await changed((at) => at.searchParams.set('X-Amz-Signature', '0'.repeat(64)))).toBe(403);
      const thief = new AwsClient({
        ...{ accessKeyId: bucket.env['S3_ACCESS_KEY_ID']!, secretAccessKey: 'guessed' },
        ...{ service: 's3', region: 'us-east-1' },
      });
      const forged = await thief.sign(first!.url.split('?')[0]!, { method: 'PUT', aws: { signQuery: true } });
      expect(await sendPart('', {}, forged.url, piece)).toBe(403);
      expect(await sendPart('', {}, first!.url, film.subarray(0, part_bytes - 1))).toBe(403);
      expect((await begun()).parts.map(({ done }) => done)).toEqual([false, false]);
      expect(await sendPart('', {}, first!.url, piece)).toBe(200);
      expect(await sendPart('', {}, second!.url, pieceOf(film, second!, part_bytes))).toBe(200);
      const { upload_id, parts: sent } = await begun();
      expect(sent.map(({ done }) => done)).toEqual([true, true]);
      expect((await plant.api.post(`/api/trainings/${training_id}/uploads/${upload_id}/complete`)).status).toBe(200);
    });

    it('a document is read from there, by a link of minutes that a browser saves and never opens', async () => {
      const paper = (await plant.training({ type: 'document' })).training_id;
      const uploads = `/api/trainings/${paper}/uploads`;
      const bytes = pdfPagesOf(3);
      const begin = announced(bytes, { name: 'lockout.pdf', type: 'application/pdf' });
      const { upload_id, parts } = (await plant.api.post(uploads, begin)).body;
      expect(await sendPart('', {}, parts[0].url, bytes)).toBe(200);
      expect((await plant.api.post(`${uploads}/${upload_id}/complete`)).status).toBe(200);
      const { url, pages } = (await plant.api.get(`/api/trainings/${paper}/document`)).body;
      expect(pages).toBe(3);
      const led = await fetch(running.url + url, { redirect: 'manual' });
      const there = new URL(led.headers.get('location')!);
      expect([led.status, there.searchParams.get('X-Amz-Expires')]).toEqual([302, '300']);
      const answer = await fetch(there);
      expect(answer.headers.get('content-disposition')).toContain('attachment');
      expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
    });

    it('our own address of a part takes what is sent to it as well', async () => {
      const { upload_id, parts, part_bytes } = await begun();
      const ours = (number: number) => `/api/trainings/${training_id}/uploads/${upload_id}/parts/${number}`;
      const last = pieceOf(film, parts[1]!, part_bytes);
      expect(await sendPart(running.url, plant.admin, ours(2), last)).toBe(204);
      expect(await sendPart(running.url, plant.admin, ours(1), last)).toBe(422);
      expect((await begun()).parts.map(({ done }) => done)).toEqual([false, true]);
      await plant.api.delete(`/api/trainings/${training_id}/uploads/${upload_id}`);
    });

    it('a link leads to the bucket for five minutes, plays in ranges, and is refused when it is changed or over', async () => {
      const answer = await fetch(running.url + (await link()), { redirect: 'manual' });
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([302, 'no-store']);
      const there = new URL(answer.headers.get('location')!);
      expect(there.searchParams.get('X-Amz-Expires')).toBe('300');
      const whole = Buffer.from(await (await fetch(there)).arrayBuffer());
      expect(sha(whole)).toBe(sha(film));
      const part = await fetch(there, { headers: { range: 'bytes=1000-1999' } });
      expect([part.status, sha(Buffer.from(await part.arrayBuffer()))]).toEqual([206, sha(film.subarray(1000, 2000))]);
      for (const [name, value] of [
        ['X-Amz-Signature', '0'.repeat(64)],
        ['X-Amz-Expires', '9999'],
        ['X-Amz-Date', '20200101T000000Z'],
      ] as const) {
        const changed = new URL(there);
        changed.searchParams.set(name, value);
        expect([name, (await fetch(changed)).status]).toEqual([name, 403]);
      }
      const past = await bucket.client.sign(`${there.origin}${there.pathname}?X-Amz-Expires=300`, {
        aws: {
          signQuery: true,
          datetime: new Date(Date.now() - 301_000).toISOString().replaceAll(/[:-]|\.\d{3}/g, ''),
        },
      });
      expect((await fetch(past.url)).status).toBe(403);
      // Without any signature it is nobody's.
      expect((await fetch(there.origin + there.pathname)).status).toBeGreaterThanOrEqual(400);
    });

    it('the pages may speak to its origin, and to no other', async () => {
      const csp = (await fetch(running.url)).headers.get('content-security-policy') ?? '';
      const origin = new URL(bucket.url()).origin;
      expect(csp).toContain(`connect-src 'self' ${origin};`);
      expect(csp).toMatch(new RegExp(`media-src [^;]*${origin}`));
    });

    it('away, uploads and videos answer 503 with Retry-After, all else goes on, and afterwards so do they', async () => {
      const warned = jest.spyOn(Log.prototype, 'warn').mockImplementation(() => undefined);
      await s3.kill();
      const path = `/api/trainings/${training_id}/uploads`;
      const refused = await plant.api.post(path, announced(film, { name: 'while it is away.mp4' }));
      expect([refused.status, refused.body.code]).toEqual([503, 'storage_unavailable']);
      expect(refused.headers.get('retry-after')).toBe('10');
      expect((await plant.upload(training_id)).status).toBe(503);
      expect((await plant.api.get(`/api/trainings/${training_id}`)).status).toBe(200);
      expect((await fetch(`${running.url}/health/ready`)).status).toBe(200);
      expect(warned).toHaveBeenCalledWith(expect.stringMatching(/^Object storage is away: ECONN/), 'Files');
      const { text } = await running.app.get(Meters).text();
      expect(text).toMatch(/^skilgrid_storage_errors_total\{outcome="away"\} [1-9]/m);
      await s3.again();
      warned.mockRestore();
      expect((await plant.api.post(path, announced(film, { name: 'again.mp4' }))).status).toBe(201);
    });

    it('every key begins with its customer', async () => {
      const keys = await keysIn(bucket);
      expect(keys.filter((key) => key.startsWith(`${plant.customer_id}/video/`)).length).toBeGreaterThan(0);
      expect(
        keys.filter(
          (key) => !/^\d+\/((video|document)\/[0-9a-f-]{36}\.(mp4|webm|pdf)|exports\/[0-9a-f-]{36}\.csv)$/.test(key),
        ),
      ).toEqual([]);
    });
  });

  describe('are looked at by the start', () => {
    const start = async (env: Record<string, string>): Promise<string | null> => {
      try {
        const running = await startApp({ env });
        await running.close();
        return null;
      } catch (error) {
        return (error as Error).message;
      }
    };

    it('a secret that is wrong, and a bucket that is not there, stop it with one line that names the variable', async () => {
      const wrong = await start({ ...bucket.env, S3_SECRET_ACCESS_KEY: 'guessed' });
      expect(wrong).toMatch(
        /^Configuration: S3_SECRET_ACCESS_KEY and S3_ACCESS_KEY_ID are refused .*SignatureDoesNotMatch/,
      );
      const nowhere = await start({
        ...bucket.env,
        FILES_URL: bucket.env['FILES_URL']!.replace('s3://', 's3://no-such-'),
      });
      expect(nowhere).toMatch(/^Configuration: FILES_URL names the bucket "no-such-.*", which does not exist/);
    });

    it('a storage that does not answer stops nobody', async () => {
      const port = await freePort();
      const FILES_URL = `s3://skilgrid?endpoint=http://127.0.0.1:${port}&style=path`;
      const warned = jest.spyOn(Log.prototype, 'warn').mockImplementation(() => undefined);
      expect(await start({ ...bucket.env, FILES_URL })).toBeNull();
      expect(warned).toHaveBeenCalledWith(expect.stringContaining('does not answer'), 'Files');
      warned.mockRestore();
    });
  });
});
