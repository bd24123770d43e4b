// The product as the bench runs it: the built server in a process of its own, on MariaDB or on the embedded engine, with the
// probe in it, and a connection to its database that writes data past it.
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import mysql from 'mysql2/promise';
import { session } from './data.mjs';

const require = createRequire(import.meta.url);
export const root = join(import.meta.dirname, '..', '..');
const SECRET = 'the secret of the benchmark, long enough to be accepted';
const PREFIX = 'skilgrid_bench_';
const server = process.env.TEST_DATABASE_URL ?? 'mariadb://root@127.0.0.1:3306/';

const children = new Set();
process.on('exit', () => children.forEach((child) => child.kill('SIGKILL')));
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

/** @param folder the checkout that it is of */
export function start(command, args, env, ready, folder = root) {
  const child = spawn(command, args, {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  children.add(child);
  child.once('exit', () => children.delete(child));
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (part) => {
      text += part;
      if (text.includes(ready)) resolve(child);
    });
    child.on('exit', (code) => reject(new Error(`${args.join(' ')} ended with ${code}\n${text}`)));
  });
}

export async function stop(child) {
  const over = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await over;
}

/** A port that nobody listens on: two runs at once have different ones. */
export function freePort() {
  return new Promise((resolve) => {
    const asked = createServer().listen(0, '127.0.0.1', () => {
      const { port } = asked.address();
      asked.close(() => resolve(port));
    });
  });
}

/** The settings of a product on `port`, its files in `folder`. */
export const settings = (url, folder, port) => ({
  NODE_ENV: 'production',
  DATABASE_URL: url,
  DATA_DIR: folder,
  JWT_SECRET: SECRET,
  SEED_DEMO: 'off',
  PORT: String(port),
  HOST: '127.0.0.1',
  PUBLIC_URL: `http://127.0.0.1:${port}`,
  MAIL_URL: 'smtp://127.0.0.1:2',
  LOG_LEVEL: 'error',
});

export const serve = (env, flags = [], folder = root) =>
  start(
    process.execPath,
    [...flags, '--import', pathToFileURL(join(import.meta.dirname, 'probe.mjs')).href, 'dist/main.js'],
    env,
    'listens on',
    folder,
  );

/** What the probe has seen since it was asked last. */
export function probe(child) {
  const answered = new Promise((resolve) => child.once('message', resolve));
  child.send('tell');
  return answered;
}

/** An empty database of this run alone, and what is needed to use and to drop it. */
export async function onServer() {
  const name = `${PREFIX}${process.pid}_${Date.now().toString(36)}`;
  const address = new URL(server);
  const connect = (database) =>
    mysql.createConnection({
      host: address.hostname,
      port: Number(address.port || 3306),
      user: decodeURIComponent(address.username || 'root'),
      password: decodeURIComponent(address.password),
      database,
    });
  const admin = await connect();
  await dropAbandoned(admin);
  await admin.query('SELECT GET_LOCK(?, 0)', [name]);
  await admin.query(`CREATE DATABASE ${name} CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`);
  return {
    url: new URL(name, server).toString(),
    connect: () => connect(name),
    pid: await databasePid(admin),
    drop: async () => {
      await admin.query(`DROP DATABASE ${name}`);
      await admin.end();
    },
  };
}

/** Those of runs that were killed: whoever uses one holds a lock of its name, which ends with the connection. */
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

/** Of the server that was asked, if it runs on this machine. */
async function databasePid(db) {
  const [[file]] = await db.query("SHOW VARIABLES LIKE 'pid_file'");
  try {
    return Number(readFileSync(file.Value, 'utf8'));
  } catch {
    try {
      return Number(execFileSync('pidof', ['mariadbd', 'mysqld']).toString().trim().split(' ').at(-1));
    } catch {
      return null;
    }
  }
}

/** The embedded engine in `folder`, opened as `onServer` opens a database. */
export const file = (folder) => {
  const path = join(folder, 'bench.db');
  return { url: `sqlite:${path}`, connect: async () => embedded(path), pid: null, drop: async () => undefined };
};

/** The embedded file beside the product that serves it, spoken to as mysql2 is. */
export function embedded(file) {
  const { openSqlite } = require(join(root, 'dist/platform/database/sqlite-api.js'));
  const db = openSqlite(file, { timeout: 30_000 });
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
      // Many rows: one text, prepared once.
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

/** Mints sessions that the product takes for its own. */
export async function signer(db, env, folder = root) {
  const { loadConfig } = require(join(folder, 'dist/platform/config/load-config.js'));
  const { JwtService } = await import('@nestjs/jwt');
  const secret = loadConfig(env).key('session');
  const jwt = new JwtService({});
  return async (of) => {
    const sid = await session(db, of);
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      ...{ sid, cid: of.customer, eid: of.eid, aud: 'skilgrid', typ: 'access' },
      ...{ iat: now, nbf: now, exp: now + 36_000 },
    };
    return {
      authorization: `Bearer ${jwt.sign(claims, { algorithm: 'HS256', secret })}`,
      eid: of.eid,
      oid: String(of.customer),
    };
  };
}
