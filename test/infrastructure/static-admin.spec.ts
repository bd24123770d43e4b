import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { serveAdmin } from '../../src/infrastructure/http/static-admin';

const PAGE = `<!doctype html><title>the admin</title>${'<p>words</p>'.repeat(60)}`;
const SCRIPT = `export const words = [${'"the same words again", '.repeat(200)}];`;
const TEXTS = JSON.stringify(Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`key_${i}`, 'the same words'])));

/** The raw response: `fetch` would decompress it. */
interface RawReply {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  bytes: Buffer;
}

describe('the files of the built admin', () => {
  const folder = mkdtempSync(join(tmpdir(), 'skilgrid-static-'));
  let instance: FastifyInstance;
  let port: number;

  beforeAll(async () => {
    mkdirSync(join(folder, 'assets/i18n'), { recursive: true });
    writeFileSync(join(folder, 'index.html'), PAGE);
    writeFileSync(join(folder, 'assets/app-4f3a.js'), SCRIPT);
    writeFileSync(join(folder, 'assets/tiny-4f3a.js'), 'export {};');
    writeFileSync(join(folder, 'assets/face-4f3a.woff2'), Buffer.alloc(2_000));
    writeFileSync(join(folder, 'assets/i18n/ar.json'), TEXTS);
    const { compressFiles } = (await import('../../scripts/compress-files.mjs' as string)) as {
      compressFiles(folder: string): Promise<void>;
    };
    await compressFiles(folder);
    instance = new FastifyAdapter({ exposeHeadRoutes: false }).getInstance() as unknown as FastifyInstance;
    await serveAdmin(instance, folder);
    await instance.listen({ port: 0, host: '127.0.0.1' });
    port = (instance.server.address() as { port: number }).port;
  });
  afterAll(async () => {
    await instance.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const request = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    new Promise<RawReply>((resolve, reject) => {
      get({ host: '127.0.0.1', port, path, method, headers }, (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () =>
          resolve({ status: answer.statusCode!, headers: answer.headers, bytes: Buffer.concat(parts) }),
        );
      }).on('error', reject);
    });
  const BROWSER = { 'accept-encoding': 'gzip, deflate, br, zstd' };

  it('are sent in the smallest accepted encoding, with Vary for caches', async () => {
    const br = await request('/assets/app-4f3a.js', BROWSER);
    expect(br.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(br.bytes).toString()).toBe(SCRIPT);
    expect(br.bytes.length).toBeLessThan(SCRIPT.length / 10);
    expect(Number(br.headers['content-length'])).toBe(br.bytes.length);
    const gz = await request('/assets/app-4f3a.js', { 'accept-encoding': 'gzip' });
    expect([gz.headers['content-encoding'], gunzipSync(gz.bytes).toString()]).toEqual(['gzip', SCRIPT]);
    const plain = await request('/assets/app-4f3a.js');
    expect([plain.headers['content-encoding'], plain.bytes.toString()]).toEqual([undefined, SCRIPT]);
    const withoutBrotli = await request('/assets/app-4f3a.js', { 'accept-encoding': 'br;q=0, identity' });
    expect([withoutBrotli.headers['content-encoding'], withoutBrotli.bytes.toString()]).toEqual([undefined, SCRIPT]);
    for (const { headers } of [br, gz, plain, withoutBrotli]) {
      expect(headers.vary).toBe('accept-encoding');
      expect(headers['content-type']).toMatch(/javascript/);
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    }
    expect(new Set([br, gz, plain].map(({ headers }) => headers.etag)).size).toBe(3);
  });

  it('a page is compressed too, and revalidated each time', async () => {
    for (const path of ['/', '/staff/create', '/auth/login']) {
      const page = await request(path, BROWSER);
      expect([page.headers['content-encoding'], page.headers['cache-control']]).toEqual(['br', 'no-cache']);
      expect([page.headers['content-type'], page.headers.vary]).toEqual([
        'text/html; charset=utf-8',
        'accept-encoding',
      ]);
      expect(brotliDecompressSync(page.bytes).toString()).toBe(PAGE);
      const revalidation = await request(path, { ...BROWSER, 'if-none-match': String(page.headers.etag) });
      expect([revalidation.status, revalidation.bytes.length]).toEqual([304, 0]);
      const head = await request(path, BROWSER, 'HEAD');
      expect([head.status, head.headers['content-encoding'], head.bytes.length]).toEqual([200, 'br', 0]);
    }
  });

  it('translation files are immutable with a version parameter, and revalidated without', async () => {
    const stamped = await request('/assets/i18n/ar.json?v=0a1b', BROWSER);
    expect(stamped.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(brotliDecompressSync(stamped.bytes).toString()).toBe(TEXTS);
    expect((await request('/assets/i18n/ar.json', BROWSER)).headers['cache-control']).toBe('no-cache');
  });

  it('incompressible files are sent unchanged, and compressed files have no URL', async () => {
    for (const path of ['/assets/tiny-4f3a.js', '/assets/face-4f3a.woff2']) {
      const { status, headers } = await request(path, BROWSER);
      expect([path, status, headers['content-encoding']]).toEqual([path, 200, undefined]);
    }
    for (const path of ['/assets/app-4f3a.js.br', '/index.html.gz', '/assets/gone.js'])
      expect([path, (await request(path, BROWSER)).status]).toEqual([path, 404]);
  });
});
