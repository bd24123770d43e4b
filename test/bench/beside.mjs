// `npm run bench -- --against=DIR`: this build and another one (a checkout with its `dist/`) side by side. Each has a database
// and a port of its own and the same data; in ten rounds they take turns, so that whatever else the machine does falls on
// both. One answers while the other rests: so the database's CPU is that of whoever is asked, and statements are counted in
// each process (probe.mjs). `--engine=sqlite`, `--rounds=`, `--only=` as elsewhere.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { id, idText, organisation, sameAgain } from './data.mjs';
import { cpuMs, drive, send } from './measure.mjs';
import { operations } from './operations.mjs';
import { file, freePort, onServer, probe, root, serve, settings, signer, start, stop } from './product.mjs';
import { records } from './records.mjs';
import { besideHead, besideRow, write } from './table.mjs';

/** CPU of one side in one round: many times what /proc counts in (10 ms). */
const ROUND_MS = 600;
const FEWEST = 20;

/** One build, serving. */
async function build(folder, engine) {
  if (!existsSync(join(folder, 'dist/main.js'))) throw new Error(`${folder} is not built: dist/main.js is missing`);
  const files = mkdtempSync(join(tmpdir(), 'skilgrid-bench-'));
  const base = engine === 'sqlite' ? file(files) : await onServer();
  const env = settings(base.url, files, await freePort());
  await stop(await start(process.execPath, ['dist/main.js'], env, 'listens on', folder));
  const db = await base.connect();
  sameAgain();
  const sizes = {
    small: await organisation(db, { customer: 101, staff: 1_000, skills: 100, filled: 0.6 }),
    big: await organisation(db, { customer: 102, staff: 10_000, skills: 60, filled: 0.02, led: 3_000 }),
  };
  await db.query(
    engine === 'sqlite' ? 'ANALYZE' : 'ANALYZE TABLE staff, staff_line, skill, skill_level_span, skill_target',
  );
  const child = await serve(env, [], folder);
  return {
    context: {
      ...{ db, sizes, idText, newId: () => idText(id()), product: env.PUBLIC_URL },
      ...{ signIn: await signer(db, env, folder), send: (target, options) => send(new Agent(), target, options) },
    },
    child,
    cpu: () => cpuMs(child.pid) + (base.pid ? cpuMs(base.pid) : 0),
    async end() {
      await stop(child);
      await db.end();
      await base.drop();
      rmSync(files, { recursive: true, force: true });
    },
  };
}

async function round({ child, cpu }, next, count) {
  await probe(child);
  const before = cpu();
  await drive(next, count, 16);
  const cpu_ms = (cpu() - before) / count;
  return { cpu_ms, sql: (await probe(child)).statements / count };
}

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
const summed = (rounds) => {
  const of = (name) => rounds.map((each) => each[name]);
  const cpu = of('cpu_ms');
  return { cpu_ms: median(cpu), from: Math.min(...cpu), to: Math.max(...cpu), sql: median(of('sql')) };
};

async function row(operation, sides, rounds, quick) {
  const makers = [];
  for (const side of sides) makers.push((await operation.prepare(side.context)).product);
  const warm = operation.warm ?? 200;
  const each = [];
  for (const [at, side] of sides.entries()) each.push((await round(side, makers[at], warm)).cpu_ms);
  // What can be done only so often (a quiz is submitted once) says how often.
  const count = operation.warm
    ? operation.warm
    : Math.max(FEWEST, Math.ceil((quick ? ROUND_MS / 2 : ROUND_MS) / each[0]));
  const figures = sides.map(() => []);
  for (let at = 0; at < rounds; at++) {
    const turn = sides.map((side, number) => [side, number]);
    for (const [side, number] of at % 2 ? turn.toReversed() : turn)
      figures[number].push(await round(side, makers[number], count));
  }
  const [ours, theirs] = figures.map(summed);
  const apart = ours.from > theirs.to ? 'dearer' : ours.to < theirs.from ? 'cheaper' : 'overlap';
  return { name: operation.name, requests: count, rounds, ours, theirs, ratio: ours.cpu_ms / theirs.cpu_ms, apart };
}

/** @param options `{ against, engine, only, rounds, quick }`; `only` may name several: `list|submit` */
export async function besideEachOther({ against, engine = 'mariadb', only, rounds = 10, quick }) {
  write(`${engine}: this build beside ${against}; generating data …`);
  const sides = [await build(root, engine), await build(resolve(against), engine)];
  write(besideHead());
  const rows = [];
  for (const operation of [...operations, ...records]) {
    if (operation.large || (only && !only.split('|').some((part) => operation.name.includes(part)))) continue;
    const one = await row(operation, sides, rounds, quick);
    rows.push(one);
    write(besideRow(one));
  }
  for (const side of sides) await side.end();
  return { engine, against, rows };
}
