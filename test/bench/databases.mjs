// The databases of the benchmark: a MariaDB started for it (so that all of its CPU is caused by the benchmark), else
// the server in TEST_DATABASE_URL; or the file of the embedded engine. Each as `{ url, connect, pid, isOwn, drop }`.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import mysql from 'mysql2/promise';
import { children, freePort, root, temporary } from './processes.mjs';

const require = createRequire(import.meta.url);
const PREFIX = 'skilgrid_bench_';
const shared = process.env.TEST_DATABASE_URL ?? 'mariadb://root@127.0.0.1:3306/';

const PLACES = ['/usr/sbin', '/usr/bin', '/usr/local/sbin', '/usr/local/bin', '/usr/libexec', '/opt/homebrew/bin'];
const find = (name) => PLACES.map((place) => join(place, name)).find((path) => existsSync(path));

const connector = (address, database) =>
  mysql.createConnection({
    host: address.hostname,
    port: Number(address.port || 3306),
    user: decodeURIComponent(address.username || 'root'),
    password: decodeURIComponent(address.password),
    database,
    trace: false,
  });

/** Default durability: each COMMIT is on disk before it is acknowledged. */
const SETTINGS = ['--innodb-buffer-pool-size=768M', '--innodb-log-file-size=256M', '--group-concat-max-len=1024'];

/** Starts a server for this run, with an empty database. null: MariaDB is not installed here. */
async function ownServer() {
  const [server, installer] = [find('mariadbd'), find('mariadb-install-db')];
  if (!server || !installer) return null;
  const folder = temporary();
  const own = ['--no-defaults', `--datadir=${join(folder, 'data')}`, `--user=${userInfo().username}`];
  execFileSync(installer, [...own, '--auth-root-authentication-method=normal', '--skip-test-db'], { stdio: 'ignore' });
  mkdirSync(join(folder, 'tmp'));
  const port = await freePort();
  const places = [`--port=${port}`, '--bind-address=127.0.0.1', `--socket=${join(folder, 's')}`];
  const child = spawn(server, [...own, ...places, `--tmpdir=${join(folder, 'tmp')}`, ...SETTINGS], { stdio: 'ignore' });
  children.add(child);
  const address = new URL(`mariadb://root@127.0.0.1:${port}/`);
  for (let tries = 0; ; tries++) {
    try {
      const connection = await connector(address);
      await connection.query('CREATE DATABASE skilgrid CHARACTER SET utf8mb4 COLLATE utf8mb4_bin');
      await connection.end();
      break;
    } catch (error) {
      if (tries > 600 || child.exitCode !== null) throw error;
      await pause(100);
    }
  }
  return {
    url: new URL('skilgrid', address).toString(),
    connect: () => connector(address, 'skilgrid'),
    pid: child.pid,
    isOwn: true,
    async drop() {
      children.delete(child);
      const gone = new Promise((done) => child.once('exit', done));
      child.kill('SIGKILL');
      await gone;
    },
  };
}

/** An empty database on a shared server: CPU and rows read then include those of other clients. */
async function sharedServer() {
  const name = `${PREFIX}${process.pid}_${Date.now().toString(36)}`;
  const address = new URL(shared);
  const admin = await connector(address);
  await dropAbandoned(admin);
  await admin.query('SELECT GET_LOCK(?, 0)', [name]);
  await admin.query(`CREATE DATABASE ${name} CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`);
  return {
    url: new URL(name, shared).toString(),
    connect: () => connector(address, name),
    pid: await pidOf(admin),
    isOwn: false,
    drop: async () => {
      await admin.query(`DROP DATABASE ${name}`);
      await admin.end();
    },
  };
}

export const onServer = async () => (await ownServer()) ?? (await sharedServer());

/** Drops databases of killed runs: a running benchmark holds a lock named after its database. */
async function dropAbandoned(admin) {
  const [rows] = await admin.query(
    'SELECT SCHEMA_NAME AS name FROM information_schema.SCHEMATA WHERE SCHEMA_NAME LIKE ?',
    [`${PREFIX.replaceAll('_', '\\_')}%`],
  );
  for (const { name } of rows) {
    const [[{ unused }]] = await admin.query('SELECT IS_FREE_LOCK(?) AS unused', [name]);
    if (unused) await admin.query(`DROP DATABASE IF EXISTS ${name}`);
  }
}

/** The process id of the server, if it runs on this machine. */
async function pidOf(db) {
  const [[{ Value }]] = await db.query("SHOW VARIABLES LIKE 'pid_file'");
  try {
    return Number(readFileSync(Value, 'utf8'));
  } catch {
    try {
      return Number(execFileSync('pidof', ['mariadbd', 'mysqld']).toString().trim().split(' ').at(-1));
    } catch {
      return null;
    }
  }
}

/** The embedded engine's database in `folder`, with the same interface as the server databases. */
export const file = (folder) => {
  const path = join(folder, 'bench.db');
  const drop = async () => undefined;
  return { url: `sqlite:${path}`, connect: async () => embedded(path), pid: null, isOwn: true, drop };
};

/** Opens the embedded file in addition to the product, with an interface like that of mysql2. */
function embedded(path) {
  const { openSqlite } = require(join(root, 'dist/infrastructure/database/sqlite-api.js'));
  const db = openSqlite(path, { timeout: 30_000 });
  const row = (values) => `(${values.map(() => '?').join(',')})`;
  const bind = (sql, values) => {
    const bound = [];
    const text = sql.replace(/\(\?\)|\?/g, (mark) => {
      const value = values.shift();
      if (!Array.isArray(value)) {
        bound.push(value);
        return mark;
      }
      bound.push(...value);
      return row(value);
    });
    return [text, bound];
  };
  const run = (text, bound) =>
    /^\s*SELECT/i.test(text) ? [db.prepare(text).all(...bound)] : [db.prepare(text).run(...bound)];
  return {
    query: async (sql, values = []) => {
      if (!sql.endsWith('VALUES ?')) return run(...bind(sql, [...values]));
      // Many rows: one statement, prepared once.
      const [rows] = values;
      if (!rows.length) return [{}];
      const statement = db.prepare(sql.replace(/\?$/, row(rows[0])));
      db.exec('BEGIN IMMEDIATE');
      for (const each of rows) statement.run(...each);
      db.exec('COMMIT');
      return [{}];
    },
    end: async () => db.close(),
  };
}
