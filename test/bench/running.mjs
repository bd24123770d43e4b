// The process itself: the cost of a request that does nothing, its memory, and its startup time.
import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { cpuMs, range, residentMb, send } from './measure.mjs';
import { start, stop } from './processes.mjs';
import { interleaved } from './rounds.mjs';
import { write } from './table.mjs';
import { verdict } from './verdicts.mjs';

const MATRICES = 16;

/** Compares `/health/live` with the same answer of bare node:http. */
export async function live({ product, floor, sides, rounds, quick, profiled }) {
  const ours = { ...sides.product, next: () => ({ url: `${product}/health/live` }) };
  const theirs = { ...sides.floor, next: () => ({ url: `${floor}/live` }) };
  const found = await interleaved([ours, theirs], { rounds, quick });
  const verdicts = [verdict('rps', found.rps.median, { least: 0.7, unit: '×' })];
  const row = { name: 'health/live beside bare node:http', ...found, verdicts };
  write(row);
  await profiled(row, ours, { requests: 2_000 });
  return row;
}

/** Memory after all earlier measurements, and during sixteen whole matrices at once. */
export async function memory({ db, sizes, people, product, sides }) {
  const { pid } = sides.product.child;
  await pause(1_000);
  const mix = residentMb(pid);
  const { customer } = sizes.small;
  const headers = await people.admin(customer);
  let peak = mix;
  let isOver = false;
  const watch = (async () => {
    for (; !isOver; await pause(3)) peak = Math.max(peak, residentMb(pid));
  })();
  for (let time = 0; time < 3; time++) {
    await db.query('UPDATE customer_state SET matrix_version = matrix_version + 1 WHERE customer_id = ?', [customer]);
    // Sixteen different days, so that no answer can be shared.
    const days = Array.from({ length: MATRICES }, (_, at) => `2026-0${1 + (at % 9)}-1${Math.floor(at / 9)}`);
    await Promise.all(
      days.map(async (day) => {
        const url = `${product}/api/reports/skill-matrix-datewise?to=${day}`;
        const { status } = await send(new Agent(), url, { headers });
        if (status !== 200) throw new Error(`A matrix answered ${status}`);
      }),
    );
  }
  isOver = true;
  await watch;
  const rows = [
    {
      name: 'memory after the whole mix',
      resident_mb: mix,
      verdicts: [verdict('resident', mix, { most: 200, unit: ' MB' })],
    },
    {
      name: `memory with ${MATRICES} whole matrices at once`,
      resident_mb: peak,
      verdicts: [verdict('resident', peak, { most: 300, unit: ' MB' })],
    },
  ];
  rows.forEach(write);
  return rows;
}

/** Time from process start to the first 200 on a migrated database, as in production, without the probe. */
export async function boot({ env, quick }) {
  const times = [];
  for (let time = 0; time < (quick ? 3 : 6); time++) {
    const from = performance.now();
    const child = await start(process.execPath, ['dist/main.js'], env, 'listens on');
    for (;;) {
      const answer = await send(new Agent(), `${env.PUBLIC_URL}/health/ready`).catch(() => undefined);
      if (answer?.status === 200) break;
      await pause(5);
    }
    times.push({ ms: performance.now() - from, cpu_ms: cpuMs(child.pid), resident_mb: residentMb(child.pid) });
    await stop(child);
  }
  const of = (name) => range(times.map((each) => each[name]));
  const ms = of('ms');
  const verdicts = [verdict('first 200', ms.median, { most: 800, unit: ' ms' })];
  const row = {
    name: 'boot on a migrated database',
    ms,
    cpu_ms: of('cpu_ms'),
    resident_mb: of('resident_mb'),
    verdicts,
  };
  write(row);
  return row;
}
