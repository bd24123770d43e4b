import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import { AppLogger } from '../../src/infrastructure/logging/app-logger';
import { MetricsService } from '../../src/infrastructure/metrics/metrics.service';
import { startApp, type RunningApp } from '../support/app';
import { testKilledExport } from '../support/killed-export';
import { testKilledUpload } from '../support/killed-upload';
import { testFileMove } from '../support/file-move';
import { freePort } from '../support/product-process';
import { useRealClock } from '../support/fixed-clock.cjs';
import { listKeys, TestS3, type TestBucket } from '../support/test-s3';
import { pdfPagesOf } from '../support/pdfs';
import { openPlant, type Plant } from '../support/plant';
import { uploadBody, videoOf, MEGABYTE, partBytes, sendPart, testUploads } from '../support/video-uploads';

const film = videoOf(9 * MEGABYTE);
const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

// The storage checks request signatures against the real time.
useRealClock();

// Without a local S3 server, `npm test` skips this file and says so.
describe('files in object storage', () => {
  let s3: TestS3;
  let bucket: TestBucket;
  beforeAll(async () => {
    s3 = await TestS3.start();
    bucket = await s3.createBucket();
  });
  afterAll(() => s3?.stop());

  describe('handle uploads in parts as a folder does', () => testUploads(() => bucket.env));

  describe('a move of an installation into a bucket', () => testFileMove(() => s3.createBucket()));

  describe('an upload whose server is killed', () => testKilledUpload(() => bucket.env));

  describe('an export whose process is killed, fetched by a link of the bucket', () =>
    testKilledExport(
      () => bucket.env,
      async () => (await listKeys(bucket)).filter((key) => key.includes('/exports/')),
    ));

  describe('serve browsers directly', () => {
    let running: RunningApp;
    let plant: Plant;
    let training_id: string;
    beforeAll(async () => {
      running = await startApp({ env: { ...bucket.env, METRICS_TOKEN: 'a-token-of-the-tests-long-enough' } });
      plant = await openPlant(running);
      ({ training_id } = await plant.createTraining());
    });
    afterAll(() => running.close());

    const startUpload = async () =>
      (await plant.api.post(`/api/trainings/${training_id}/uploads`, uploadBody(film))).body as {
        upload_id: string;
        part_bytes: number;
        parts: { number: number; bytes: number; done: boolean; url: string }[];
      };
    const fetchVideoLink = async (): Promise<string> =>
      (await plant.api.get(`/api/trainings/${training_id}/video-link`)).body.url;

    it('parts go to addresses of the bucket, signed for one part of one length, for an hour', async () => {
      const { parts, part_bytes } = await startUpload();
      const [first, second] = parts;
      const url = new URL(first!.url);
      expect(url.origin + url.pathname).toMatch(
        new RegExp(`^${bucket.url()}/${plant.customer_id}/video/[0-9a-f-]+\\.mp4$`),
      );
      expect(url.searchParams.get('X-Amz-Expires')).toBe('3600');
      expect(url.searchParams.get('X-Amz-SignedHeaders')).toBe('content-length;host');
      const piece = partBytes(film, first!, part_bytes);
      const changed = (change: (address: URL) => void) => {
        const address = new URL(first!.url);
        change(address);
        return sendPart('', {}, address.toString(), piece);
      };
      // Changed in turn: the part, the upload, the organisation, the lifetime, the signature.
      expect(await changed((address) => address.searchParams.set('partNumber', '2'))).toBe(403);
      expect(await changed((address) => address.searchParams.set('uploadId', 'another'))).toBe(403);
      expect(
        await changed((address) => (address.pathname = address.pathname.replace(`/${plant.customer_id}/`, '/999/'))),
      ).toBe(403);
      expect(await changed((address) => address.searchParams.set('X-Amz-Expires', '604800'))).toBe(403);
      expect(await changed((address) => address.searchParams.set('X-Amz-Signature', '0'.repeat(64)))).toBe(403);
      const thief = new AwsClient({
        accessKeyId: bucket.env['S3_ACCESS_KEY_ID']!,
        secretAccessKey: 'guessed',
        service: 's3',
        region: 'us-east-1',
      });
      const forged = await thief.sign(first!.url.split('?')[0]!, { method: 'PUT', aws: { signQuery: true } });
      expect(await sendPart('', {}, forged.url, piece)).toBe(403);
      expect(await sendPart('', {}, first!.url, film.subarray(0, part_bytes - 1))).toBe(403);
      expect((await startUpload()).parts.map(({ done }) => done)).toEqual([false, false]);
      expect(await sendPart('', {}, first!.url, piece)).toBe(200);
      expect(await sendPart('', {}, second!.url, partBytes(film, second!, part_bytes))).toBe(200);
      const { upload_id, parts: sent } = await startUpload();
      expect(sent.map(({ done }) => done)).toEqual([true, true]);
      expect((await plant.api.post(`/api/trainings/${training_id}/uploads/${upload_id}/complete`)).status).toBe(200);
    });

    it('a document is downloaded from the bucket by a short-lived link, which browsers save and never open', async () => {
      const documentId = (await plant.createTraining({ type: 'document' })).training_id;
      const uploads = `/api/trainings/${documentId}/uploads`;
      const bytes = pdfPagesOf(3);
      const begin = uploadBody(bytes, { name: 'lockout.pdf', type: 'application/pdf' });
      const { upload_id, parts } = (await plant.api.post(uploads, begin)).body;
      expect(await sendPart('', {}, parts[0].url, bytes)).toBe(200);
      expect((await plant.api.post(`${uploads}/${upload_id}/complete`)).status).toBe(200);
      const { url, pages } = (await plant.api.get(`/api/trainings/${documentId}/document`)).body;
      expect(pages).toBe(3);
      const redirect = await fetch(running.url + url, { redirect: 'manual' });
      const signedUrl = new URL(redirect.headers.get('location')!);
      expect([redirect.status, signedUrl.searchParams.get('X-Amz-Expires')]).toEqual([302, '300']);
      const answer = await fetch(signedUrl);
      expect(answer.headers.get('content-disposition')).toContain('attachment');
      expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
    });

    it('the server also accepts parts at its own address', async () => {
      const { upload_id, parts, part_bytes } = await startUpload();
      const partPath = (number: number) => `/api/trainings/${training_id}/uploads/${upload_id}/parts/${number}`;
      const last = partBytes(film, parts[1]!, part_bytes);
      expect(await sendPart(running.url, plant.admin, partPath(2), last)).toBe(204);
      expect(await sendPart(running.url, plant.admin, partPath(1), last)).toBe(422);
      expect((await startUpload()).parts.map(({ done }) => done)).toEqual([false, true]);
      await plant.api.delete(`/api/trainings/${training_id}/uploads/${upload_id}`);
    });

    it('a link redirects to the bucket for five minutes, plays in ranges, and is refused when changed or expired', async () => {
      const answer = await fetch(running.url + (await fetchVideoLink()), { redirect: 'manual' });
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([302, 'no-store']);
      const signedUrl = new URL(answer.headers.get('location')!);
      expect(signedUrl.searchParams.get('X-Amz-Expires')).toBe('300');
      const downloaded = Buffer.from(await (await fetch(signedUrl)).arrayBuffer());
      expect(sha256Of(downloaded)).toBe(sha256Of(film));
      const part = await fetch(signedUrl, { headers: { range: 'bytes=1000-1999' } });
      expect([part.status, sha256Of(Buffer.from(await part.arrayBuffer()))]).toEqual([
        206,
        sha256Of(film.subarray(1000, 2000)),
      ]);
      for (const [name, value] of [
        ['X-Amz-Signature', '0'.repeat(64)],
        ['X-Amz-Expires', '9999'],
        ['X-Amz-Date', '20200101T000000Z'],
      ] as const) {
        const changed = new URL(signedUrl);
        changed.searchParams.set(name, value);
        expect([name, (await fetch(changed)).status]).toEqual([name, 403]);
      }
      const expiredLink = await bucket.client.sign(`${signedUrl.origin}${signedUrl.pathname}?X-Amz-Expires=300`, {
        aws: {
          signQuery: true,
          datetime: new Date(Date.now() - 301_000).toISOString().replaceAll(/[:-]|\.\d{3}/g, ''),
        },
      });
      expect((await fetch(expiredLink.url)).status).toBe(403);
      // An unsigned request is refused.
      expect((await fetch(signedUrl.origin + signedUrl.pathname)).status).toBeGreaterThanOrEqual(400);
    });

    it('the content security policy allows its origin and no other', async () => {
      const csp = (await fetch(running.url)).headers.get('content-security-policy') ?? '';
      const origin = new URL(bucket.url()).origin;
      expect(csp).toContain(`connect-src 'self' ${origin};`);
      expect(csp).toMatch(new RegExp(`media-src [^;]*${origin}`));
    });

    it('while it is down, uploads and videos answer 503 with Retry-After, everything else works, and so do they afterwards', async () => {
      const warnSpy = jest.spyOn(AppLogger.prototype, 'warn').mockImplementation(() => undefined);
      await s3.kill();
      const path = `/api/trainings/${training_id}/uploads`;
      const refused = await plant.api.post(path, uploadBody(film, { name: 'while it is away.mp4' }));
      expect([refused.status, refused.body.code]).toEqual([503, 'storage_unavailable']);
      expect(refused.headers.get('retry-after')).toBe('10');
      expect((await plant.uploadVideo(training_id)).status).toBe(503);
      expect((await plant.api.get(`/api/trainings/${training_id}`)).status).toBe(200);
      expect((await fetch(`${running.url}/health/ready`)).status).toBe(200);
      expect(warnSpy).toHaveBeenCalledWith(expect.stringMatching(/^Object storage is away: ECONN/), 'Files');
      const { text } = await running.app.get(MetricsService).text();
      expect(text).toMatch(/^skilgrid_storage_errors_total\{outcome="away"\} [1-9]/m);
      await s3.restart();
      warnSpy.mockRestore();
      expect((await plant.api.post(path, uploadBody(film, { name: 'again.mp4' }))).status).toBe(201);
    });

    it('every key begins with its customer', async () => {
      const keys = await listKeys(bucket);
      expect(keys.filter((key) => key.startsWith(`${plant.customer_id}/video/`)).length).toBeGreaterThan(0);
      expect(
        keys.filter(
          (key) => !/^\d+\/((video|document)\/[0-9a-f-]{36}\.(mp4|webm|pdf)|exports\/[0-9a-f-]{36}\.csv)$/.test(key),
        ),
      ).toEqual([]);
    });
  });

  describe('are checked at startup', () => {
    const start = async (env: Record<string, string>): Promise<string | null> => {
      try {
        const running = await startApp({ env });
        await running.close();
        return null;
      } catch (error) {
        return (error as Error).message;
      }
    };

    it('a wrong secret or a missing bucket stops it with one line that names the variable', async () => {
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

    it('a storage that does not answer does not stop it', async () => {
      const port = await freePort();
      const FILES_URL = `s3://skilgrid?endpoint=http://127.0.0.1:${port}&style=path`;
      const warnSpy = jest.spyOn(AppLogger.prototype, 'warn').mockImplementation(() => undefined);
      expect(await start({ ...bucket.env, FILES_URL })).toBeNull();
      expect(warnSpy).toHaveBeenCalledWith(expect.stringContaining('does not answer'), 'Files');
      warnSpy.mockRestore();
    });
  });
});
