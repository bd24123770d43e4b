// `npm run bench`: the product and the floor on one machine, interleaved, on MariaDB (speed.md). A benchmark, not a test:
// it prints and writes figures; `--large` adds the customer of 10,000 × 500, `--quick` shortens the runs, `--only=matrix`
// picks some (`--only=reports`: those of large organisations, on both engines, of which `--report=`, `--engine=sqlite` and
// `--size=5,000` pick some again), `--profile` keeps a CPU profile of the product, `--against=DIR` compares two builds of it.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { besideEachOther } from './beside.mjs';
import { id, idText, organisation } from './data.mjs';
import { largeOrganisations } from './large.mjs';
import { cpuMs, drive, residentMb, send } from './measure.mjs';
import { operations } from './operations.mjs';
import { freePort, onServer, root, serve, settings, signer, start, stop } from './product.mjs';
import { operationLines, write } from './table.mjs';

const optionOf = (name) => process.argv.find((each) => each.startsWith(`--${name}=`))?.slice(name.length + 3);
const large = process.argv.includes('--large');
const quick = process.argv.includes('--quick');
const results = join(root, 'test/bench/results');
const flags = process.argv.includes('--profile') ? ['--cpu-prof', `--cpu-prof-dir=${results}`] : [];
const only = optionOf('only');

async function statements(db) {
  const [rows] = await db.query(
    "SHOW GLOBAL STATUS WHERE Variable_name IN ('Com_select','Com_insert','Com_update','Com_delete','Com_replace')",
  );
  return rows.reduce((sum, row) => sum + Number(row.Value), 0);
}

/** Rows that the server has looked at, by key or in turn. */
async function rowsRead(db) {
  const [rows] = await db.query("SHOW GLOBAL STATUS LIKE 'Handler_read%'");
  return rows.reduce((sum, row) => sum + Number(row.Value), 0);
}

/** One side of one operation. */
async function figures(next, count, warm, { db, pid, database }) {
  await drive(next, Math.min(count, warm ?? 200), 4);
  const at1 = await drive(next, count, 1);
  const now = async () => ({
    own: cpuMs(pid),
    database: database ? cpuMs(database) : 0,
    sql: await statements(db),
    read: await rowsRead(db),
  });
  const before = await now();
  const at16 = await drive(next, count * 2, 16);
  const after = await now();
  const each = (name) => (after[name] - before[name]) / (count * 2);
  return {
    ...{ p50_ms: at1.p50, p99_ms: at1.p99, rps_16: at16.rps },
    ...{ cpu_ms: each('own') + each('database'), process_cpu_ms: each('own') },
    ...{ sql: Math.round(each('sql')), rows_read: Math.round(each('read')), resident_mb: residentMb(pid) },
  };
}

/** Operations and their floors, on MariaDB. */
async function againstFloor() {
  const folder = mkdtempSync(join(tmpdir(), 'skilgrid-bench-'));
  const base = await onServer();
  const env = settings(base.url, folder, await freePort());
  const bootedFrom = performance.now();
  const first = await start(process.execPath, ['dist/main.js'], env, 'listens on');
  const migrating_boot_ms = Math.round(performance.now() - bootedFrom);
  await stop(first);
  const db = await base.connect();
  write('Generating data …');
  const big = { customer: 102, staff: 10_000, skills: large ? 500 : 60, filled: large ? 0.2 : 0.02, led: 3_000 };
  const sizes = {
    small: await organisation(db, { customer: 101, staff: 1_000, skills: 100, filled: 0.6 }),
    big: await organisation(db, big),
  };
  await db.query('ANALYZE TABLE staff, staff_line, skill, skill_level_span, skill_target');
  const again = performance.now();
  const product = await serve(env, flags);
  const boot_ms = Math.round(performance.now() - again);
  const floorPort = await freePort();
  const floor = await start(
    process.execPath,
    ['test/bench/floor.mjs'],
    { FLOOR_DATABASE: base.url.replace(/^mariadb:/, 'mysql:'), FLOOR_PORT: String(floorPort) },
    'floor ready',
  );
  const context = {
    ...{ db, sizes, idText, large, newId: () => idText(id()), signIn: await signer(db, env) },
    ...{ product: env.PUBLIC_URL, floor: `http://127.0.0.1:${floorPort}` },
    send: (target, options) => send(new Agent(), target, options),
  };
  const rows = [];
  for (const operation of operations) {
    if ((only && !operation.name.includes(only)) || (operation.large && !large)) continue;
    const prepared = await operation.prepare(context);
    const row = { name: operation.name, budget: operation.budget };
    const count = Math.max(20, Math.round(operation.count * (quick && !operation.warm ? 0.25 : 1)));
    for (const [side, { pid }] of Object.entries({ product, floor })) {
      if (!prepared[side]) continue;
      row[side] = await figures(prepared[side], count, operation.warm, { db, pid, database: base.pid });
    }
    rows.push(row);
    write(operationLines(row));
  }
  write(`Boot on a migrated database: ${boot_ms} ms.`);
  floor.kill();
  await stop(product);
  await db.end();
  await base.drop();
  rmSync(folder, { recursive: true, force: true });
  return { boot_ms, migrating_boot_ms, results: rows };
}

const against = optionOf('against');
const ofReports = only !== undefined && 'reports'.includes(only);
const summary = {
  ...{ at: new Date().toISOString(), node: process.version, large },
  ...(against && {
    beside: await besideEachOther({
      against,
      only,
      quick,
      engine: optionOf('engine'),
      rounds: Number(optionOf('rounds') ?? 10),
    }),
  }),
  ...(ofReports || against ? {} : await againstFloor()),
  ...((ofReports || (!only && !against)) && {
    large_organisations: await largeOrganisations({
      ...{ large, quick, flags, only: optionOf('report'), engine: optionOf('engine'), size: optionOf('size') },
    }),
  }),
};
mkdirSync(results, { recursive: true });
writeFileSync(join(results, 'latest.json'), JSON.stringify(summary, null, 2));
write('Written to test/bench/results/latest.json');
process.exit(0);
