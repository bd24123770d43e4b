// Large organisations: each report cold, warm, four and sixteen at once, with the longest block of the event loop.
// Cold: the cache versions of its answer are raised before each call.
import { Agent } from 'node:http';
import { cpuMs, median, quantile, residentMb, send } from './measure.mjs';
import { probe } from './processes.mjs';
import { print, write } from './table.mjs';
import { verdict } from './verdicts.mjs';

const COLD_MS = 1_000;
const WARM_MS = 20;
/** Limits for blocks of the event loop: the embedded engine runs in the process itself. */
export const BLOCK_MS = { MariaDB: 50, embedded: 100 };
const LIST_P99_MS = 100;
const short = (organisation) => organisation.split(/ at |, all/)[0];

/** Reports that are sent whole, up to the limit of cells. */
const WHOLE = [
  ['whole matrix', '/api/reports/skill-matrix'],
  ['whole matrix, datewise', '/api/reports/skill-matrix-datewise'],
  ['whole targeted matrix', '/api/reports/targeted-skills'],
];
/** Requests of the screens above 250,000 cells: figures instead of the whole, and parts. */
const PARTS = [
  ['matrix: figures in place of the whole', '/api/reports/skill-matrix?beyond=summary'],
  ['matrix: window 50 × 60, far down', '/api/reports/skill-matrix?_start=4000&_end=4050&skill_start=60&skill_end=120'],
  ['matrix: part 200 × 300', '/api/reports/skill-matrix?_start=4000&_end=4200&skill_start=0&skill_end=300'],
  ['datewise: window 50 × 60', '/api/reports/skill-matrix-datewise?_start=4000&_end=4050&skill_start=60&skill_end=120'],
  ['targeted: figures and ten gaps', '/api/reports/targeted-skills?beyond=summary'],
  ['targeted: window 50 × 60', '/api/reports/targeted-skills?_start=1000&_end=1050&skill_start=60&skill_end=120'],
];
const EITHER = [
  ['summary', '/api/reports/skill-matrix/summary'],
  ['skill-wise', '/api/reports/skill-wise'],
  ['holders of one skill', ({ skill }) => `/api/reports/skill-wise?skill_id=${skill}`],
  ['skills of one person', ({ person }) => `/api/reports/skill-wise?staff_id=${person}`],
  ['quiz report', '/api/reports/quiz'],
];
/** Not cached: the volume of an export would evict other answers. */
const UNKEPT = new Set(['quiz report', 'matrix: part 200 × 300']);
const LARGEST_WHOLE = 250_000;

/** Measures the reports of one organisation as its admin. @param place `{ engine, url, db, pids, child }` */
export async function reports(place, { name, size, people, idText, quick, report: picked }) {
  const { db, pids, child } = place;
  const headers = await people.admin(size.customer);
  const raise = () =>
    db.query(
      'UPDATE customer_state SET matrix_version = matrix_version + 1, directory_version = COALESCE(directory_version, 0) + 1 WHERE customer_id = ?',
      [size.customer],
    );
  const facts = { skill: idText(size.skills[7]), person: idText(size.staff[70]) };
  const ask = async (agent, path) => {
    const from = performance.now();
    const { status, body } = await send(agent, place.url + (typeof path === 'string' ? path : path(facts)), {
      headers,
    });
    return { status, bytes: body.length, ms: performance.now() - from };
  };
  const statuses = (answers) => [...new Set(answers.map(({ status }) => status))].join('/');
  const cpu = () => ({ own: cpuMs(pids.product), database: pids.database ? cpuMs(pids.database) : 0 });
  const rows = [];
  print(`\n${place.engine}, ${name}`);
  await probe(child, 'watch');
  const isWhole = size.staff.length * size.skills.length <= LARGEST_WHOLE;
  for (const [report, path] of [...EITHER, ...(isWhole ? WHOLE : PARTS)]) {
    if (picked && !report.includes(picked)) continue;
    const together = async (count) => {
      const agents = Array.from({ length: count }, () => new Agent({ keepAlive: false }));
      await raise();
      await probe(child);
      const all = await Promise.all(agents.map((agent) => ask(agent, path)));
      const { block_ms, block_cpu_ms } = await probe(child);
      return { status: statuses(all), slowest_ms: Math.max(...all.map(({ ms }) => ms)), block_ms, block_cpu_ms };
    };
    const agent = new Agent({ keepAlive: true });
    const cold = [];
    const times = quick ? 2 : 5;
    const before = cpu();
    await probe(child);
    for (let n = 0; n < times; n++) {
      await raise();
      cold.push(await ask(agent, path));
    }
    const after = cpu();
    const { statements, block_ms, block_cpu_ms } = await probe(child);
    const warm = [];
    for (let n = 0; n < 10; n++) warm.push((await ask(agent, path)).ms);
    const row = {
      name: `${report} of ${short(name)}, ${place.engine}`,
      engine: place.engine,
      organisation: name,
      report,
      status: statuses(cold),
      bytes: cold[0].bytes,
      cold_ms: median(cold.map(({ ms }) => ms)),
      warm_ms: median(warm),
      cpu_ms: (after.own - before.own) / times,
      database_cpu_ms: (after.database - before.database) / times,
      sql: Math.round(statements / times),
      block_ms,
      block_cpu_ms,
      at_4: await together(4),
      at_16: await together(16),
      resident_mb: residentMb(pids.product),
    };
    agent.destroy();
    const limit = BLOCK_MS[place.engine];
    const refused = [row, row.at_4, row.at_16].filter(({ status }) => status !== '200');
    row.verdicts = [
      ...(refused.length ? [verdict('refused', refused.length, { most: 0 })] : []),
      // No goal for sizes above the supported ones, only the figure.
      ...(name.startsWith('10,000') ? [] : [verdict('cold', row.cold_ms, { most: COLD_MS, unit: ' ms' })]),
      ...(UNKEPT.has(report) ? [] : [verdict('warm', row.warm_ms, { most: WARM_MS, unit: ' ms' })]),
      verdict('longest block (CPU)', Math.max(block_cpu_ms, row.at_16.block_cpu_ms), { most: limit, unit: ' ms' }),
    ];
    rows.push(row);
    write(row);
  }
  await probe(child, 'rest');
  return rows;
}

/** Measures a list of 20 alone, and while cold reports are requested in a loop: reports must not slow down lists. */
export async function listDuringReports(place, { name, size, people, quick }) {
  const { db, child } = place;
  const headers = await people.admin(size.customer);
  const agent = new Agent({ keepAlive: true });
  const lists = async (count) => {
    const times = [];
    for (let n = 0; n < count; n++) {
      const from = performance.now();
      const { status } = await send(agent, `${place.url}/api/staff?_start=0&_end=20`, { headers });
      if (status !== 200) throw new Error(`The list answered ${status}`);
      times.push(performance.now() - from);
    }
    return { p50_ms: quantile(times, 0.5), p99_ms: quantile(times, 0.99) };
  };
  const count = quick ? 200 : 600;
  await probe(child, 'watch');
  await lists(50);
  const alone = await lists(count);
  let isOver = false;
  let made = 0;
  const loop = async (path) => {
    const own = new Agent({ keepAlive: true });
    while (!isOver) {
      await db.query('UPDATE customer_state SET matrix_version = matrix_version + 1 WHERE customer_id = ?', [
        size.customer,
      ]);
      const { status } = await send(own, place.url + path, { headers });
      if (status !== 200) throw new Error(`${path} answered ${status}`);
      made++;
    }
    own.destroy();
  };
  await probe(child);
  const loops = ['/api/reports/skill-matrix/summary', '/api/reports/targeted-skills?beyond=summary'].map(loop);
  const beside = await lists(count);
  isOver = true;
  await Promise.all(loops);
  agent.destroy();
  const { block_ms, block_cpu_ms } = await probe(child);
  await probe(child, 'rest');
  const row = {
    name: `list 20 beside cold reports of ${short(name)}, ${place.engine}`,
    engine: place.engine,
    organisation: name,
    alone,
    beside,
    reports: made,
    block_ms,
    block_cpu_ms,
    verdicts: [verdict('p99', beside.p99_ms, { most: LIST_P99_MS, unit: ' ms' })],
  };
  write(row);
  return row;
}
