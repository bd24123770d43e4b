import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppModule } from '../../src/app.module';
import { Clock } from '../../src/common/clock';
import { loadConfig } from '../../src/infrastructure/config/load-config';
import { createServer } from '../../src/infrastructure/http/server';
import { StartupServer } from '../../src/infrastructure/http/startup-server';
import { FolderMailTransport } from '../../src/infrastructure/mail/folder-mail-transport';
import { MailWorker } from '../../src/infrastructure/mail/mail-worker';
import type { RunningApp } from '../support/app';
import { createTestDatabase } from '../support/database';
import { openPlant, type Plant } from '../support/plant';
import { freePort } from '../support/product-process';
import { sendRawRequest } from '../support/raw-request';

const IMMUTABLE = 'public, max-age=31536000, immutable';
const REVALIDATE = 'no-cache';
const NO_STORE = 'no-store';
const PRIVATE_CACHE = 'private, max-age=3600';

/** A class of answers: how to request it, its status, content type and cache lifetime. */
interface AnswerClass {
  what: string;
  path: string;
  as?: 'admin' | 'nobody';
  init?: RequestInit;
  status: number;
  type: RegExp | null;
  cache: string | null;
}

/**
 * Every class of answer carries the security headers, whichever layer wrote it: handler, filter, static files, router,
 * CORS preflight or the HTTP server itself.
 */
describe('security headers', () => {
  let running: RunningApp;
  let plant: Plant;
  let cleanUp: () => Promise<void>;
  const paths: Record<string, string> = {};

  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'skilgrid-headers-'));
    const admin = join(folder, 'admin/dist');
    mkdirSync(join(admin, 'assets/i18n'), { recursive: true });
    writeFileSync(join(admin, 'index.html'), '<title>the admin</title>');
    writeFileSync(join(admin, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
    writeFileSync(join(admin, 'assets/app-4f3a.js'), 'export const digits = "0123456789";');
    writeFileSync(join(admin, 'assets/i18n/en.json'), '{}');
    const database = await createTestDatabase();
    const env = {
      NODE_ENV: 'test',
      DATA_DIR: folder,
      DATABASE_URL: database.url,
      JWT_SECRET: 'a secret of the tests, long enough to be accepted',
      SEED_DEMO: 'off',
      CORS_ORIGINS: 'https://client.example',
    };
    const config = loadConfig(env, folder);
    const app = await createServer(AppModule.forRoot(config), config);
    await app.listen(0, '127.0.0.1');
    const { port } = app.getHttpServer().address() as { port: number };
    cleanUp = async () => {
      await app.close();
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    };
    const mails = async () => (await app.get(MailWorker).drain(), app.get(FolderMailTransport).all());
    running = { app, url: `http://127.0.0.1:${port}`, config, clock: app.get(Clock), mails, close: cleanUp };
    plant = await openPlant(running);
    const { training_id } = await plant.createTraining();
    await plant.uploadVideo(training_id);
    const { staff_id } = await plant.createStaff();
    paths['/one'] = `/api/staff/${staff_id}`;
    paths['/video'] = (await plant.api.get(`/api/trainings/${training_id}/video-link`)).body.url;
  });
  afterAll(() => cleanUp());

  const html = /^text\/html/;
  const json = /^application\/json/;
  const script = /javascript/;
  const post = (body: string, type = 'application/json'): RequestInit => ({
    method: 'POST',
    body,
    headers: { 'content-type': type },
  });
  const preflight = (origin: string): RequestInit => ({
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'eid,oid' },
  });
  const ALLOWED_ORIGIN = 'https://client.example';
  const kinds: AnswerClass[] = [
    {
      what: 'a preflight',
      path: '/api/staff',
      init: preflight(ALLOWED_ORIGIN),
      status: 204,
      type: null,
      cache: NO_STORE,
    },
    {
      what: 'a preflight of a call of §7',
      path: '/Customer/customer_login',
      init: preflight(ALLOWED_ORIGIN),
      status: 204,
      type: null,
      cache: NO_STORE,
    },
    {
      what: 'a preflight of another origin',
      path: '/api/staff',
      init: preflight('https://evil.example'),
      status: 404,
      type: json,
      cache: NO_STORE,
    },
    {
      what: 'a preflight that is none',
      path: '/api/staff',
      init: { method: 'OPTIONS' },
      status: 404,
      type: json,
      cache: NO_STORE,
    },
    { what: 'the first page', path: '/', status: 200, type: html, cache: REVALIDATE },
    { what: 'a page of the admin', path: '/staff/create', status: 200, type: html, cache: REVALIDATE },
    { what: 'a file beside the page', path: '/favicon.svg', status: 200, type: /svg/, cache: REVALIDATE },
    { what: 'a script', path: '/assets/app-4f3a.js', status: 200, type: script, cache: IMMUTABLE },
    { what: 'texts', path: '/assets/i18n/en.json?v=1', status: 200, type: json, cache: IMMUTABLE },
    { what: 'a list', path: '/api/staff', as: 'admin', status: 200, type: json, cache: NO_STORE },
    { what: 'a record', path: '/one', as: 'admin', status: 200, type: json, cache: NO_STORE },
    { what: 'a report', path: '/api/reports/skill-matrix', as: 'admin', status: 200, type: json, cache: NO_STORE },
    { what: 'a call of §7', path: '/Common/get_subscription_list', status: 200, type: json, cache: NO_STORE },
    {
      what: 'a streamed call of §7',
      path: '/Result/get_skil_matrix_report',
      as: 'admin',
      status: 200,
      type: json,
      cache: NO_STORE,
    },
    {
      what: 'an export',
      path: '/api/exports/audit-events',
      as: 'admin',
      status: 200,
      type: /^text\/csv/,
      cache: NO_STORE,
    },
    { what: 'a video', path: '/video', status: 200, type: /^video\/mp4/, cache: PRIVATE_CACHE },
    {
      what: 'a part of a video',
      path: '/video',
      init: { headers: { range: 'bytes=0-9' } },
      status: 206,
      type: /^video\/mp4/,
      cache: PRIVATE_CACHE,
    },
    {
      what: 'a part that no video has',
      path: '/video',
      init: { headers: { range: 'bytes=99999999-' } },
      status: 416,
      type: null,
      cache: PRIVATE_CACHE,
    },
    { what: 'a dead video link', path: '/media/AAAA', status: 404, type: json, cache: NO_STORE },
    { what: 'the documentation', path: '/api/docs', status: 200, type: html, cache: NO_STORE },
    {
      what: 'a script of the documentation',
      path: '/api/docs/swagger-ui-bundle.js',
      status: 200,
      type: script,
      cache: null,
    },
    { what: 'the document', path: '/api/docs-json', status: 200, type: json, cache: NO_STORE },
    { what: 'health', path: '/health/live', status: 200, type: json, cache: NO_STORE },
    { what: 'readiness', path: '/health/ready', status: 200, type: json, cache: NO_STORE },
    { what: 'the mails of development', path: '/dev/outbox', status: 200, type: html, cache: NO_STORE },
    { what: 'no content', path: '/api/auth/logout', init: post('{}'), status: 204, type: null, cache: NO_STORE },
    { what: 'broken JSON', path: '/api/auth/login', init: post('{'), status: 400, type: json, cache: NO_STORE },
    {
      what: 'broken JSON in a legacy call',
      path: '/users/authenticate',
      init: post('{'),
      status: 400,
      type: json,
      cache: NO_STORE,
    },
    { what: 'nobody', path: '/api/staff', status: 401, type: json, cache: NO_STORE },
    {
      what: 'a legacy call without a session',
      path: '/CustomerMaster/ListCustomers',
      status: 401,
      type: json,
      cache: NO_STORE,
    },
    { what: 'a forbidden call', path: '/api/support-messages', as: 'admin', status: 403, type: json, cache: NO_STORE },
    {
      what: 'an unknown record',
      path: '/api/staff/018f0000-0000-7000-8000-000000000000',
      as: 'admin',
      status: 404,
      type: json,
      cache: NO_STORE,
    },
    { what: 'an unknown address', path: '/api/nothing', status: 404, type: json, cache: NO_STORE },
    { what: 'an unknown call of §7', path: '/Common/nothing', status: 404, type: json, cache: NO_STORE },
    { what: 'an unknown asset', path: '/assets/gone.js', status: 404, type: json, cache: NO_STORE },
    { what: 'an unknown file', path: '/gone.png', status: 404, type: json, cache: NO_STORE },
    { what: 'another method', path: '/health/live', init: { method: 'PUT' }, status: 404, type: json, cache: NO_STORE },
    { what: 'a long address', path: `/api/staff?q=${'x'.repeat(9000)}`, status: 414, type: json, cache: NO_STORE },
    {
      what: 'a large body',
      path: '/api/auth/login',
      init: post(`"${'x'.repeat(1_100_000)}"`),
      status: 413,
      type: json,
      cache: NO_STORE,
    },
    {
      what: 'a foreign body',
      path: '/api/auth/login',
      init: post('x', 'text/plain'),
      status: 415,
      type: json,
      cache: NO_STORE,
    },
    {
      what: 'wrong fields',
      path: '/api/auth/login',
      init: post('{"user_name":5}'),
      status: 422,
      type: json,
      cache: NO_STORE,
    },
  ];

  const expectProtection = (headers: globalThis.Headers) => {
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toMatch(/default-src '(self|none)'/);
    expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect([headers.get('x-powered-by'), headers.get('server')]).toEqual([null, null]);
  };

  it.each(kinds.map((kind) => [kind.what, kind] as const))('are set on %s', async (_, kind) => {
    const path = paths[kind.path] ?? kind.path;
    const answer = await fetch(running.url + path, {
      redirect: 'manual',
      ...kind.init,
      headers: { ...kind.init?.headers, ...(kind.as === 'admin' && plant.admin) },
    });
    await answer.arrayBuffer();
    expect(answer.status).toBe(kind.status);
    if (kind.type) expect(answer.headers.get('content-type')).toMatch(kind.type);
    if (kind.cache) expect(answer.headers.get('cache-control')).toBe(kind.cache);
    else expect(answer.headers.get('cache-control')).toBeTruthy();
    expectProtection(answer.headers);
  });

  /** Parses the head of a raw HTTP answer. */
  const parseHead = (answer: string) => {
    const [first = '', ...lines] = answer.slice(0, answer.indexOf('\r\n\r\n')).split('\r\n');
    const headers = new Headers(lines.map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]));
    return { status: Number(first.split(' ')[1]), headers, body: JSON.parse(answer.split('\r\n\r\n')[1]!) };
  };

  it.each([
    ['an address that cannot be decoded', 'GET /api/%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 400],
    ['headers without an end', `GET /api/staff?q=${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
    ['no host', 'GET /api/staff HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['an expectation', 'GET /api/staff HTTP/1.1\r\nHost: x\r\nExpect: gold\r\n\r\n', 417],
    ['bytes that are no request', 'PLEASE\r\n\r\n', 400],
    [
      'two lengths',
      'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 9\r\n\r\n{}',
      400,
    ],
    [
      'a length and parts',
      'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}',
      400,
    ],
  ])('are set on requests refused before any hook: %s', async (_, request, status) => {
    const answer = parseHead(await sendRawRequest(running, request));
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([status, NO_STORE]);
    expect(answer.headers.get('content-type')).toMatch(json);
    expect(answer.body).toMatchObject({ statusCode: status, code: expect.any(String), requestId: expect.any(String) });
    expect(JSON.stringify(answer.body)).not.toMatch(/xxx|PLEASE/);
    expectProtection(answer.headers);
  });

  it.each(['/api/staff', '/Common/get_subscription_list', '/health/live', '/health/ready'])(
    'are set on %s while the product is starting',
    async (path) => {
      const port = await freePort();
      const waitingRoom = await StartupServer.open({ port, host: '127.0.0.1' });
      const { status, headers } = await fetch(`http://127.0.0.1:${port}${path}`);
      await waitingRoom.close();
      expect([status, headers.get('retry-after')]).toEqual(path === '/health/live' ? [200, null] : [503, '5']);
      expect(headers.get('cache-control')).toBe(NO_STORE);
      expect(headers.get('deprecation')).toEqual(path.startsWith('/Common') ? expect.stringMatching(/^@\d+$/) : null);
      expectProtection(headers);
    },
  );

  it.each([
    ['Host: localhost', 200],
    ['Host: [::1]:3000', 200],
    ['Host: skilgrid.tunnel.example', 404],
    ['Host: localhost.evil.example', 404],
    ['Host: localhost\r\nX-Forwarded-For: 127.0.0.1', 404],
    ['Host: localhost\r\nForwarded: for=127.0.0.1', 404],
  ])('show development mails to localhost only: %j', async (lines, status) => {
    for (const path of ['/dev/outbox', '/dev/outbox.json']) {
      const answer = await sendRawRequest(running, `GET ${path} HTTP/1.1\r\n${lines}\r\nConnection: close\r\n\r\n`);
      expect([path, Number(answer.split(' ')[1])]).toEqual([path, status]);
    }
  });

  it('make an export a download, not a page', async () => {
    const csv = await fetch(`${running.url}/api/exports/audit-events`, { headers: plant.admin });
    await csv.text();
    expect(csv.headers.get('content-disposition')).toMatch(/^attachment; filename="[\w.-]+\.csv"$/);
  });
});
