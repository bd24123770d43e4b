import { get } from 'node:http';
import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { compressJson } from '../../src/platform/http/compress-json';
import { until } from '../support/eventually';

const LONG = Array.from({ length: 4_000 }, (_, i) => ({ id: i, name: `Ängström 𝔸 number ${i}` }));
const TEXT = JSON.stringify(LONG);
const BYTES = Buffer.from(TEXT);

interface Sent {
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

  const ask = (path: string, takes: string | undefined = 'gzip, deflate, br', method = 'GET') =>
    new Promise<Sent>((resolve, reject) => {
      const headers = takes === '' ? {} : { 'accept-encoding': takes };
      get({ host: '127.0.0.1', port, path, method, headers }, (answer) => {
        const bytes: Buffer[] = [];
        answer.on('data', (part: Buffer) => bytes.push(part)).on('error', reject);
        answer.on('end', () =>
          resolve({ status: answer.statusCode!, headers: answer.headers, bytes: Buffer.concat(bytes) }),
        );
      }).on('error', reject);
    });

  it.each(['/api/list', '/api/stream'])('goes out compressed to whoever asks for it (%s)', async (path) => {
    for (const takes of ['gzip', 'br, gzip;q=0.5', '*']) {
      const { status, headers, bytes } = await ask(path, takes);
      expect([status, headers['content-encoding'], headers.vary]).toEqual([200, 'gzip', 'Accept-Encoding']);
      expect([headers['content-length'], headers['transfer-encoding']]).toEqual([undefined, 'chunked']);
      expect(gunzipSync(bytes).toString() === TEXT).toBe(true);
      expect(bytes.length).toBeLessThan(TEXT.length / 5);
    }
  });

  it('is also a page of a list', async () => {
    const { headers, bytes } = await ask('/api/page');
    expect(headers['content-encoding']).toBe('gzip');
    expect(JSON.parse(gunzipSync(bytes).toString())).toHaveLength(200);
  });

  it('goes out as it is to whoever does not ask, and says that it might have been otherwise', async () => {
    for (const takes of ['', 'br', 'identity', 'gzip;q=0', 'gzip;q=0, *'])
      for (const path of ['/api/list', '/api/stream']) {
        const { headers, bytes } = await ask(path, takes);
        expect([takes, headers['content-encoding'], headers.vary]).toEqual([takes, undefined, 'Accept-Encoding']);
        expect(bytes.toString() === TEXT).toBe(true);
      }
    expect((await ask('/api/varied')).headers.vary).toBe('Origin, Accept-Encoding');
  });

  it('is the only thing compressed: not what is short, no sign-in, nothing with an ETag, no CSV', async () => {
    for (const path of ['/api/short', '/api/trickle', '/api/auth/long', '/api/%61uth/long', '/api/one', '/api/text'])
      expect([path, (await ask(path)).headers['content-encoding']]).toEqual([path, undefined]);
    expect((await ask('/api/one')).headers.etag).toBe('"7"');
    expect((await ask('/api/trickle')).bytes.toString()).toBe('[1]');
    const head = await ask('/api/list', 'gzip', 'HEAD');
    expect([head.status, head.headers['content-encoding'], head.bytes.length]).toEqual([200, undefined, 0]);
  });

  it('is refused in plain words where its source fails; and its source ends with a reader who leaves', async () => {
    const broken = await ask('/api/broken');
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
    await until(() => closed > before, 'the source is closed');
    expect(closed).toBe(before + 1);
  });
});
