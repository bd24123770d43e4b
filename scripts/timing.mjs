// `npm run timing`: whether the time of an answer tells who has an account. It starts the product by itself, asks 50 times
// each about known and about unknown ones, interleaved, and compares by ranks. Not a test: a busy machine blurs it.
//
//   npm run timing              50 tries
//   TRIES=200 npm run timing    finer
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requireNode, root } from './prepare.mjs';

requireNode();
const TRIES = Number(process.env.TRIES || 50);
const WARM_UP = 5;
/** What follows a try (a mail that is made) must not fall on the next one. */
const REST_MS = 60;
/** Below this an accident is out of the question, for six comparisons too. */
const TELLS = 0.001;

const folder = mkdtempSync(join(tmpdir(), 'skilgrid-timing-'));
const port = await freePort();
const base = `http://127.0.0.1:${port}`;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const product = spawn(process.execPath, ['-r', '@swc-node/register', 'src/main.ts'], {
  cwd: root,
  env: {
    ...process.env,
    NODE_ENV: 'development',
    LOG_LEVEL: 'silent',
    SEED_DEMO: 'on',
    DATA_DIR: folder,
    DATABASE_URL: `sqlite:${join(folder, 'timing.db')}`,
    // Each try comes from an address of its own: the counters of addresses are not what is measured.
    TRUST_PROXY: '1',
    PORT: String(port),
  },
  stdio: ['ignore', 'pipe', 'inherit'],
});
let tells = 0;
try {
  console.log('Starting the product with the demo organisations …');
  await until(() => ask({ path: '/health/ready' }).then(({ status }) => status === 200));
  const people = makePeople(10 * (TRIES + WARM_UP));
  const handle = await aliveHandle();
  console.log(`${TRIES} tries each, interleaved. Milliseconds: median (quarter to three quarters).\n`);
  const spare = () => people.pop();
  const login = (user_name) => ({
    method: 'POST',
    path: '/api/auth/login',
    body: { user_name, password: 'a wrong password' },
  });
  const legacy = (user_name) => ({
    method: 'POST',
    path: '/Customer/customer_login',
    body: { user_name, password: 'a wrong password' },
  });
  const forgot = (email) => ({ method: 'POST', path: '/api/auth/forgot-password', body: { email } });
  const choose = (cus_id) => ({ path: `/CustomerMaster/UpdateCustomerPassword?cus_id=${cus_id}&pass=short` });
  await compare('login, wrong password', ['known', () => login(spare())], ['unknown', () => login(nobody())]);
  await compare(
    'customer_login, wrong password',
    ['known', () => legacy(spare())],
    ['unknown', () => legacy(nobody())],
  );
  await compare('forgot-password', ['known', () => forgot(spare())], ['unknown', () => forgot(nobody())]);
  await compare(
    'send_forgot_email_link',
    ['known', () => ({ path: `/Common/send_forgot_email_link?to_email=${spare()}` })],
    ['unknown', () => ({ path: `/Common/send_forgot_email_link?to_email=${nobody()}` })],
  );
  await compare(
    'send_otp',
    ['taken', () => ({ path: `/Common/send_otp?to_email=${spare()}` })],
    ['free', () => ({ path: `/Common/send_otp?to_email=${nobody()}` })],
  );
  await compare(
    'check_email (its answer says it, five times an hour)',
    ['taken', () => ({ path: `/Common/check_email?email=${spare()}` })],
    ['free', () => ({ path: `/Common/check_email?email=${nobody()}` })],
  );
  await compare(
    'UpdateCustomerPassword',
    ['forged handle', () => choose(forged(handle))],
    ['nonsense', () => choose('A'.repeat(83))],
  );
  await compare(
    'UpdateCustomerPassword (its answer says it)',
    ['living handle', () => choose(handle)],
    ['forged handle', () => choose(forged(handle))],
    { forTheRecord: true },
  );
  console.log(tells ? `\n${tells} of these tell who is known.` : '\nNone of these tells who is known.');
} finally {
  agent.destroy();
  product.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
}
process.exit(tells ? 1 : 0);

/** One after the other, in an order that chance decides for each pair. */
async function compare(what, one, other, { forTheRecord = false } = {}) {
  const sides = [one, other].map(([name, make]) => ({ name, make, times: [] }));
  for (let i = -WARM_UP; i < TRIES; i++) {
    for (const side of Math.random() < 0.5 ? sides : sides.toReversed()) {
      const { ms, status } = await ask(side.make());
      if (status >= 500 || status === 429) throw new Error(`${what}: ${status}`);
      if (i >= 0) side.times.push(ms);
      await new Promise((done) => setTimeout(done, REST_MS));
    }
  }
  const [a, b] = sides;
  const { p, share } = ranks(a.times, b.times);
  const differs = p < TELLS;
  if (differs && !forTheRecord) tells += 1;
  const verdict = differs ? `DIFFERS: ${a.name} is slower in ${Math.round(share * 100)} of 100 pairs` : 'alike';
  console.log(
    `${what}\n  ${sides.map((side) => `${side.name} ${figures(side.times)}`).join('   ')}\n  p = ${p.toFixed(4)}  ${verdict}${forTheRecord ? ' (for the record)' : ''}`,
  );
}

function figures(times) {
  const sorted = times.toSorted((x, y) => x - y);
  const at = (share) => sorted[Math.floor(share * (sorted.length - 1))].toFixed(2);
  return `${at(0.5)} (${at(0.25)} to ${at(0.75)})`;
}

/** Mann and Whitney's rank test, by the normal distribution. @returns how likely by accident, and how often `a` is larger */
function ranks(a, b) {
  const all = [...a.map((ms) => ({ ms, of: 'a' })), ...b.map((ms) => ({ ms, of: 'b' }))].sort((x, y) => x.ms - y.ms);
  const sum = all.reduce((total, { of }, at) => total + (of === 'a' ? at + 1 : 0), 0);
  const u = sum - (a.length * (a.length + 1)) / 2;
  const pairs = a.length * b.length;
  const z = Math.abs(u - pairs / 2) / Math.sqrt((pairs * (a.length + b.length + 1)) / 12);
  return { p: Math.min(1, 2 * (1 - normal(z))), share: u / pairs };
}

/** Abramowitz and Stegun 26.2.17. */
function normal(z) {
  const t = 1 / (1 + 0.2316419 * z);
  const tail = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * tail;
}

function ask({ method = 'GET', path, body }) {
  const text = body && JSON.stringify(body);
  const from = `10.${randomBytes(3).join('.')}`;
  const headers = {
    'x-forwarded-for': from,
    ...(text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
  };
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const call = request(base + path, { method, headers, agent }, (answer) => {
      let body = '';
      answer.setEncoding('utf8');
      answer.on('data', (part) => (body += part));
      answer.on('end', () => resolve({ ms: performance.now() - began, status: answer.statusCode, body }));
    });
    call.on('error', reject).end(text);
  });
}

function nobody() {
  return `nobody-${randomBytes(6).toString('hex')}@example.org`;
}

/** The last character of the seal is another one. */
function forged(handle) {
  const at = handle.length - 10;
  return handle.slice(0, at) + (handle[at] === 'A' ? 'B' : 'A') + handle.slice(at + 1);
}

/** Accounts that look like a demo learner's, password included: a new one for every try. @returns their e-mails */
function makePeople(count) {
  const { DatabaseSync } = createRequire(join(root, 'package.json'))('@photostructure/sqlite');
  const db = new DatabaseSync(join(folder, 'timing.db'), { timeout: 5000 });
  const columns = db
    .prepare('PRAGMA table_info(account)')
    .all()
    .map(({ name }) => name);
  const model = db.prepare("SELECT * FROM account WHERE user_name = 'mara.lindt@nordhafen.example'").get();
  const insert = db.prepare(
    `INSERT INTO account (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  );
  const emails = [];
  db.exec('BEGIN IMMEDIATE');
  for (let i = 0; i < count; i++) {
    // As long as those that nobody has.
    const email = `people-${randomBytes(6).toString('hex')}@example.org`;
    const own = {
      account_id: randomBytes(16),
      staff_id: null,
      user_name: email,
      email,
      user_name_key: email,
      email_key: email,
    };
    const code = { employee_code: `T-${i}`, employee_code_key: `t-${i}` };
    insert.run(...columns.map((name) => ({ ...model, ...own, ...code })[name]));
    emails.push(email);
  }
  db.exec('COMMIT');
  db.close();
  return emails;
}

/** Of a link that was asked for; a refused password does not spend it. */
async function aliveHandle() {
  const email = 'jonas.petersen@nordhafen.example';
  await ask({ method: 'POST', path: '/api/auth/forgot-password', body: { email } });
  let link;
  await until(async () => {
    // Not as `ask` does: the outbox shows itself to this machine alone, and not to what was passed on.
    const mails = await (await fetch(`${base}/dev/outbox.json`)).json();
    link = mails.find((mail) => mail.to === email)?.link;
    return Boolean(link);
  });
  const body = { token: link.split('/reset/')[1] };
  return JSON.parse((await ask({ method: 'POST', path: '/api/auth/password-reset/check', body })).body).handle;
}

async function until(condition) {
  for (let tries = 0; ; tries++) {
    if (await condition().catch(() => false)) return;
    if (tries > 1200 || product.exitCode !== null) throw new Error('The product did not get that far.');
    await new Promise((done) => setTimeout(done, 100));
  }
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port: free } = server.address();
      server.close(() => resolve(free));
    });
  });
}
