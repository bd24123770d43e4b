// `npm run bench -- --against=DIR`: compares this build with another one (a checkout with its `dist/`). Each has its
// own database and port and the same data; in ten rounds they take turns. `--engine=sqlite`, `--rounds=` and `--only=`
// as elsewhere.
import { existsSync } from 'node:fs';
import { Agent } from 'node:http';
import { join, resolve } from 'node:path';
import { id, idText, organisation, resetIds } from './data.mjs';
import { file, onServer } from './databases.mjs';
import { learning, School } from './learning.mjs';
import { send } from './measure.mjs';
import { operations } from './operations.mjs';
import { signer } from './people.mjs';
import { freePort, root, serve, settings, start, stop, temporary } from './processes.mjs';
import { records } from './records.mjs';
import { insertQuizResults } from './results-data.mjs';
import { interleaved } from './rounds.mjs';
import { comparisonHead, comparisonRow, print } from './table.mjs';

/** Starts one build with its own database. */
async function build(folder, engine, rounds) {
  if (!existsSync(join(folder, 'dist/main.js'))) throw new Error(`${folder} is not built: dist/main.js is missing`);
  const files = temporary();
  const base = engine === 'sqlite' ? file(files) : await onServer();
  const env = settings(base.url, files, await freePort());
  await stop(await start(process.execPath, ['dist/main.js'], env, 'listens on', folder));
  const db = await base.connect();
  resetIds();
  const sizes = {
    small: await organisation(db, { customer: 101, staff: 1_000, skills: 100, filled: 0.6, roles: 20 }),
    big: await organisation(db, { customer: 102, staff: 10_000, skills: 120, filled: 0.02, led: 3_000, roles: 20 }),
    learning: await organisation(db, { customer: 103, staff: 3_000, skills: 20, filled: 0 }),
  };
  await insertQuizResults(db, sizes.small, 1);
  await db.query(
    engine === 'sqlite' ? 'ANALYZE' : 'ANALYZE TABLE staff, staff_line, skill, skill_level_span, skill_target',
  );
  const child = await serve(env, folder);
  const product = env.PUBLIC_URL;
  const agent = new Agent({ keepAlive: true });
  const context = {
    db,
    sizes,
    idText,
    rounds,
    product,
    newId: () => idText(id()),
    people: await signer(db, env, product, folder),
    send: (target, options) => send(agent, target, options),
  };
  context.school = new School(context);
  return {
    context,
    child,
    database: base.pid,
    async end() {
      await stop(child);
      await db.end();
      await base.drop();
    },
  };
}

async function row(operation, sides, { rounds, quick }) {
  const made = [];
  for (const { context, child, database } of sides) {
    const { product } = await operation.prepare(context);
    made.push({ child, database, next: product });
  }
  const found = await interleaved(made, { ...operation, rounds, quick });
  const [ours, theirs] = found.sides;
  const apart =
    ours.cpu_ms.from > theirs.cpu_ms.to ? 'dearer' : ours.cpu_ms.to < theirs.cpu_ms.from ? 'cheaper' : 'overlap';
  return { name: operation.name, requests: found.requests, rounds, ours, theirs, cpu: found.cpu, apart };
}

/** @param options `{ against, engine, only, rounds, quick }` */
export async function compareBuilds({ against, engine = 'mariadb', only, rounds, quick }) {
  print(`${engine}: this build beside ${against}; writing data …`);
  const sides = [await build(root, engine, rounds), await build(resolve(against), engine, rounds)];
  print(comparisonHead());
  const rows = [];
  for (const operation of [...operations, ...learning, ...records]) {
    if (only && !only.some((part) => operation.name.includes(part))) continue;
    try {
      const one = await row(operation, sides, { rounds, quick });
      rows.push(one);
      print(comparisonRow(one));
    } catch (error) {
      // One of the builds lacks this operation or has another request format.
      print(`${operation.name}: not comparable. ${error.message.slice(0, 160)}`);
    }
  }
  for (const side of sides) await side.end();
  return { engine, against, rows };
}
