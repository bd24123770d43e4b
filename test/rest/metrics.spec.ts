import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { JobScheduler } from '../../src/infrastructure/jobs/job-scheduler';
import { MetricsService } from '../../src/infrastructure/metrics/metrics.service';
import { JobsService } from '../../src/modules/background-jobs/jobs.service';
import { MetricsServer } from '../../src/infrastructure/metrics/metrics-server';
import { api } from '../support/api';
import { eventually } from '../support/eventually';
import { startApp, type RunningApp } from '../support/app';
import { openPlant, type Plant } from '../support/plant';
import { disableJob, runScheduledJob } from '../support/scheduled-jobs';

const TOKEN = 'a-token-of-the-tests-long-enough';
const BEARER = { authorization: `Bearer ${TOKEN}` };

interface Series {
  name: string;
  labels: Record<string, string>;
  value: number;
}

/** Parses Prometheus text. */
const seriesOf = (text: string): Series[] =>
  text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', labels = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
      const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key, labelValue]) => [
        key!,
        labelValue!,
      ]);
      return { name, labels: Object.fromEntries(pairs) as Record<string, string>, value: Number(value) };
    });

/** Must run before the application below: a process has one session strategy, that of the last application. */
describe('the metrics, as the settings say', () => {
  it('are off by default and count nothing', async () => {
    const withoutMetrics = await startApp();
    try {
      const answer = await fetch(`${withoutMetrics.url}/metrics`, { headers: BEARER });
      expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([404, 'not_found']);
      expect([
        withoutMetrics.app.get(MetricsService).isEnabled,
        withoutMetrics.app.get(MetricsServer, { strict: false }).port,
      ]).toEqual([false, null]);
    } finally {
      await withoutMetrics.close();
    }
  });

  it('are served on an own port only, with an optional token', async () => {
    const ownPortApp = await startApp({ env: { METRICS_PORT: '0', METRICS_TOKEN: TOKEN } });
    try {
      const { port } = ownPortApp.app.get(MetricsServer, { strict: false });
      const ask = async (path: string, headers = {}) =>
        (await fetch(`http://127.0.0.1:${port}${path}`, { headers })).status;
      expect([await ask('/metrics'), await ask('/metrics', BEARER), await ask('/health/live', BEARER)]).toEqual([
        401, 200, 404,
      ]);
      expect((await fetch(`${ownPortApp.url}/metrics`, { headers: BEARER })).status).toBe(404);
    } finally {
      await ownPortApp.close();
    }
    const openPortApp = await startApp({ env: { METRICS_PORT: '0' } });
    try {
      const { port } = openPortApp.app.get(MetricsServer, { strict: false });
      expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(200);
    } finally {
      await openPortApp.close();
    }
  });
});

describe('the metrics', () => {
  let running: RunningApp;
  let plant: Plant;
  const fetchMetrics = async (headers: Record<string, string> = BEARER) => fetch(`${running.url}/metrics`, { headers });
  const series = async () => seriesOf(await (await fetchMetrics()).text());
  const readValue = async (name: string, labels: Record<string, string> = {}) =>
    (await series()).find(
      (each) => each.name === name && Object.entries(labels).every(([key, value]) => each.labels[key] === value),
    )?.value;

  beforeAll(async () => {
    running = await startApp({ env: { METRICS_TOKEN: TOKEN } });
    // Jobs run only when the test starts them.
    disableJob(running, 'jobs-bulk');
    plant = await openPlant(running);
    await plant.createStaff({ email: 'mara.lindt@plant.example' });
  });
  afterAll(() => running.close());

  it('need their token and are complete', async () => {
    for (const authorization of [
      undefined,
      'Bearer ',
      `Bearer ${TOKEN}x`,
      `Bearer ${TOKEN.slice(1)}`,
      `Basic ${TOKEN}`,
    ]) {
      const answer = await fetchMetrics(authorization === undefined ? {} : { authorization });
      const body = (await answer.json()) as { code: string };
      expect([authorization, answer.status, body.code, answer.headers.get('www-authenticate')]).toEqual([
        authorization,
        401,
        'metrics_token_needed',
        'Bearer',
      ]);
    }
    expect((await fetchMetrics(plant.admin as Record<string, string>)).status).toBe(401);
    const answer = await fetchMetrics();
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
      'no-store',
    ]);
  });

  it('count requests by the pattern of their route, method and class of status', async () => {
    const { admin } = plant;
    const list = { route: '/api/staff/:id', method: 'GET', status: '4xx' };
    const countBefore = (await readValue('skilgrid_request_seconds_count', list)) ?? 0;
    for (const id of ['nobody', 'nobody-else']) await api(running, admin).get(`/api/staff/${id}`);
    await api(running, admin).get('/api/staff');
    // The request is counted when its response has ended, which may be after the client has it.
    await eventually(() => readValue('skilgrid_request_seconds_count', list), countBefore + 2);
    expect(
      await readValue('skilgrid_request_seconds_count', { route: '/api/staff', method: 'GET', status: '2xx' }),
    ).toBeGreaterThanOrEqual(1);
    await fetch(`${running.url}/api/no-such/${'x'.repeat(40)}`, { method: 'PROPFIND' });
    expect(await readValue('skilgrid_request_seconds_count', { route: '(none)' })).toBeGreaterThanOrEqual(1);
  });

  it('report age and number of due mails and failed tries', async () => {
    await running.mails();
    expect(await readValue('skilgrid_outbox_mails', { state: 'due' })).toBe(0);
    expect(await readValue('skilgrid_outbox_age_seconds')).toBe(0);
    for (let index = 0; index < 40; index++)
      await api(running).post('/api/auth/login', { user_name: 'nobody@plant.example', password: 'wrong' });
    expect(await readValue('skilgrid_throttled_total', { scope: 'login' })).toBeGreaterThanOrEqual(1);
  });

  it('report due jobs, their age and outcomes by kind', async () => {
    const startMs = Date.now();
    running.clock.freeze(startMs);
    const kind = 'bulk_assign';
    const emptyOrder = { staff_id: [], training_id: [], due_on: null };
    expect(await readValue('skilgrid_jobs', { kind })).toBeUndefined();
    for (const payload of [emptyOrder, {}])
      await running.app.get(JobsService, { strict: false }).enqueue(plant.tenant, kind, payload, 0);
    running.clock.freeze(startMs + 120_000);
    expect(await readValue('skilgrid_jobs', { kind, state: 'due' })).toBe(2);
    expect(await readValue('skilgrid_job_age_seconds', { kind })).toBe(120);
    await runScheduledJob(running, 'jobs-bulk');
    // The second job always fails and is retried until it is given up.
    expect(await readValue('skilgrid_jobs_ended_total', { kind, outcome: 'done' })).toBe(1);
    expect(await readValue('skilgrid_jobs', { kind, state: 'due' })).toBeUndefined();
    expect(await readValue('skilgrid_jobs', { kind, state: 'later' })).toBe(1);
    expect(await readValue('skilgrid_job_age_seconds', { kind })).toBeUndefined();
    for (let attemptNo = 2; attemptNo <= 8; attemptNo++) {
      running.clock.freeze(startMs + attemptNo * 4 * 3_600_000);
      await runScheduledJob(running, 'jobs-bulk');
    }
    running.clock.release();
    expect(await readValue('skilgrid_jobs_ended_total', { kind, outcome: 'dead' })).toBe(1);
    expect(await readValue('skilgrid_jobs', { kind, state: 'dead' })).toBe(1);
    expect(await readValue('skilgrid_jobs', { kind, state: 'later' })).toBeUndefined();
  });

  it('report the outcomes and the last success of each scheduled job', async () => {
    const scheduler = running.app.get(JobScheduler);
    const name = 'throttle-counters';
    const wholeRunsBefore = (await readValue('skilgrid_sweep_rounds_total', { name, outcome: 'whole' })) ?? 0;
    running.clock.freeze(Date.now());
    await scheduler.runNow(name);
    expect(await readValue('skilgrid_sweep_rounds_total', { name, outcome: 'whole' })).toBe(wholeRunsBefore + 1);
    // The job ran a moment ago, so it does not run again.
    await scheduler.runNow(name, 3_600_000);
    expect(await readValue('skilgrid_sweep_rounds_total', { name, outcome: 'elsewhere' })).toBeGreaterThanOrEqual(1);
    running.clock.advance(90_000);
    expect(await readValue('skilgrid_sweep_age_seconds', { name })).toBe(90);
    expect(await readValue('skilgrid_sweep_every_seconds', { name })).toBe(3_600);
    running.clock.release();
  });

  it('report process, event loop, memory and database pool', async () => {
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

  it('include registered gauges and leave out failing ones', async () => {
    let isBroken = false;
    running.app.get(MetricsService).register({
      name: 'skilgrid_of_this_test',
      help: 'A figure of a test',
      labels: ['kind'],
      read: () => {
        if (isBroken) throw new Error('away');
        return [{ labels: { kind: 'export' }, value: 3 }];
      },
    });
    expect(await readValue('skilgrid_of_this_test', { kind: 'export' })).toBe(3);
    const unreadBefore = (await readValue('skilgrid_unread_total'))!;
    isBroken = true;
    expect(await readValue('skilgrid_of_this_test')).toBeUndefined();
    expect(await readValue('skilgrid_unread_total')).toBeGreaterThan(unreadBefore);
  });

  it('include everything used by the dashboard and alerts in docs/operations', async () => {
    const text = (name: string) => readFileSync(join(__dirname, '../../docs/operations', name), 'utf8');
    const { panels } = JSON.parse(text('grafana-dashboard.json')) as {
      panels: { title: string; targets: { expr: string }[] }[];
    };
    const rules = [...text('alerts.yml').matchAll(/^ +expr: (.+)$/gm)].map(([, expr]) => expr!);
    const expressions = [...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)), ...rules];
    expect([panels.length, rules.length]).toEqual([23, 15]);
    expect(panels.filter(({ targets }) => !targets.length)).toEqual([]);
    const types = (await (await fetchMetrics()).text()).matchAll(/^# TYPE (\w+) (\w+)$/gm);
    // Only with object storage (rest/object-storage) or a replica (servers/reports-replica).
    const knownNames = new Set(['up', 'skilgrid_storage_errors_total', 'skilgrid_report_reads_total']);
    for (const [, name, type] of types)
      for (const suffix of type === 'histogram' ? ['_bucket', '_count', '_sum'] : [''])
        knownNames.add(`${name}${suffix}`);
    // The embedded engine has one connection and no pool.
    if (running.config.databaseUrl.startsWith('sqlite:'))
      for (const name of ['skilgrid_pool_connections', 'skilgrid_pool_waits_total']) knownNames.add(name);
    const names = expressions.map((expr) =>
      [...expr.matchAll(/\b(?:(?:skilgrid|nodejs|process)_\w+|up)\b/g)].map(([name]) => name),
    );
    expect(names.filter((each) => !each.length)).toEqual([]);
    expect(names.flat().filter((name) => !knownNames.has(name))).toEqual([]);
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
    const allLabels = (await series()).flatMap(({ name, labels }) =>
      Object.entries(labels)
        .filter(([label]) => label !== 'le' && label !== 'quantile')
        .map(([label, value]) => ({ name, label, value })),
    );
    expect(allLabels.length).toBeGreaterThan(50);
    const ownLabels = allLabels.filter(({ name }) => name.startsWith('skilgrid_') && name !== 'skilgrid_build');
    const allowedLabels = ['route', 'method', 'status', 'name', 'kind', 'outcome', 'scope', 'code', 'state', 'line'];
    expect(ownLabels.filter(({ label }) => !allowedLabels.includes(label))).toEqual([]);
    // A constant of the code or a route pattern: no id, number, address or user input.
    const allowedValue = /^(?:[a-z][a-z_-]*|[A-Z]+|[1-5]xx|\(none\)|(?:\/(?:[A-Za-z][\w.-]*|:[A-Za-z_]+|\*)?)+)$/;
    expect(ownLabels.filter(({ value }) => !allowedValue.test(value))).toEqual([]);
    const secrets = [
      ...staff.flatMap((member) => [member.staff_id, member.first_name, member.last_name, member.email]),
      plant.admin.eid,
    ];
    const all = allLabels.map(({ value }) => value).join('\n');
    expect(secrets.filter((each) => each && all.includes(String(each)))).toEqual([]);
  });
});
