import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Sweeper } from '../../src/platform/jobs/sweeper';
import { Meters } from '../../src/platform/metrics/meters';
import { Jobs } from '../../src/tenancy/jobs/jobs.service';
import { MetricsPort } from '../../src/platform/metrics/metrics-door';
import { api } from '../support/api';
import { comesTo } from '../support/eventually';
import { startApp, type RunningApp } from '../support/app';
import { openPlant, type Plant } from '../support/plant';
import { asleep, swept } from '../support/sweeps';

const TOKEN = 'a-token-of-the-tests-long-enough';
const BEARER = { authorization: `Bearer ${TOKEN}` };

interface Series {
  name: string;
  labels: Record<string, string>;
  value: number;
}

/** Prometheus' text, read. */
const seriesOf = (text: string): Series[] =>
  text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', labels = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
      const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key, said]) => [key!, said!]);
      return { name, labels: Object.fromEntries(pairs) as Record<string, string>, value: Number(value) };
    });

/** Before the application below: a process has one session strategy, that of the application started last. */
describe('the metrics, as the settings say', () => {
  it('are nowhere where nobody switched them on, and nothing of them is counted', async () => {
    const off = await startApp();
    try {
      const answer = await fetch(`${off.url}/metrics`, { headers: BEARER });
      expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([404, 'not_found']);
      expect([off.app.get(Meters).isOn, off.app.get(MetricsPort, { strict: false }).port]).toEqual([false, null]);
    } finally {
      await off.close();
    }
  });

  it('stand at a port of their own, and then not among the product’s addresses; with a token, behind it', async () => {
    const apart = await startApp({ env: { METRICS_PORT: '0', METRICS_TOKEN: TOKEN } });
    try {
      const { port } = apart.app.get(MetricsPort, { strict: false });
      const ask = async (path: string, headers = {}) =>
        (await fetch(`http://127.0.0.1:${port}${path}`, { headers })).status;
      expect([await ask('/metrics'), await ask('/metrics', BEARER), await ask('/health/live', BEARER)]).toEqual([
        401, 200, 404,
      ]);
      expect((await fetch(`${apart.url}/metrics`, { headers: BEARER })).status).toBe(404);
    } finally {
      await apart.close();
    }
    const open = await startApp({ env: { METRICS_PORT: '0' } });
    try {
      const { port } = open.app.get(MetricsPort, { strict: false });
      expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(200);
    } finally {
      await open.close();
    }
  });
});

describe('the metrics', () => {
  let running: RunningApp;
  let plant: Plant;
  const look = async (headers: Record<string, string> = BEARER) => fetch(`${running.url}/metrics`, { headers });
  const series = async () => seriesOf(await (await look()).text());
  const valueOf = async (name: string, labels: Record<string, string> = {}) =>
    (await series()).find(
      (each) => each.name === name && Object.entries(labels).every(([key, value]) => each.labels[key] === value),
    )?.value;

  beforeAll(async () => {
    running = await startApp({ env: { METRICS_TOKEN: TOKEN } });
    // They run when they are told to.
    asleep(running, 'jobs-bulk');
    plant = await openPlant(running);
    await plant.staff({ email: 'mara.lindt@plant.example' });
  });
  afterAll(() => running.close());

  it('are behind their token, whole and alone', async () => {
    for (const authorization of [
      undefined,
      'Bearer ',
      `Bearer ${TOKEN}x`,
      `Bearer ${TOKEN.slice(1)}`,
      `Basic ${TOKEN}`,
    ]) {
      const answer = await look(authorization === undefined ? {} : { authorization });
      const body = (await answer.json()) as { code: string };
      expect([authorization, answer.status, body.code, answer.headers.get('www-authenticate')]).toEqual([
        authorization,
        401,
        'metrics_token_needed',
        'Bearer',
      ]);
    }
    expect((await look(plant.admin as Record<string, string>)).status).toBe(401);
    const answer = await look();
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
      'no-store',
    ]);
  });

  it('count requests by the pattern of their route, method and class of status', async () => {
    const { admin } = plant;
    const list = { route: '/api/staff/:id', method: 'GET', status: '4xx' };
    const before = (await valueOf('skilgrid_request_seconds_count', list)) ?? 0;
    for (const id of ['nobody', 'nobody-else']) await api(running, admin).get(`/api/staff/${id}`);
    await api(running, admin).get('/api/staff');
    // What is counted is the whole answer, and that may have ended after its reader had it.
    await comesTo(() => valueOf('skilgrid_request_seconds_count', list), before + 2);
    expect(
      await valueOf('skilgrid_request_seconds_count', { route: '/api/staff', method: 'GET', status: '2xx' }),
    ).toBeGreaterThanOrEqual(1);
    await fetch(`${running.url}/api/no-such/${'x'.repeat(40)}`, { method: 'PROPFIND' });
    expect(await valueOf('skilgrid_request_seconds_count', { route: '(none)' })).toBeGreaterThanOrEqual(1);
  });

  it('tell how old the oldest mail is that is due, how many are, and which tries were refused', async () => {
    await running.mails();
    expect(await valueOf('skilgrid_outbox_mails', { state: 'due' })).toBe(0);
    expect(await valueOf('skilgrid_outbox_age_seconds')).toBe(0);
    for (let at = 0; at < 40; at++)
      await api(running).post('/api/auth/login', { user_name: 'nobody@plant.example', password: 'wrong' });
    expect(await valueOf('skilgrid_throttled_total', { scope: 'login' })).toBeGreaterThanOrEqual(1);
  });

  it('tell of jobs by their kind how many are due, since when, and what became of them', async () => {
    const now = Date.now();
    running.clock.freeze(now);
    const kind = 'bulk_assign';
    const nothing = { staff_id: [], training_id: [], due_on: null };
    expect(await valueOf('skilgrid_jobs', { kind })).toBeUndefined();
    for (const payload of [nothing, {}])
      await running.app.get(Jobs, { strict: false }).enqueue(plant.tenant, kind, payload, 0);
    running.clock.freeze(now + 120_000);
    expect(await valueOf('skilgrid_jobs', { kind, state: 'due' })).toBe(2);
    expect(await valueOf('skilgrid_job_age_seconds', { kind })).toBe(120);
    await swept(running, 'jobs-bulk');
    // The second one cannot be done, and is tried again until it is given up.
    expect(await valueOf('skilgrid_jobs_ended_total', { kind, outcome: 'done' })).toBe(1);
    expect(await valueOf('skilgrid_jobs', { kind, state: 'due' })).toBeUndefined();
    expect(await valueOf('skilgrid_jobs', { kind, state: 'later' })).toBe(1);
    expect(await valueOf('skilgrid_job_age_seconds', { kind })).toBeUndefined();
    for (let tries = 2; tries <= 8; tries++) {
      running.clock.freeze(now + tries * 4 * 3_600_000);
      await swept(running, 'jobs-bulk');
    }
    running.clock.release();
    expect(await valueOf('skilgrid_jobs_ended_total', { kind, outcome: 'dead' })).toBe(1);
    expect(await valueOf('skilgrid_jobs', { kind, state: 'dead' })).toBe(1);
    expect(await valueOf('skilgrid_jobs', { kind, state: 'later' })).toBeUndefined();
  });

  it('tell of each sweep how its rounds ended and when it was last done', async () => {
    const sweeper = running.app.get(Sweeper);
    const name = 'throttle-counters';
    const whole = (await valueOf('skilgrid_sweep_rounds_total', { name, outcome: 'whole' })) ?? 0;
    running.clock.freeze(Date.now());
    await sweeper.run(name);
    expect(await valueOf('skilgrid_sweep_rounds_total', { name, outcome: 'whole' })).toBe(whole + 1);
    // Done a moment ago: not again.
    await sweeper.run(name, 3_600_000);
    expect(await valueOf('skilgrid_sweep_rounds_total', { name, outcome: 'elsewhere' })).toBeGreaterThanOrEqual(1);
    running.clock.advance(90_000);
    expect(await valueOf('skilgrid_sweep_age_seconds', { name })).toBe(90);
    expect(await valueOf('skilgrid_sweep_every_seconds', { name })).toBe(3_600);
    running.clock.release();
  });

  it('tell of the process, its event loop, its memory and its way to the database', async () => {
    const names = new Set((await series()).map(({ name }) => name));
    for (const name of [
      'nodejs_eventloop_lag_p99_seconds',
      'process_resident_memory_bytes',
      'process_cpu_seconds_total',
      'skilgrid_build',
      'skilgrid_database_line',
      'skilgrid_slow_statements_total',
      ...(running.config.databaseUrl.startsWith('sqlite:')
        ? []
        : ['skilgrid_pool_connections', 'skilgrid_pool_waits_total']),
    ])
      expect([name, names.has(name)]).toEqual([name, true]);
  });

  it('show what others register, and leave out of a look what cannot be read in it', async () => {
    let isBroken = false;
    running.app.get(Meters).watch({
      name: 'skilgrid_of_this_test',
      help: 'A figure of a test',
      labels: ['kind'],
      read: () => {
        if (isBroken) throw new Error('away');
        return [{ labels: { kind: 'export' }, value: 3 }];
      },
    });
    expect(await valueOf('skilgrid_of_this_test', { kind: 'export' })).toBe(3);
    const unread = (await valueOf('skilgrid_unread_total'))!;
    isBroken = true;
    expect(await valueOf('skilgrid_of_this_test')).toBeUndefined();
    expect(await valueOf('skilgrid_unread_total')).toBeGreaterThan(unread);
  });

  it('are what the dashboard and the alerts of docs/operations ask for', async () => {
    const text = (name: string) => readFileSync(join(__dirname, '../../docs/operations', name), 'utf8');
    const { panels } = JSON.parse(text('grafana-dashboard.json')) as {
      panels: { title: string; targets: { expr: string }[] }[];
    };
    const rules = [...text('alerts.yml').matchAll(/^ +expr: (.+)$/gm)].map(([, expr]) => expr!);
    const asked = [...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)), ...rules];
    expect([panels.length, rules.length]).toEqual([23, 15]);
    expect(panels.filter(({ targets }) => !targets.length)).toEqual([]);
    const types = (await (await look()).text()).matchAll(/^# TYPE (\w+) (\w+)$/gm);
    // Only where there is object storage (rest/object-storage), or a replica (servers/reports-replica).
    const known = new Set(['up', 'skilgrid_storage_errors_total', 'skilgrid_report_reads_total']);
    for (const [, name, type] of types)
      for (const part of type === 'histogram' ? ['_bucket', '_count', '_sum'] : ['']) known.add(`${name}${part}`);
    // The embedded engine has one connection, and no pool.
    if (running.config.databaseUrl.startsWith('sqlite:'))
      for (const name of ['skilgrid_pool_connections', 'skilgrid_pool_waits_total']) known.add(name);
    const names = asked.map((expr) =>
      [...expr.matchAll(/\b(?:(?:skilgrid|nodejs|process)_\w+|up)\b/g)].map(([name]) => name),
    );
    expect(names.filter((each) => !each.length)).toEqual([]);
    expect(names.flat().filter((name) => !known.has(name))).toEqual([]);
  });

  it('name no person, organisation or id in any label', async () => {
    const { admin, customer_id } = plant;
    const staff = (await api(running, admin).get('/api/staff')).body as {
      staff_id: string;
      first_name: string;
      last_name: string;
      email: string;
    }[];
    for (const path of [
      `/api/staff/${staff[0]!.staff_id}`,
      `/api/staff?q=${encodeURIComponent(staff[0]!.last_name)}`,
      `/api/reports/skill-matrix?staff_id=${staff[0]!.staff_id}`,
      `/media/${'a'.repeat(60)}`,
      `/Common/check_email?email=${staff[0]!.email}`,
      `/customers/${customer_id}/${staff[0]!.staff_id}`,
      '/%zz',
    ])
      await api(running, admin).get(path);
    const told = (await series()).flatMap(({ name, labels }) =>
      Object.entries(labels)
        .filter(([label]) => label !== 'le' && label !== 'quantile')
        .map(([label, value]) => ({ name, label, value })),
    );
    expect(told.length).toBeGreaterThan(50);
    const own = told.filter(({ name }) => name.startsWith('skilgrid_') && name !== 'skilgrid_build');
    const mayBe = ['route', 'method', 'status', 'name', 'kind', 'outcome', 'scope', 'code', 'state', 'line'];
    expect(own.filter(({ label }) => !mayBe.includes(label))).toEqual([]);
    // A word of the code, or the pattern of a route; no id, no number, no address, nothing that anybody typed.
    const word = /^(?:[a-z][a-z_-]*|[A-Z]+|[1-5]xx|\(none\)|(?:\/(?:[A-Za-z][\w.-]*|:[A-Za-z_]+|\*)?)+)$/;
    expect(own.filter(({ value }) => !word.test(value))).toEqual([]);
    const secrets = [
      ...staff.flatMap((one) => [one.staff_id, one.first_name, one.last_name, one.email]),
      plant.admin.eid,
    ];
    const all = told.map(({ value }) => value).join('\n');
    expect(secrets.filter((each) => each && all.includes(String(each)))).toEqual([]);
  });
});
