// `npm run bench`: compares the product with a hand-written baseline server ("floor") on one machine, on a MariaDB
// started for it. A benchmark, not a test: it prints and writes figures. `--quick` shortens it; `--only=list|submit`
// selects rows by name, and `reports`, `exports`, `sign-in`, `writers`, `health`, `memory`, `boot` the sections;
// `--rounds=N`; `--large` adds the customer of 10,000 × 500 (`--report=`, `--engine=` and `--size=` select reports);
// `--profile` shows where the product's time goes; `--against=DIR` compares two builds; `--readme` writes the table of
// the last run into docs/operations.md.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { compareBuilds } from './compare-builds.mjs';
import { idText, organisation } from './data.mjs';
import { onServer } from './databases.mjs';
import { largeOrganisations } from './large.mjs';
import { learning, School } from './learning.mjs';
import { residentMb, send } from './measure.mjs';
import { operations } from './operations.mjs';
import { signer } from './people.mjs';
import { freePort, root, serve, serveFloor, settings, start, stop, temporary } from './processes.mjs';
import { profiled } from './profile.mjs';
import { writeReadme } from './readme.mjs';
import { insertQuizResults } from './results-data.mjs';
import { interleaved } from './rounds.mjs';
import { boot, live, memory } from './running.mjs';
import { signIn } from './sign-in.mjs';
import { closing, head, print, profileLines, write } from './table.mjs';
import { operationVerdicts } from './verdicts.mjs';
import { writers } from './writers.mjs';

const readOption = (name) => process.argv.find((each) => each.startsWith(`--${name}=`))?.slice(name.length + 3);
const has = (name) => process.argv.includes(`--${name}`);
const [large, quick, profile] = ['large', 'quick', 'profile'].map(has);
const results = join(root, 'test/bench/results');
const latest = join(results, 'latest.json');
const only = readOption('only')?.split('|');
const rounds = Number(readOption('rounds') ?? (quick ? 3 : 6));
const wanted = (name) => !only || only.some((part) => name.includes(part) || part.includes(name));

const TABLES =
  'staff, staff_line, skill, skill_level_span, skill_target, role_target, attempt, evidence, training_assignment, training';

/** Organisations of the sizes that operations are measured on, and one for learning. */
async function populate(db) {
  const sizes = {
    small: await organisation(db, { customer: 101, staff: 1_000, skills: 100, filled: 0.6, roles: 20 }),
    big: await organisation(db, {
      customer: 102,
      staff: 10_000,
      led: 3_000,
      roles: 20,
      ...(large ? { skills: 500, filled: 0.2 } : { skills: 120, filled: 0.02 }),
    }),
    learning: await organisation(db, { customer: 103, staff: 3_000, skills: 20, filled: 0 }),
  };
  await insertQuizResults(db, sizes.small, 1);
  return sizes;
}

/** Creates the data for the lists of categories and trainings. */
async function catalogue(people, { small }, product) {
  const headers = await people.admin(small.customer);
  const agent = new Agent({ keepAlive: true });
  const call = async (path, body) => {
    const { status, body: text } = await send(agent, product + path, { method: 'POST', headers, body });
    if (status > 299) throw new Error(`${path}: ${text}`);
    return JSON.parse(text.toString());
  };
  const categories = [];
  for (let at = 1; at < 40; at++)
    categories.push(
      await call('/api/training-categories', { code: `C${at}`, name: `Category ${at}`, position: at % 7 }),
    );
  for (let at = 1; at < 200; at++) {
    const { category_id } = categories[at % categories.length];
    const media = { type: 'document', source_url: 'https://bench.example/read-me' };
    await call('/api/trainings', { code: `T${at}`, title: `Training ${at}`, category_id, ...media });
  }
}

/** `--profile`: runs the product's side once more with the profiler. */
async function saveProfile(row, side, options) {
  if (!profile) return;
  row.profile = await profiled(row.name, side, options, results);
  profileLines(row.profile);
}

async function measured(operation, context) {
  const prepared = await operation.prepare(context);
  const names = ['product', 'floor'].filter((name) => prepared[name]);
  const sides = names.map((name) => ({ ...context.sides[name], next: prepared[name] }));
  const found = await interleaved(sides, { ...operation, rounds, quick });
  const row = { name: operation.name, ...found, verdicts: operationVerdicts(operation.goal, found) };
  row.resident_mb = residentMb(context.sides.product.child.pid);
  write(row);
  // Limited operations use the attempts reserved for the profile (`rounds` of the context).
  const requests = operation.requests ? operation.requests * 2 : undefined;
  await context.profiled(row, sides[0], { requests, connections: operation.connections });
  return row;
}

/** All measurements on the server database. */
async function onMariaDb(base, env) {
  const rows = [];
  const db = await base.connect();
  print('Writing data …');
  const sizes = await populate(db);
  await db.query(`ANALYZE TABLE ${TABLES}`);
  const child = await serve(env);
  const floor = await serveFloor(base.url);
  const product = env.PUBLIC_URL;
  const people = await signer(db, env, product);
  const sides = { product: { child, database: base.pid }, floor: { child: floor.child, database: base.pid } };
  const agent = new Agent({ keepAlive: true });
  const context = {
    db,
    base,
    sizes,
    idText,
    people,
    product,
    floor: floor.url,
    sides,
    quick,
    env,
    profiled: saveProfile,
    rounds: rounds + (profile ? 3 : 0),
    send: (target, options) => send(agent, target, options),
  };
  context.school = new School(context);
  if (wanted('trainings') || wanted('categories')) await catalogue(people, sizes, product);
  print(head());
  for (const operation of [...operations, ...learning])
    if (wanted(operation.name)) rows.push(await measured(operation, context));
  const now = { ...context, rounds };
  rows.push(...(await signIn(now, wanted)));
  if (wanted('writers')) rows.push(...(await writers({ ...now, folder: env.DATA_DIR })));
  if (wanted('health')) rows.push(await live(now));
  if (wanted('memory')) rows.push(...(await memory(now)));
  floor.child.kill();
  await stop(child);
  if (wanted('boot')) rows.push(await boot({ env, quick }));
  await db.end();
  return rows;
}

async function whole() {
  const folder = temporary();
  const base = await onServer();
  if (!base.isOwn) print('No MariaDB is installed here: on a shared server CPU is also that of others.');
  const env = settings(base.url, folder, await freePort());
  await stop(await start(process.execPath, ['dist/main.js'], env, 'listens on'));
  const rows = [];
  const sections = ['reports', 'exports'];
  if (!only || only.some((part) => !sections.includes(part))) rows.push(...(await onMariaDb(base, env)));
  if (sections.some(wanted)) {
    const picked = { report: readOption('report'), engine: readOption('engine'), size: readOption('size') };
    rows.push(...(await largeOrganisations({ base, env, large, quick, wanted, ...picked })));
  }
  await base.drop();
  closing(rows);
  return { own_server: base.isOwn, rounds, rows };
}

async function run() {
  if (has('readme')) return print(writeReadme(JSON.parse(readFileSync(latest, 'utf8'))));
  mkdirSync(results, { recursive: true });
  const began = performance.now();
  const against = readOption('against');
  const machine = { cpu: cpus()[0]?.model.trim(), cores: cpus().length, memory_gb: Math.round(totalmem() / 2 ** 30) };
  const found = against
    ? {
        beside: await compareBuilds({
          against,
          quick,
          engine: readOption('engine'),
          only,
          rounds: Number(readOption('rounds') ?? 10),
        }),
      }
    : await whole();
  const seconds = Math.round((performance.now() - began) / 1000);
  const facts = { at: new Date().toISOString(), node: process.version, machine, quick, large, only, seconds };
  // Selected rows or two builds do not overwrite the results of a whole run.
  const name = against ? 'beside.json' : only || profile ? 'some.json' : 'latest.json';
  writeFileSync(join(results, name), JSON.stringify({ ...facts, ...found }, null, 2));
  print(`Written to test/bench/results/${name} after ${seconds} s.`);
}
await run();
process.exit(0);
