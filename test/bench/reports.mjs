// Large organisations (speed.md, reports.md §4 Size): each report cold, warm, four and sixteen at once, with the longest
// block of the event loop. Cold: the versions that its answer was made of have been raised before each call.
import { Agent } from 'node:http';
import { cpuMs, residentMb, send } from './measure.mjs';
import { probe } from './product.mjs';
import { besideLine, reportHead, reportLine, write } from './table.mjs';

export const GOAL =
  'cold ≤ 1,000 ms alone (5,000 × 300), warm ≤ 20 ms, all answer, longest block ≤ 50 ms (embedded 100 ms)';

/** What is sent whole: the largest organisations whose screens ask for it so. */
const WHOLE = [
  ['whole matrix', '/api/reports/skill-matrix'],
  ['whole matrix, datewise', '/api/reports/skill-matrix-datewise'],
  ['whole targeted matrix', '/api/reports/targeted-skills'],
];
/** What screens ask for above 250,000 cells: figures in place of the whole, and parts. */
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
const LARGEST_WHOLE = 250_000;

const median = (times) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)];
const share = (times, part) =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))];

/** Of one organisation, as its admin asks. @param place `{ engine, url, db, pids, child }` */
export async function reports(place, { name, size, signIn, idText, quick, only }) {
  const { db, pids, child } = place;
  const headers = await signIn({ customer: size.customer, eid: 'bench' });
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
  write(reportHead(`${place.engine}, ${name}`));
  const isWhole = size.staff.length * size.skills.length <= LARGEST_WHOLE;
  for (const [report, path] of [...EITHER, ...(isWhole ? WHOLE : PARTS)]) {
    if (only && !report.includes(only)) continue;
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
      ...{ engine: place.engine, organisation: name, report, status: statuses(cold), bytes: cold[0].bytes },
      ...{ cold_ms: median(cold.map(({ ms }) => ms)), warm_ms: median(warm) },
      ...{ cpu_ms: (after.own - before.own) / times, database_cpu_ms: (after.database - before.database) / times },
      ...{ sql: Math.round(statements / times), block_ms, block_cpu_ms },
      ...{ at_4: await together(4), at_16: await together(16), resident_mb: residentMb(pids.product) },
    };
    agent.destroy();
    rows.push(row);
    write(reportLine(row));
  }
  return rows;
}

/** A list of 20 alone, and while cold reports are asked for in a loop: reports never starve a list. */
export async function listBeside(place, { name, size, signIn, quick }) {
  const { db, child } = place;
  const headers = await signIn({ customer: size.customer, eid: 'bench' });
  const agent = new Agent({ keepAlive: true });
  const lists = async (count) => {
    const times = [];
    for (let n = 0; n < count; n++) {
      const from = performance.now();
      const { status } = await send(agent, `${place.url}/api/staff?_start=0&_end=20`, { headers });
      if (status !== 200) throw new Error(`The list answered ${status}`);
      times.push(performance.now() - from);
    }
    return { p50_ms: share(times, 0.5), p99_ms: share(times, 0.99) };
  };
  const count = quick ? 200 : 600;
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
  const row = { engine: place.engine, organisation: name, alone, beside, reports: made, block_ms, block_cpu_ms };
  write(besideLine(row));
  return row;
}
