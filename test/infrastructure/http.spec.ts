import { connect } from 'node:net';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Body, Controller, Delete, Get, Global, Module, Post, Query, SetMetadata, UseGuards } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Type } from 'class-transformer';
import { IsInt, IsOptional, IsString, MaxLength, ValidateNested } from 'class-validator';
import { Config } from '../../src/infrastructure/config/config';
import { loadConfig } from '../../src/infrastructure/config/load-config';
import { DatabaseHealthIndicator } from '../../src/infrastructure/database/database-health-indicator';
import { AppError, InvalidFieldsError } from '../../src/common/errors/app-error';
import { fieldError } from '../../src/common/errors/field-error';
import { RefusalsAre200 } from '../../src/common/errors/refusals-are-200';
import { GracefulShutdownService } from '../../src/infrastructure/http/graceful-shutdown.service';
import { buildOpenApiDocument } from '../../src/infrastructure/http/openapi';
import { PUBLIC_ROUTE } from '../../src/common/http/route-metadata';
import { requestContext } from '../../src/common/http/request-context';
import { SameSiteGuard } from '../../src/infrastructure/http/same-site.guard';
import { createServer } from '../../src/infrastructure/http/server';
import { InfrastructureModule } from '../../src/infrastructure/infrastructure.module';

class Address {
  @IsString()
  town: string;
}
class Note {
  @IsString()
  @MaxLength(10)
  title: string;

  @IsOptional()
  @IsInt()
  stars?: number;

  @IsOptional()
  @ValidateNested()
  @Type(() => Address)
  address?: Address;
}
class Filter {
  @IsOptional()
  @IsString()
  q?: string;
}

let handledRequests = 0;
/** An accepted request that is answered after `resume`. */
let pendingRequest: { begin: () => void; resume: Promise<void> };

@Controller('api/notes')
class NotesController {
  @Get()
  @SetMetadata(PUBLIC_ROUTE, { why: 'test', optionalSession: false })
  list(@Query() query: Filter) {
    handledRequests += 1;
    return [query, requestContext()];
  }
  @Post()
  create(@Body() note: Note) {
    return { note, keys: Object.keys(note) };
  }
  @Post('fails')
  fails() {
    throw new Error('secret hunter22 in SELECT * FROM account');
  }
  @Delete('away')
  away() {
    throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  }
  @Get('slow')
  async slow() {
    pendingRequest.begin();
    await pendingRequest.resume;
    return { finished: true };
  }
  @Get('kinds')
  kind(@Query('kind') kind: string) {
    throw new AppError({
      kind: kind as never,
      code: 'because',
      message: 'Because.',
      facts: { limit: 3 },
      retryAfter: 7,
    });
  }
}

@Controller('Common')
class CommonController {
  @Get('check_email')
  @RefusalsAre200()
  check(@Query('email') email: string, @Query('kind') kind?: string) {
    if (kind) throw new AppError({ kind: kind as never, code: 'x', message: 'Taken.' });
    return { email };
  }
  @Get('send')
  @UseGuards(SameSiteGuard)
  send() {
    return { statusOf: true };
  }
  @Get('closed')
  closed(@Query('kind') kind: string) {
    throw new AppError({ kind: kind as never, code: 'x', message: 'No.', retryAfter: 3 });
  }
  @Post('save')
  @RefusalsAre200()
  save(@Body() note: Note) {
    if (note.title === 'taken')
      throw new InvalidFieldsError({
        title: [fieldError('taken', 'This title is taken.', { value: note.title })],
        stars: [fieldError('max', 'Too many.', { max: 5 })],
      });
    return { keys: Object.keys(note) };
  }
}

const health = { check: async () => undefined as void };

@Global()
@Module({ providers: [{ provide: DatabaseHealthIndicator, useValue: health }], exports: [DatabaseHealthIndicator] })
class NoDatabase {}

describe('the HTTP layer', () => {
  let folder: string;
  let app: NestFastifyApplication;
  let url: string;
  let port: number;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'skilgrid-http-'));
    mkdirSync(join(folder, 'admin/dist/assets'), { recursive: true });
    writeFileSync(join(folder, 'admin/dist/index.html'), '<title>the admin</title>');
    writeFileSync(join(folder, 'admin/dist/assets/app-4f3a.js'), 'export const digits = "0123456789";');
    ({ app, url, port } = await start({ CORS_ORIGINS: 'https://client.example' }));
  });
  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function start(env: Record<string, string> = {}) {
    const config: Config = loadConfig({ NODE_ENV: 'test', DATA_DIR: folder, ...env }, folder);
    @Module({
      imports: [InfrastructureModule.forRoot(config), NoDatabase],
      controllers: [NotesController, CommonController],
    })
    class TestModule {}
    const startedApp = await createServer(TestModule, config);
    await startedApp.listen(0, '127.0.0.1');
    const address = startedApp.getHttpServer().address() as { port: number };
    return { app: startedApp, port: address.port, url: `http://127.0.0.1:${address.port}` };
  }
  const get = (path: string, init: RequestInit = {}) => fetch(url + path, init);
  const post = (path: string, body: unknown, type = 'application/json') =>
    fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': type },
      body: typeof body === 'string' || Buffer.isBuffer(body) ? (body as BodyInit) : JSON.stringify(body),
    });
  /** Sends text that fetch would normalize. */
  const sendRaw = (text: string): Promise<string> =>
    new Promise((done, fail) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(text));
      let answer = '';
      socket
        .on('data', (part) => (answer += part))
        .on('end', () => done(answer))
        .on('error', fail);
    });

  it('answers every kind of error under /api with its status, code, facts and request id', async () => {
    const statuses: Record<string, number> = {
      refused: 422,
      invalid: 422,
      malformed: 400,
      unauthenticated: 401,
      expired: 402,
      forbidden: 403,
      missing: 404,
      conflict: 409,
      stale: 412,
      too_large: 413,
      unsupported_media: 415,
      throttled: 429,
      unavailable: 503,
    };
    for (const [kind, status] of Object.entries(statuses)) {
      const answer = await get(`/api/notes/kinds?kind=${kind}`, { headers: { 'x-request-id': 'trace-12345678' } });
      expect([kind, answer.status]).toEqual([kind, status]);
      expect(await answer.json()).toEqual({
        statusCode: status,
        message: 'Because.',
        code: 'because',
        errors: {},
        details: {},
        facts: { limit: 3 },
        requestId: 'trace-12345678',
      });
      expect(answer.headers.get('retry-after')).toBe('7');
      expect(answer.headers.get('x-request-id')).toBe('trace-12345678');
    }
  });

  it('reveals no internals on a failure, and answers 503 when the database is away', async () => {
    const failed = await post('/api/notes/fails', {});
    const text = await failed.text();
    expect(failed.status).toBe(500);
    expect(text).not.toMatch(/hunter22|SELECT|at /);
    expect(JSON.parse(text)).toMatchObject({
      statusCode: 500,
      code: 'internal',
      requestId: failed.headers.get('x-request-id'),
    });
    const away = await get('/api/notes/away', { method: 'DELETE' });
    expect(away.status).toBe(503);
    expect(await away.json()).toMatchObject({ code: 'database_unavailable' });
  });

  it('names the wrong fields of a body by their paths, converts nothing and refuses unknown keys', async () => {
    const answer = await post('/api/notes', {
      title: 'much too long a title',
      stars: '5',
      address: { town: 1 },
      extra: 1,
    });
    expect(answer.status).toBe(422);
    const { errors, details, code } = (await answer.json()) as {
      errors: Record<string, string[]>;
      details: Record<string, { code: string; facts: object }[]>;
      code: string;
    };
    const codes = Object.entries(details).map(([field, reasons]) => [field, ...reasons.map((reason) => reason.code)]);
    expect(Object.fromEntries(codes.map(([field, first]) => [field, first]))).toMatchObject({ extra: 'unknown_key' });
    for (const [field, messages] of Object.entries(errors)) expect(details[field]).toHaveLength(messages.length);
    expect(code).toBe('invalid_fields');
    expect(Object.keys(errors).sort()).toEqual(['address.town', 'extra', 'stars', 'title']);
    expect(await (await post('/api/notes', { title: 'short' })).json()).toEqual({
      note: { title: 'short' },
      keys: ['title'],
    });
    expect((await post('/api/notes', [1])).status).toBe(400);
    expect((await post('/api/notes', { title: 'short', toString: 1 })).status).toBe(422);
    const query = await get('/api/notes?nonsense=1');
    expect(query.status).toBe(400);
    expect(await query.json()).toMatchObject({ errors: { nonsense: [expect.any(String)] } });
  });

  it('treats empty as absent and drops unknown keys in the legacy API', async () => {
    const answer = await post('/Common/save', { title: 'x', stars: '', address: null, customer_id: '' });
    expect(answer.status).toBe(201);
    expect(await answer.json()).toEqual({ keys: ['title'] });
  });

  it('answers expected errors of marked legacy calls with 200 and a message, others with their status', async () => {
    const refused = await post('/Common/save', { title: 'taken' });
    expect(refused.status).toBe(200);
    expect(await refused.json()).toEqual({
      Status: false,
      status: 0,
      message: 'title: This title is taken. stars: Too many.',
      data: null,
    });
    const statusAt = async (path: string) => (await get(path)).status;
    for (const kind of ['refused', 'conflict', 'throttled', 'invalid', 'expired'])
      expect(await statusAt(`/Common/check_email?kind=${kind}`)).toBe(200);
    expect(await statusAt('/Common/check_email?kind=unauthenticated')).toBe(401);
    expect(await statusAt('/Common/check_email?kind=forbidden')).toBe(403);
    expect(await statusAt('/Common/closed?kind=conflict')).toBe(400);
    expect(await statusAt('/Common/closed?kind=missing')).toBe(404);
    expect(await statusAt('/Common/closed?kind=expired')).toBe(200);
    const throttled = await get('/Common/closed?kind=throttled');
    expect([throttled.status, throttled.headers.get('retry-after')]).toEqual([429, '3']);
  });

  it('keeps a plus in a query, and refuses repeated parameters in the legacy API', async () => {
    expect(await (await get('/Common/check_email?email=a+b%2Bc%40d.example')).json()).toEqual({
      email: 'a+b+c@d.example',
    });
    const repeated = await get('/Common/check_email?email=a&email=b');
    expect(repeated.status).toBe(400);
    expect(await repeated.json()).toMatchObject({ Status: false, status: 0, data: null });
  });

  it.each(['/api/notes', '/Common/save'])(
    'refuses broken, poisoned, deep, huge and foreign bodies at %s in its own envelope',
    async (path) => {
      const shape = path.startsWith('/api')
        ? { code: expect.any(String), requestId: expect.any(String) }
        : { Status: false, status: 0, data: null };
      const cases: [string | Buffer<ArrayBuffer>, string, number][] = [
        ['{"title":', 'application/json', 400],
        [Buffer.from([...Buffer.from('{"title":"'), 0xc3, ...Buffer.from('"}')]), 'application/json', 400],
        [Buffer.from('{"title":"\u00c3"}', 'latin1'), 'application/json; charset=iso-8859-1', 400],
        ['{"__proto__":{"admin":true}}', 'application/json', 400],
        ['{"constructor":{"prototype":{"admin":true}}}', 'application/json', 400],
        [`${'['.repeat(31)}${']'.repeat(31)}`, 'application/json', 400],
        [`${'['.repeat(200_000)}`, 'application/json', 400],
        [`"${'x'.repeat(1_100_000)}"`, 'application/json', 413],
        ['title=x', 'application/x-www-form-urlencoded', 415],
        ['title', 'text/plain', 415],
        ['--x--', 'multipart/form-data; boundary=x', 415],
      ];
      for (const [body, type, status] of cases) {
        const answer = await post(path, body, type);
        expect([String(body).slice(0, 20), type, answer.status]).toEqual([String(body).slice(0, 20), type, status]);
        expect(await answer.json()).toMatchObject(shape);
      }
    },
  );

  it('refuses addresses that are too long, broken or poisoned', async () => {
    expect((await get(`/api/notes?q=${'x'.repeat(8200)}`)).status).toBe(414);
    expect((await get(`/api/${'x'.repeat(600)}/y`)).status).toBe(404);
    expect((await get('/api/notes?q=%zz')).status).toBe(400);
    expect((await get('/api/notes?__proto__=1')).status).toBe(400);
    for (const key of ['toString', 'hasOwnProperty', 'valueOf', '__defineGetter__']) {
      expect([key, (await get(`/api/notes?${key}=1`)).status]).toEqual([key, 400]);
      const reply = await get(`/Common/check_email?email=a@b.example&${key}=1`);
      expect([key, await reply.json()]).toEqual([key, { email: 'a@b.example' }]);
    }
    const bad = await sendRaw('GET /api/%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect(bad).toMatch(/^HTTP\/1.1 400 /);
    expect(bad).toContain('"code":"malformed_request"');
    expect(await sendRaw('GET /Common/%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).toContain(
      '"Status":false',
    );
  });

  it('runs no handler for HEAD', async () => {
    const before = handledRequests;
    for (const path of ['/api/notes', '/Common/check_email?email=x'])
      expect((await get(path, { method: 'HEAD' })).status).toBe(404);
    expect(handledRequests).toBe(before);
  });

  it('serves the admin for pages only', async () => {
    for (const path of ['/', '/staff', '/trainings/0192/edit']) {
      const page = await get(path);
      expect([path, page.status, await page.text()]).toEqual([path, 200, '<title>the admin</title>']);
      expect(page.headers.get('cache-control')).toBe('no-cache');
    }
    for (const path of [
      '/api/nothing',
      '/API/notes',
      '/assets/gone.js',
      '/Assets/x',
      '/health/none',
      '/HEALTH/x',
      '/common/send_otp',
      '/Common/none',
      '/CUSTOMERMASTER/x',
      '/Result/none',
      '/favicon.png',
    ]) {
      const answer = await get(path);
      expect([path, answer.status, answer.headers.get('content-type')]).toEqual([
        path,
        404,
        'application/json; charset=utf-8',
      ]);
    }
  });

  it('serves hashed assets as immutable and in ranges', async () => {
    const asset = await get('/assets/app-4f3a.js', { headers: { range: 'bytes=23-27' } });
    expect(asset.status).toBe(206);
    expect(await asset.text()).toBe('01234');
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  it('sends the security headers everywhere, and no-store for data', async () => {
    for (const path of ['/', '/api/notes', '/Common/check_email?email=x', '/api/nothing', '/api/docs']) {
      const { headers } = await get(path);
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain("script-src 'self';");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/upgrade-insecure|unsafe-eval/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      if (path !== '/') expect(headers.get('cache-control')).toBe('no-store');
    }
  });

  it('refuses a state-changing GET from another site or a prefetch', async () => {
    const statusOf = async (headers: Record<string, string>) =>
      (
        await sendRaw(
          `GET /Common/send HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${Object.entries(headers)
            .map(([k, v]) => `${k}: ${v}\r\n`)
            .join('')}\r\n`,
        )
      ).slice(9, 12);
    expect(await statusOf({})).toBe('200');
    expect(await statusOf({ 'sec-fetch-site': 'same-origin' })).toBe('200');
    expect(await statusOf({ 'sec-fetch-site': 'cross-site' })).toBe('403');
    expect(await statusOf({ 'sec-fetch-site': 'cross-site', origin: 'https://client.example' })).toBe('200');
    expect(await statusOf({ 'sec-fetch-site': 'same-origin', 'sec-purpose': 'prefetch;prerender' })).toBe('403');
  });

  it('marks the specification calls as deprecated and can switch them off', async () => {
    expect((await get('/Common/check_email?email=x')).headers.get('deprecation')).toMatch(/^@\d+$/);
    const withoutLegacy = await start({ LEGACY_CALLS: 'off' });
    const answer = await fetch(`${withoutLegacy.url}/Common/check_email?email=x`);
    expect([answer.status, await answer.json()]).toEqual([404, expect.objectContaining({ Status: false })]);
    expect((await fetch(`${withoutLegacy.url}/api/notes`)).status).toBe(200);
    await withoutLegacy.app.close();
  });

  it('lets the listed origins call, and no other', async () => {
    const preflight = (origin: string, statusOf = 'eid,oid,authorization') =>
      get('/api/notes', {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': statusOf },
      });
    const allowedOrigin = await preflight('https://client.example');
    expect([allowedOrigin.status, allowedOrigin.headers.get('access-control-allow-origin')]).toEqual([
      204,
      'https://client.example',
    ]);
    expect(allowedOrigin.headers.get('access-control-allow-credentials')).toBe('true');
    expect(allowedOrigin.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('eid');
    for (const origin of [
      'https://evil.example',
      'https://client.example.evil.example',
      'null',
      'http://client.example',
    ]) {
      const { headers } = await preflight(origin);
      const names = [...headers.keys()].filter((name) => name.startsWith('access-control'));
      expect([origin, names, headers.get('vary')]).toEqual([origin, [], 'Origin']);
    }
    const answer = await get('/api/notes', { headers: { origin: 'https://client.example' } });
    for (const name of ['X-Total-Count', 'X-Content-Revision', 'ETag', 'Retry-After', 'Date'])
      expect(answer.headers.get('access-control-expose-headers')).toContain(name);
    const plain = await get('/api/notes', { method: 'OPTIONS', headers: { origin: 'https://client.example' } });
    expect([plain.status, plain.headers.get('access-control-allow-origin')]).toEqual([404, 'https://client.example']);
    const headersReply = await preflight(
      'https://client.example',
      'x-client-version, X-Challenge, x-\u00e4, cookie, *',
    );
    expect(headersReply.headers.get('access-control-allow-headers')?.split(', ').slice(-2)).toEqual([
      'x-client-version',
      'X-Challenge',
    ]);
  });

  it('believes a forwarded address only from a trusted proxy', async () => {
    const clientAddress = async (base: string) => {
      const answer = await fetch(`${base}/api/notes`, { headers: { 'x-forwarded-for': '198.51.100.7, 203.0.113.9' } });
      return ((await answer.json()) as [unknown, { address: string }])[1].address;
    };
    expect(await clientAddress(url)).toBe('127.0.0.1');
    const behindProxy = await start({ TRUST_PROXY: '1' });
    try {
      expect(await clientAddress(behindProxy.url)).toBe('203.0.113.9');
    } finally {
      await behindProxy.app.close();
    }
  });

  it('has an OpenAPI document with unique ids and shared errors, and a UI without external resources', async () => {
    const document = buildOpenApiDocument(app);
    expect(document.paths['/api/notes']?.get).toMatchObject({ operationId: 'notes_list', security: [] });
    expect(document.paths['/api/notes']?.post).not.toHaveProperty('security');
    expect(document.security).toEqual([{ bearer: [], EID: [], OID: [] }]);
    expect(document.paths['/api/notes']?.post?.responses).toHaveProperty('422.$ref', '#/components/responses/Rest422');
    expect(document.paths['/Common/save']?.post?.tags).toEqual(['Legacy (specification paths)']);
    const documentReply = await get('/api/docs-json');
    expect(Object.keys(((await documentReply.json()) as { paths: object }).paths)).toContain('/health/live');
    const html = await (await get('/api/docs')).text();
    expect(html).not.toMatch(/<script(?![^>]*src=)[^>]*>/);
    for (const [, source] of html.matchAll(/(?:src|href)="(\.\/[^"]+)"/g)) {
      expect([source, (await get(`/api/${source}`)).status]).toEqual([source, 200]);
    }
  });

  it('is always live, and ready only with its database', async () => {
    const check = jest.spyOn(health, 'check').mockRejectedValueOnce(new Error('gone'));
    expect((await get('/health/ready')).status).toBe(503);
    expect((await get('/health/live')).status).toBe(200);
    expect(await (await get('/health/ready')).json()).toEqual({ status: 'ok' });
    check.mockRestore();
  });

  it('finishes accepted requests before it ends, and is not ready meanwhile', async () => {
    const stoppingApp = await start();
    let resume!: () => void;
    const finished = new Promise<void>((resolve) => (resume = resolve));
    const requestStarted = new Promise<void>((begin) => (pendingRequest = { begin, resume: finished }));
    const slow = fetch(`${stoppingApp.url}/api/notes/slow`);
    await requestStarted;
    const hasShutDown = stoppingApp.app.get(GracefulShutdownService).begin(stoppingApp.app.getHttpServer(), 3_000);
    const ready = await fetch(`${stoppingApp.url}/health/ready`);
    expect([ready.status, await ready.json(), ready.headers.get('connection')]).toEqual([
      503,
      { status: 'draining' },
      'close',
    ]);
    resume();
    expect(await (await slow).json()).toEqual({ finished: true });
    expect(await hasShutDown).toBe(true);
    await expect(fetch(`${stoppingApp.url}/health/live`)).rejects.toThrow();
    await stoppingApp.app.close();
  });
});
