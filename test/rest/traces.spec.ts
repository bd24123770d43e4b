import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTelemetry } from '../../src/infrastructure/tracing/telemetry';
import { api } from '../support/api';
import { startApp } from '../support/app';
import { createLargeOrganisation, type LargeOrganisation } from '../support/large-organisation';
import { waitUntil } from '../support/eventually';
import { startProcess, type ProductProcess } from '../support/product-process';
import { createTemplateDatabase } from '../support/template';

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: Record<string, string | number> }[];
  status?: { code?: number };
}

/** An OTLP collector over HTTP that records what it receives. */
class Collector {
  readonly bodies: string[] = [];
  private server: Server | undefined;

  async open(): Promise<string> {
    this.server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        if (request.url === '/v1/traces') this.bodies.push(Buffer.concat(parts).toString());
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      });
    });
    await new Promise<void>((open) => this.server!.listen(0, '127.0.0.1', open));
    return `http://127.0.0.1:${(this.server!.address() as AddressInfo).port}`;
  }

  spans(): Span[] {
    return this.bodies
      .map((body) => JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] })
      .flatMap(({ resourceSpans }) =>
        resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      );
  }

  async close(): Promise<void> {
    this.server?.closeAllConnections();
    await new Promise((closed) => this.server?.close(closed));
  }
}

const valueOf = (span: Span, key: string) => {
  const value = span.attributes.find((each) => each.key === key)?.value;
  return value && Object.values(value)[0];
};

/** The product runs as a separate process, so that Node itself loads the exporter's packages. */
describe('traces', () => {
  const collector = new Collector();
  const folder = mkdtempSync(join(tmpdir(), 'skilgrid-traces-'));
  let drop: () => Promise<void>;
  let env: Record<string, string>;
  let running: ProductProcess;
  let organisation: LargeOrganisation;
  beforeAll(async () => {
    const database = await createTemplateDatabase();
    ({ drop } = database);
    const secret = 'a secret of the tests, long enough to be accepted';
    env = { DATA_DIR: folder, DATABASE_URL: database.url, JWT_SECRET: secret, SEED_DEMO: 'off' };
    const making = await startApp({ env });
    organisation = await createLargeOrganisation(making, 60);
    await making.close();
    running = await startProcess({ ...env, OTEL_EXPORTER_OTLP_ENDPOINT: await collector.open() });
  });
  afterAll(async () => {
    await running?.kill();
    await collector.close();
    await drop();
    rmSync(folder, { recursive: true, force: true });
  });

  const admin = (headers: Record<string, string> = {}) => api(running, { ...organisation.admin, ...headers });
  /** The spans of one trace. Waits for the root span, which ends shortly after the client has the response. */
  async function traceOf(traceId: string, root: string): Promise<Span[]> {
    const spans = () => collector.spans().filter((span) => span.traceId === traceId);
    await waitUntil(() => spans().some(({ name }) => name === root));
    return spans();
  }
  let sequence = 0;
  const startTrace = (sampled = '01') => {
    const traceId = (++sequence).toString(16).padStart(32, 'a');
    return { traceId, traceparent: `00-${traceId}-00f067aa0ba902b7-${sampled}` };
  };

  it('of a request hold its route, status and each of its statements, within its time, as children of the proxy’s trace', async () => {
    const { traceId, traceparent } = startTrace();
    const answer = await admin({ traceparent }).get('/api/staff?q=a&_start=0&_end=20');
    expect(answer.status).toBe(200);
    const spans = await traceOf(traceId, 'GET /api/staff');
    const [root] = spans.filter(({ name }) => name === 'GET /api/staff');
    expect(root).toMatchObject({ parentSpanId: '00f067aa0ba902b7', kind: 2 });
    expect([valueOf(root!, 'http.route'), valueOf(root!, 'http.response.status_code')].map(String)).toEqual([
      '/api/staff',
      '200',
    ]);
    expect(valueOf(root!, 'skilgrid.request_id')).toBe(answer.headers.get('x-request-id'));
    const statements = spans.filter((span) => span !== root);
    expect(statements.length).toBeGreaterThan(0);
    for (const span of statements) {
      expect(span).toMatchObject({ parentSpanId: root!.spanId, kind: 3, name: expect.stringMatching(/^[A-Z]+$/) });
      expect(String(valueOf(span, 'db.query.text'))).toMatch(/^(SELECT|WITH|UPDATE|INSERT|DELETE|START|BEGIN|COMMIT)/);
      expect(BigInt(span.startTimeUnixNano)).toBeLessThanOrEqual(BigInt(span.endTimeUnixNano));
      expect(BigInt(span.endTimeUnixNano)).toBeLessThanOrEqual(BigInt(root!.endTimeUnixNano));
    }
  });

  it('continue in the job that the request enqueued', async () => {
    const { traceId, traceparent } = startTrace();
    const order = { staff_id: organisation.staff.slice(0, 50), training_id: organisation.trainings.slice(0, 50) };
    const { status, body } = await admin({ traceparent }).post('/api/training-assignments/bulk', order);
    expect(status).toBe(202);
    await waitUntil(async () => (await admin().get(`/api/jobs/${body.job_id}`)).body.state === 'done');
    const spans = await traceOf(traceId, 'job bulk_assign');
    const jobs = spans.filter(({ name }) => name === 'job bulk_assign');
    const request = (await traceOf(traceId, 'POST /api/training-assignments/bulk')).find(({ kind }) => kind === 2)!;
    expect(jobs.map(({ parentSpanId }) => parentSpanId)).toEqual(jobs.map(() => request.spanId));
    expect(jobs.map((span) => valueOf(span, 'skilgrid.job_id'))).toEqual(jobs.map(() => body.job_id));
    const writes = spans.filter((span) => jobs.some(({ spanId }) => spanId === span.parentSpanId));
    expect(writes.some(({ name }) => name === 'INSERT')).toBe(true);
  });

  it('hold no value of a statement, no person, organisation, address or token', async () => {
    const { traceId, traceparent } = startTrace();
    const secret = { first_name: 'Zaphira', last_name: 'Quillfeather', email: 'zaphira@quill.example' };
    const person = { ...secret, staff_code: 'ZQ-77123', joined: '2024-03-01' };
    const { body } = await admin({ traceparent }).post('/api/staff', person);
    await admin({ traceparent }).get(`/api/staff/${body.id}`);
    await admin({ traceparent }).get('/api/staff?q=quillfeather');
    await traceOf(traceId, 'GET /api/staff');
    const received = collector.bodies.join('\n');
    const token = organisation.admin['authorization']!.slice('Bearer '.length);
    for (const word of ['Zaphira', 'uillfeather', 'quill.example', 'ZQ-77123', '127.0.0.1', body.id, token])
      expect([word, received.includes(word)]).toEqual([word, false]);
    const keys = new Set(collector.spans().flatMap(({ attributes }) => attributes.map(({ key }) => key)));
    expect([...keys].toSorted()).toEqual([
      'db.operation.name',
      'db.query.text',
      'db.system.name',
      'http.request.method',
      'http.response.status_code',
      'http.route',
      'skilgrid.job_id',
      'skilgrid.request_id',
    ]);
  });

  it('are not made of health checks, nor of requests that a proxy did not sample', async () => {
    await fetch(`${running.url}/health/ready`);
    const unsampled = startTrace('00');
    await admin({ traceparent: unsampled.traceparent }).get('/api/skills');
    const { traceId, traceparent } = startTrace();
    await admin({ traceparent }).get('/api/skills');
    await traceOf(traceId, 'GET /api/skills');
    expect(collector.spans().filter((span) => span.traceId === unsampled.traceId)).toEqual([]);
    expect(collector.spans().filter(({ name }) => name.includes('/health/'))).toEqual([]);
  });

  it('do not disturb the server when the collector is down, and end with the process', async () => {
    await running.kill();
    running = await startProcess({ ...env, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' });
    expect((await admin().get('/api/skills')).status).toBe(200);
    const ended = new Promise<number | null>((done) => running.child.once('exit', done));
    running.child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });

  it('are refused in one line where their packages are not installed', () => {
    const folder = mkdtempSync(join(tmpdir(), 'skilgrid-telemetry-'));
    try {
      expect(() => openTelemetry({ endpoint: 'http://127.0.0.1:4318', share: 1 }, folder)).toThrow(
        /OTEL_EXPORTER_OTLP_ENDPOINT.*npm ci --prefix ops\/telemetry$/,
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
