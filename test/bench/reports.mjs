// Large organisations (speed.md, reports.md §4 Size): each report cold, warm, four and sixteen at once, with the longest
// block of the event loop. Cold: the versions that its answer was made of have been raised before each call.
import { Agent } from 'node:http';
import { cpuMs, residentMb, send } from './measure.mjs';

const GOAL = 'cold ≤ 1,000 ms (5,000 × 300), warm ≤ 20 ms, longest block ≤ 50 ms, 16 at once all answer';

const REPORTS = [
  ['summary', '/api/reports/skill-matrix/summary'],
  ['skill-wise', '/api/reports/skill-wise'],
  ['whole skill matrix', '/api/reports/skill-matrix'],
  ['window 50 × 60, far down', '/api/reports/skill-matrix?_start=4000&_end=4050&skill_start=60&skill_end=120'],
  ['holders of one skill', (size) => `/api/reports/skill-wise?skill_id=${size.skill}`],
  ['targeted report, its figures and ten gaps', '/api/reports/targeted-skills?beyond=summary'],
  ['quiz report', '/api/reports/quiz'],
];

const median = (times) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)];

export async function reports({ db, product, sizes, signIn, idText, pids, statements, child, quick }) {
  const rows = [];
  for (const [name, size] of sizes) {
    const headers = await signIn({ customer: size.customer, eid: 'bench' });
    const raise = () =>
      db.query(
        'UPDATE customer_state SET matrix_version = matrix_version + 1, directory_version = COALESCE(directory_version, 0) + 1 WHERE customer_id = ?',
        [size.customer],
      );
    for (const [report, path] of REPORTS) {
      const url = product + (typeof path === 'string' ? path : path({ ...size, skill: idText(size.skills[7]) }));
      const ask = async (agent) => {
        const from = performance.now();
        const { status, body } = await send(agent, url, { headers });
        return { status, bytes: body.length, ms: performance.now() - from };
      };
      const together = async (count) => {
        const agents = Array.from({ length: count }, () => new Agent({ keepAlive: false }));
        await raise();
        await longestBlock(child);
        const all = await Promise.all(agents.map(ask));
        return { all, block: await longestBlock(child) };
      };
      const agent = new Agent({ keepAlive: true });
      const cold = [];
      const before = { cpu: cpuMs(pids.product), db: cpuMs(pids.database), sql: await statements(db) };
      await longestBlock(child);
      const times = quick ? 2 : 5;
      for (let n = 0; n < times; n++) {
        await raise();
        cold.push(await ask(agent));
      }
      const row = {
        name: `${name}: ${report}`,
        status: [...new Set(cold.map(({ status }) => status))].join('/'),
        bytes: cold[0].bytes,
        cold_ms: median(cold.map(({ ms }) => ms)),
        cpu_ms: (cpuMs(pids.product) - before.cpu) / times,
        database_cpu_ms: (cpuMs(pids.database) - before.db) / times,
        // Without the UPDATE of `raise`.
        sql: Math.round(((await statements(db)) - before.sql) / times) - 1,
        longest_block_ms: await longestBlock(child),
      };
      const warm = [];
      for (let n = 0; n < 10; n++) warm.push((await ask(agent)).ms);
      row.warm_ms = median(warm);
      for (const count of [4, 16]) {
        const { all, block } = await together(count);
        row[`at_${count}`] = {
          status: [...new Set(all.map(({ status }) => status))].join('/'),
          slowest_ms: Math.max(...all.map(({ ms }) => ms)),
          longest_block_ms: block,
        };
      }
      row.resident_mb = residentMb(pids.product);
      agent.destroy();
      rows.push(row);
      print(row);
    }
  }
  process.stdout.write(`  goal    ${GOAL}\n`);
  return rows;
}

function print(row) {
  const crowd = (count) => {
    const { status, slowest_ms, longest_block_ms } = row[`at_${count}`];
    return `${count} at once ${status} in ${slowest_ms.toFixed(0)} ms, block ${longest_block_ms.toFixed(0)} ms`;
  };
  process.stdout.write(
    `${row.name}\n  ${row.status}, ${Math.round(row.bytes / 1024)} kB; cold p50 ${row.cold_ms.toFixed(0)} ms, CPU ${row.cpu_ms.toFixed(0)} + ${row.database_cpu_ms.toFixed(0)} ms, ${row.sql} SQL, longest block ${row.longest_block_ms.toFixed(0)} ms; warm p50 ${row.warm_ms.toFixed(1)} ms\n  ${crowd(4)}; ${crowd(16)}; ${row.resident_mb} MB\n`,
  );
}

/** Asks the product (longest-block.mjs is in it); milliseconds since it was asked last. */
export function longestBlock(child) {
  return new Promise((resolve) => {
    const hear = (part) => {
      const [, said] = /longest block ([\d.]+)/.exec(String(part)) ?? [];
      if (said === undefined) return;
      child.stdout.off('data', hear);
      resolve(Number(said));
    };
    child.stdout.on('data', hear);
    child.kill('SIGUSR2');
  });
}
