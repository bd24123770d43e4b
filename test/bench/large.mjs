// Measures large organisations on MariaDB and on the embedded engine: reports, lists during reports, exports.
import { idText, organisation } from './data.mjs';
import { file } from './databases.mjs';
import { exports } from './exports.mjs';
import { signer } from './people.mjs';
import { freePort, serve, settings, start, stop, temporary } from './processes.mjs';
import { listDuringReports, reports } from './reports.mjs';
import { print } from './table.mjs';

const ROLES = 20;
const EVENTS = 100_000;
/** 225,000 cells, all filled: the matrix is sent whole up to 250,000 cells. */
const WHOLE = ['750 × 300, all filled', { customer: 201, staff: 750, skills: 300, filled: 1, roles: ROLES }];
const WIDE = ['5,000 × 300 at 20 %', { customer: 202, staff: 5_000, skills: 300, filled: 0.2, roles: ROLES }];
const LARGEST = ['10,000 × 500 at 20 %', { customer: 203, staff: 10_000, skills: 500, filled: 0.2, roles: ROLES }];

/** Measures on one engine. @param base the migrated database as `{ url, connect, pid }` */
async function on(engine, base, env, wanted, options) {
  const db = await base.connect();
  print(`\n${engine}: writing ${wanted.map(([name]) => name).join(', ')} …`);
  const organisations = [];
  for (const [name, size] of wanted) organisations.push([name, { ...size, ...(await organisation(db, size)) }]);
  if (engine === 'MariaDB') await db.query('ANALYZE TABLE staff, skill, skill_level_span, skill_target, role_target');
  else await db.query('ANALYZE');
  const child = await serve(env);
  const place = { engine, db, child, url: env.PUBLIC_URL, pids: { product: child.pid, database: base.pid } };
  const people = await signer(db, env, env.PUBLIC_URL);
  const rows = [];
  for (const [name, size] of organisations) {
    const asked = { ...options, idText, people, name, size };
    if (options.wanted('reports')) rows.push(...(await reports(place, asked)));
    if (options.report || size.customer !== WIDE[1].customer) continue;
    if (options.wanted('reports')) rows.push(await listDuringReports(place, asked));
    if (options.wanted('exports')) rows.push(...(await exports(place, { ...asked, count: EVENTS })));
  }
  await stop(child);
  await db.end();
  return rows;
}

async function embedded(wanted, options) {
  const folder = temporary();
  const base = file(folder);
  const env = settings(base.url, folder, await freePort());
  await stop(await start(process.execPath, ['dist/main.js'], env, 'listens on'));
  const rows = await on('embedded', base, env, wanted, options);
  return rows;
}

/** @param options `report`, `engine` and `size` select measurements; `quick` measures only the server database */
export async function largeOrganisations({ base, env, large, engine, size, ...options }) {
  const organisations = [WHOLE, WIDE, ...(large ? [LARGEST] : [])].filter(([name]) => !size || name.startsWith(size));
  const rows = [];
  if (engine !== 'sqlite') rows.push(...(await on('MariaDB', base, env, organisations, options)));
  const both = engine === undefined && !options.quick;
  if (both || engine === 'sqlite') rows.push(...(await embedded(organisations, options)));
  return rows;
}
