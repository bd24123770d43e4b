// `npm run bench`: the product and the floor on one machine, interleaved, on MariaDB (speed.md). A benchmark, not a test:
// it prints and writes figures; `--large` adds the customer of 10,000 × 500, `--quick` shortens the runs, `--only=matrix`
// picks some (`--only=reports`: those of large organisations), `--profile` keeps a CPU profile of the product.
import { spawn, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mysql from 'mysql2/promise';
import { id, idText, organisation, session } from './data.mjs';
import { cpuMs, drive, residentMb, send } from './measure.mjs';
import { operations } from './operations.mjs';
import { reports } from './reports.mjs';

const require = createRequire(import.meta.url);
const root = join(import.meta.dirname, '..', '..');
const large = process.argv.includes('--large');
const quick = process.argv.includes('--quick');
const profile = process.argv.includes('--profile')
  ? ['--cpu-prof', `--cpu-prof-dir=${join(root, 'test/bench/results')}`]
  : [];
const only = process.argv.find((each) => each.startsWith('--only='))?.slice(7);
const server = process.env.TEST_DATABASE_URL ?? 'mariadb://root@127.0.0.1:3306/';
const NAME = 'skilgrid_bench';
const PORTS = { product: 4190, floor: 4191 };
const SECRET = 'the secret of the benchmark, long enough to be accepted';

const address = new URL(server);
const connect = (database) =>
  mysql.createConnection({
    host: address.hostname,
    port: Number(address.port || 3306),
    user: decodeURIComponent(address.username || 'root'),
    password: decodeURIComponent(address.password),
    database,
  });

function start(command, args, env, ready) {
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (part) => {
      text += part;
      if (text.includes(ready)) resolve(child);
    });
    child.on('exit', (code) => reject(new Error(`${args.join(' ')} ended with ${code}\n${text}`)));
  });
}

const databasePid = () => {
  for (const name of ['mariadbd', 'mysqld']) {
    try {
      return Number(execFileSync('pidof', [name]).toString().trim().split(' ')[0]);
    } catch {
      // the other name, then
    }
  }
  return null;
};

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

async function main() {
  const admin = await connect();
  await admin.query(`DROP DATABASE IF EXISTS ${NAME}`);
  await admin.query(`CREATE DATABASE ${NAME} CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`);
  const url = new URL(NAME, server).toString();
  const folder = mkdtempSync(join(tmpdir(), 'skilgrid-bench-'));
  const env = {
    NODE_ENV: 'production',
    DATABASE_URL: url,
    DATA_DIR: folder,
    JWT_SECRET: SECRET,
    SEED_DEMO: 'off',
    PORT: String(PORTS.product),
    HOST: '127.0.0.1',
    PUBLIC_URL: `http://127.0.0.1:${PORTS.product}`,
    MAIL_URL: 'smtp://127.0.0.1:2',
    LOG_LEVEL: 'error',
  };
  const bootedFrom = performance.now();
  let product = await start(process.execPath, ['dist/main.js'], env, 'listens on');
  const migratedBoot = performance.now() - bootedFrom;
  product.kill('SIGTERM');
  await new Promise((resolve) => product.once('exit', resolve));
  const db = await connect(NAME);
  process.stdout.write('Generating data …\n');
  const sizes = {
    small: await organisation(db, { customer: 101, staff: 1_000, skills: 100, filled: 0.6 }),
    big: await organisation(db, {
      customer: 102,
      staff: 10_000,
      skills: large ? 500 : 60,
      filled: large ? 0.2 : 0.02,
      led: 3_000,
    }),
  };
  const wide = { roles: 20, filled: 0.2 };
  const organisations = [
    ['5,000 × 300', { customer: 103, staff: 5_000, skills: 300, ...wide }],
    ...(large ? [['10,000 × 500', { customer: 104, staff: 10_000, skills: 500, ...wide }]] : []),
  ];
  const measured = !only || 'reports'.includes(only) ? organisations : [];
  for (const [, size] of measured) Object.assign(size, await organisation(db, size));
  await db.query('ANALYZE TABLE staff, staff_line, skill, skill_level_span, skill_target');
  const again = performance.now();
  product = await start(
    process.execPath,
    [...profile, '--import', './test/bench/longest-block.mjs', 'dist/main.js'],
    env,
    'listens on',
  );
  const boot = performance.now() - again;
  const floor = await start(
    process.execPath,
    ['test/bench/floor.mjs'],
    { FLOOR_DATABASE: url.replace(/^mariadb:/, 'mysql:'), FLOOR_PORT: String(PORTS.floor) },
    'floor ready',
  );

  const { loadConfig } = require(join(root, 'dist/platform/config/load-config.js'));
  const { JwtService } = await import('@nestjs/jwt');
  const key = loadConfig(env).key('session');
  const jwt = new JwtService({});
  const signIn = async (of) => {
    const sid = await session(db, of);
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      sid,
      cid: of.customer,
      eid: of.eid,
      aud: 'skilgrid',
      typ: 'access',
      iat: now,
      nbf: now,
      exp: now + 36_000,
    };
    return {
      authorization: `Bearer ${jwt.sign(claims, { algorithm: 'HS256', secret: key })}`,
      eid: of.eid,
      oid: String(of.customer),
    };
  };
  const context = {
    db,
    sizes,
    idText,
    newId: () => idText(id()),
    signIn,
    product: `http://127.0.0.1:${PORTS.product}`,
    floor: `http://127.0.0.1:${PORTS.floor}`,
    large,
    send: (target, options) => send(new Agent(), target, options),
  };
  const dbPid = databasePid();
  const results = [];
  for (const operation of operations) {
    if (only && !operation.name.includes(only)) continue;
    if (operation.large && !large) continue;
    const prepared = await operation.prepare(context);
    const row = { name: operation.name, budget: operation.budget };
    const count = Math.max(20, Math.round(operation.count * (quick && !operation.warm ? 0.25 : 1)));
    for (const side of ['product', 'floor']) {
      if (!prepared[side]) continue;
      const pid = side === 'product' ? product.pid : floor.pid;
      await drive(prepared[side], Math.min(count, operation.warm ?? 200), 4); // warm
      const at1 = await drive(prepared[side], count, 1);
      const before = {
        cpu: cpuMs(pid),
        db: dbPid ? cpuMs(dbPid) : 0,
        sql: await statements(db),
        read: await rowsRead(db),
      };
      const at16 = await drive(prepared[side], count * 2, 16);
      const after = {
        cpu: cpuMs(pid),
        db: dbPid ? cpuMs(dbPid) : 0,
        sql: await statements(db),
        read: await rowsRead(db),
      };
      row[side] = {
        p50_ms: at1.p50,
        p99_ms: at1.p99,
        rps_16: at16.rps,
        cpu_ms: (after.cpu - before.cpu + after.db - before.db) / (count * 2),
        process_cpu_ms: (after.cpu - before.cpu) / (count * 2),
        sql: Math.round((after.sql - before.sql) / (count * 2)),
        rows_read: Math.round((after.read - before.read) / (count * 2)),
        resident_mb: residentMb(pid),
      };
    }
    results.push(row);
    print(row);
  }
  const large_reports = await reports({
    ...context,
    sizes: measured,
    pids: { product: product.pid, database: dbPid },
    statements,
    child: product,
    quick,
  });
  const summary = {
    at: new Date().toISOString(),
    node: process.version,
    boot_ms: Math.round(boot),
    migrating_boot_ms: Math.round(migratedBoot),
    large,
    results,
    large_reports,
  };
  mkdirSync(join(root, 'test/bench/results'), { recursive: true });
  writeFileSync(join(root, 'test/bench/results/latest.json'), JSON.stringify(summary, null, 2));
  process.stdout.write(
    `Boot on a migrated database: ${Math.round(boot)} ms. Written to test/bench/results/latest.json\n`,
  );
  floor.kill();
  product.kill('SIGTERM');
  await new Promise((resolve) => product.once('exit', resolve));
  await db.end();
  await admin.query(`DROP DATABASE ${NAME}`);
  await admin.end();
  rmSync(folder, { recursive: true, force: true });
}

function print({ name, budget, product, floor }) {
  const figures = (side) =>
    `${side.p50_ms.toFixed(2)} / ${side.p99_ms.toFixed(2)} ms, ${side.rps_16.toFixed(0)} rps, CPU ${side.cpu_ms.toFixed(2)} ms (${side.process_cpu_ms.toFixed(2)} own), ${side.sql} SQL, ${side.rows_read} rows read, ${side.resident_mb} MB`;
  const ratio = floor
    ? ` → CPU ${(product.cpu_ms / floor.cpu_ms).toFixed(2)}×, rps ${((product.rps_16 / floor.rps_16) * 100).toFixed(0)} %`
    : '';
  process.stdout.write(
    `${name}\n  product ${figures(product)}\n${floor ? `  floor   ${figures(floor)}\n` : ''}  budget  ${budget}${ratio}\n`,
  );
}

await main();
process.exit(0);
