import { get } from 'node:http';
import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { compressJson } from '../../src/infrastructure/http/compress-json';
import { waitUntil } from '../support/eventually';

const LONG = Array.from({ length: 4_000 }, (_, i) => ({ id: i, name: `Ängström 𝔸 number ${i}` }));
const TEXT = JSON.stringify(LONG);
const BYTES = Buffer.from(TEXT);

interface RawReply {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  bytes: Buffer;
}

describe('JSON above 8 KB', () => {
  let instance: FastifyInstance;
  let port: number;
  let closed = 0;

  beforeAll(async () => {
    instance = new FastifyAdapter({ exposeHeadRoutes: false }).getInstance() as unknown as FastifyInstance;
    compressJson(instance);
    const json = 'application/json; charset=utf-8';
    const parts = function* (end: boolean) {
      try {
        for (let at = 0; at < BYTES.length; at += 1_000) yield BYTES.subarray(at, at + 1_000);
        while (!end) yield ' '.repeat(60_000);
      } finally {
        closed++;
      }
    };
    instance.get('/api/list', () => LONG);
    instance.head('/api/list', (_request, reply) => reply.type(json).send(''));
    instance.get('/api/page', () => LONG.slice(0, 200));
    instance.get('/api/short', () => LONG.slice(0, 20));
    instance.get('/api/auth/long', () => LONG);
    instance.get('/api/one', (_request, reply) => reply.header('ETag', '"7"').send(LONG));
    instance.get('/api/text', (_request, reply) => reply.type('text/csv').send(TEXT));
    instance.get('/api/varied', (_request, reply) => reply.header('Vary', 'Origin').send(LONG));
    instance.get('/api/stream', (_request, reply) => reply.type(json).send(Readable.from(parts(true))));
    instance.get('/api/trickle', (_request, reply) => reply.type(json).send(Readable.from(['[', '1]'])));
    instance.get('/api/endless', (_request, reply) => reply.type(json).send(Readable.from(parts(false))));
    instance.get('/api/broken', (_request, reply) =>
      reply.type(json).send(
        Readable.from(
          (function* () {
            yield TEXT;
            throw new Error('the database went away');
          })(),
        ),
      ),
    );
    await instance.listen({ port: 0, host: '127.0.0.1' });
    port = (instance.server.address() as { port: number }).port;
  });
  afterAll(() => instance.close());

  const request = (path: string, acceptEncoding: string | undefined = 'gzip, deflate, br', method = 'GET') =>
    new Promise<RawReply>((resolve, reject) => {
      const headers = acceptEncoding === '' ? {} : { 'accept-encoding': acceptEncoding };
      get({ host: '127.0.0.1', port, path, method, headers }, (answer) => {
        const bytes: Buffer[] = [];
        answer.on('data', (part: Buffer) => bytes.push(part)).on('error', reject);
        answer.on('end', () =>
          resolve({ status: answer.statusCode!, headers: answer.headers, bytes: Buffer.concat(bytes) }),
        );
      }).on('error', reject);
    });

  it.each(['/api/list', '/api/stream'])('is compressed for clients that accept it (%s)', async (path) => {
    for (const acceptEncoding of ['gzip', 'br, gzip;q=0.5', '*']) {
      const { status, headers, bytes } = await request(path, acceptEncoding);
      expect([status, headers['content-encoding'], headers.vary]).toEqual([200, 'gzip', 'Accept-Encoding']);
      expect([headers['content-length'], headers['transfer-encoding']]).toEqual([undefined, 'chunked']);
      expect(gunzipSync(bytes).toString() === TEXT).toBe(true);
      expect(bytes.length).toBeLessThan(TEXT.length / 5);
    }
  });

  it('is also a page of a list', async () => {
    const { headers, bytes } = await request('/api/page');
    expect(headers['content-encoding']).toBe('gzip');
    expect(JSON.parse(gunzipSync(bytes).toString())).toHaveLength(200);
  });

  it('is not compressed for other clients, and has a Vary header', async () => {
    for (const acceptEncoding of ['', 'br', 'identity', 'gzip;q=0', 'gzip;q=0, *'])
      for (const path of ['/api/list', '/api/stream']) {
        const { headers, bytes } = await request(path, acceptEncoding);
        expect([acceptEncoding, headers['content-encoding'], headers.vary]).toEqual([
          acceptEncoding,
          undefined,
          'Accept-Encoding',
        ]);
        expect(bytes.toString() === TEXT).toBe(true);
      }
    expect((await request('/api/varied')).headers.vary).toBe('Origin, Accept-Encoding');
  });

  it('is compressed only if long, outside sign-in, without ETag and not CSV', async () => {
    for (const path of ['/api/short', '/api/trickle', '/api/auth/long', '/api/%61uth/long', '/api/one', '/api/text'])
      expect([path, (await request(path)).headers['content-encoding']]).toEqual([path, undefined]);
    expect((await request('/api/one')).headers.etag).toBe('"7"');
    expect((await request('/api/trickle')).bytes.toString()).toBe('[1]');
    const head = await request('/api/list', 'gzip', 'HEAD');
    expect([head.status, head.headers['content-encoding'], head.bytes.length]).toEqual([200, undefined, 0]);
  });

  it('answers an uncompressed error when its source fails, and closes the source on a disconnect', async () => {
    const broken = await request('/api/broken');
    expect([broken.status, broken.headers['content-encoding']]).toEqual([500, undefined]);
    expect(JSON.parse(broken.bytes.toString())).toMatchObject({ message: 'the database went away' });
    const before = closed;
    await new Promise<void>((resolve, reject) => {
      const request = get(
        { host: '127.0.0.1', port, path: '/api/endless', headers: { 'accept-encoding': 'gzip' } },
        (answer) =>
          answer.once('data', () => {
            request.destroy();
            resolve();
          }),
      ).on('error', reject);
    });
    await waitUntil(() => closed > before, 'the source is closed');
    expect(closed).toBe(before + 1);
  });
});
