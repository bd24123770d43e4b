// The figures of large organisations, on MariaDB and on the embedded engine: reports, a list beside them, exports.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { idText, organisation } from './data.mjs';
import { auditExport } from './exports.mjs';
import { file, freePort, onServer, serve, settings, signer, start, stop } from './product.mjs';
import { GOAL, listBeside, reports } from './reports.mjs';
import { write } from './table.mjs';

const ROLES = 20;
const EVENTS = 100_000;
/** 225,000 cells, each of them filled: the largest matrix is sent whole up to 250,000. */
const WHOLE = ['750 × 300, all filled', { customer: 201, staff: 750, skills: 300, filled: 1, roles: ROLES }];
const WIDE = ['5,000 × 300 at 20 %', { customer: 202, staff: 5_000, skills: 300, filled: 0.2, roles: ROLES }];
const LARGEST = ['10,000 × 500 at 20 %', { customer: 203, staff: 10_000, skills: 500, filled: 0.2, roles: ROLES }];

async function measure(place, organisations, options) {
  const rows = { reports: [], lists: [], exports: [] };
  for (const [name, size] of organisations) {
    const asked = { ...options, name, size };
    rows.reports.push(...(await reports(place, asked)));
    if (options.only) continue;
    if (size.customer === WIDE[1].customer) {
      rows.lists.push(await listBeside(place, asked));
      rows.exports.push(await auditExport(place, { ...asked, count: EVENTS }));
    }
  }
  return rows;
}

/** On one engine. @param open gives the database as `{ url, connect, pid, drop }` */
async function on(engine, open, wanted, { flags = [], ...options }) {
  const folder = mkdtempSync(join(tmpdir(), 'skilgrid-bench-'));
  const base = await open(folder);
  const env = settings(base.url, folder, await freePort());
  await stop(await start(process.execPath, ['dist/main.js'], env, 'listens on'));
  const db = await base.connect();
  write(`\n${engine}: writing ${wanted.map(([name]) => name).join(', ')} …`);
  const organisations = [];
  for (const [name, size] of wanted) organisations.push([name, { ...size, ...(await organisation(db, size)) }]);
  if (engine === 'MariaDB') await db.query('ANALYZE TABLE staff, skill, skill_level_span, skill_target, role_target');
  else await db.query('ANALYZE');
  const child = await serve(env, flags);
  const place = { engine, db, child, url: env.PUBLIC_URL, pids: { product: child.pid, database: base.pid } };
  const rows = await measure(place, organisations, { ...options, idText, signIn: await signer(db, env) });
  await stop(child);
  await db.end();
  await base.drop();
  rmSync(folder, { recursive: true, force: true });
  return rows;
}

/** @param options `{ large, quick, flags, only, engine, size }`: the last three pick some */
export async function largeOrganisations({ large, engine, size, ...options }) {
  const wanted = [WHOLE, WIDE, ...(large ? [LARGEST] : [])].filter(([name]) => !size || name.startsWith(size));
  const rows = [];
  if (engine !== 'sqlite') rows.push(await on('MariaDB', onServer, wanted, options));
  if (engine !== 'mariadb') rows.push(await on('embedded', file, wanted, options));
  write(`\ngoal: ${GOAL}`);
  return {
    reports: rows.flatMap((each) => each.reports),
    lists: rows.flatMap((each) => each.lists),
    exports: rows.flatMap((each) => each.exports),
  };
}
