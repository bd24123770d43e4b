// `node test/bench/writers.mjs`: how many quizzes a second one organisation can submit, 32 learners at once, by one process
// and by two on one database (MariaDB). Figures, no test; `--count=N` submits of each, `--dist=DIR` another build.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mysql from 'mysql2/promise';
import { id, idText, organisation, session } from './data.mjs';
import { cpuMs, drive, send } from './measure.mjs';
import { quizPlays } from './operations.mjs';

const require = createRequire(import.meta.url);
const root = join(import.meta.dirname, '..', '..');
const said = (name, otherwise) =>
  process.argv.find((each) => each.startsWith(`--${name}=`))?.slice(name.length + 3) ?? otherwise;
const dist = join(root, said('dist', 'dist'));
const count = Number(said('count', '300'));
const server = process.env.TEST_DATABASE_URL ?? 'mariadb://root@127.0.0.1:3306/';
const NAME = 'skilgrid_writers';
const PORTS = [4390, 4391];
const WRITERS = 32;

const address = new URL(server);
const connect = (database) =>
  mysql.createConnection({
    host: address.hostname,
    port: Number(address.port || 3306),
    user: decodeURIComponent(address.username || 'root'),
    password: decodeURIComponent(address.password),
    database,
  });

function start(env, port) {
  const child = spawn(process.execPath, [join(dist, 'main.js')], {
    cwd: root,
    env: { ...process.env, ...env, PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (part) => {
      text += part;
      if (text.includes('listens on')) resolve(child);
    });
    child.on('exit', (code) => reject(new Error(`ended with ${code}\n${text}`)));
  });
}

const stop = (child) =>
  new Promise((resolve) => {
    child.once('exit', resolve);
    child.kill('SIGTERM');
  });

const admin = await connect();
await admin.query(`DROP DATABASE IF EXISTS ${NAME}`);
await admin.query(`CREATE DATABASE ${NAME} CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`);
const folder = mkdtempSync(join(tmpdir(), 'skilgrid-writers-'));
const env = {
  NODE_ENV: 'production',
  DATABASE_URL: new URL(NAME, server).toString(),
  DATA_DIR: folder,
  JWT_SECRET: 'the secret of the benchmark, long enough to be accepted',
  SEED_DEMO: 'off',
  HOST: '127.0.0.1',
  MAIL_URL: 'smtp://127.0.0.1:2',
  LOG_LEVEL: 'error',
};
const processes = [await start(env, PORTS[0])];
processes.push(await start(env, PORTS[1]));
const db = await connect(NAME);
const small = await organisation(db, { customer: 101, staff: count * 2 + 40, skills: 20, filled: 0 });

const { loadConfig } = require(join(dist, 'platform/config/load-config.js'));
const { JwtService } = await import('@nestjs/jwt');
const key = loadConfig({ ...env, PUBLIC_URL: `http://127.0.0.1:${PORTS[0]}` }).key('session');
const jwt = new JwtService({});
const signIn = async (of) => {
  const now = Math.floor(Date.now() / 1000);
  const sid = await session(db, of);
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
  const authorization = `Bearer ${jwt.sign(claims, { algorithm: 'HS256', secret: key })}`;
  return { authorization, eid: of.eid, oid: String(of.customer) };
};
const product = `http://127.0.0.1:${PORTS[0]}`;
const plays = await quizPlays(
  { product, sizes: { small }, signIn, idText, newId: () => idText(id()), send: (url, o) => send(new Agent(), url, o) },
  count * 2 + 40,
);
const submit = (from, ports) => (at) => {
  const play = plays[from + at];
  return { ...play, url: play.url.replace(String(PORTS[0]), String(ports[at % ports.length])) };
};
const cpuOf = () => processes.reduce((sum, child) => sum + cpuMs(child.pid), 0);
await drive(submit(0, PORTS), 40, 8);
for (const [name, from, ports] of [
  ['one process', 40, [PORTS[0]]],
  ['two processes', 40 + count, PORTS],
]) {
  const before = cpuOf();
  const { rps, p50, p99 } = await drive(submit(from, ports), count, WRITERS);
  const cpu = (cpuOf() - before) / count;
  process.stdout.write(
    `${name}: ${rps.toFixed(0)} submits/s at ${WRITERS} writers, p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, ${cpu.toFixed(1)} ms of CPU a submit\n`,
  );
}
await Promise.all(processes.map(stop));
await db.end();
await admin.query(`DROP DATABASE ${NAME}`);
await admin.end();
rmSync(folder, { recursive: true, force: true });
