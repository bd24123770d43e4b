// `npm run timing`: checks whether response times reveal which accounts exist. Starts the product, sends 50 interleaved
// requests each for known and unknown accounts, and compares the times with a rank test. Not part of the tests, because
// a busy machine distorts it.
//
//   npm run timing              50 tries
//   TRIES=200 npm run timing    more precise
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
/** Lets follow-up work, such as composing a mail, finish before the next try. */
const PAUSE_MS = 60;
/** Significance level, low enough for several comparisons. */
const SIGNIFICANCE = 0.001;

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
    // Each try uses its own IP address, so that rate limits do not influence the times.
    TRUST_PROXY: '1',
    PORT: String(port),
  },
  stdio: ['ignore', 'pipe', 'inherit'],
});
let leaks = 0;
try {
  console.log('Starting the product with the demo organisations …');
  await until(() => send({ path: '/health/ready' }).then(({ status }) => status === 200));
  const knownEmails = createAccounts(10 * (TRIES + WARM_UP));
  const handle = await createResetHandle();
  console.log(`${TRIES} tries each, interleaved. Milliseconds: median (quarter to three quarters).\n`);
  const knownEmail = () => knownEmails.pop();
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
  await compare(
    'login, wrong password',
    ['known', () => login(knownEmail())],
    ['unknown', () => login(unknownEmail())],
  );
  await compare(
    'customer_login, wrong password',
    ['known', () => legacy(knownEmail())],
    ['unknown', () => legacy(unknownEmail())],
  );
  await compare('forgot-password', ['known', () => forgot(knownEmail())], ['unknown', () => forgot(unknownEmail())]);
  await compare(
    'send_forgot_email_link',
    ['known', () => ({ path: `/Common/send_forgot_email_link?to_email=${knownEmail()}` })],
    ['unknown', () => ({ path: `/Common/send_forgot_email_link?to_email=${unknownEmail()}` })],
  );
  await compare(
    'send_otp',
    ['taken', () => ({ path: `/Common/send_otp?to_email=${knownEmail()}` })],
    ['free', () => ({ path: `/Common/send_otp?to_email=${unknownEmail()}` })],
  );
  await compare(
    'check_email (the response says it, limited to five per hour)',
    ['taken', () => ({ path: `/Common/check_email?email=${knownEmail()}` })],
    ['free', () => ({ path: `/Common/check_email?email=${unknownEmail()}` })],
  );
  await compare(
    'UpdateCustomerPassword',
    ['forged handle', () => choose(forge(handle))],
    ['nonsense', () => choose('A'.repeat(83))],
  );
  await compare(
    'UpdateCustomerPassword (the response says it)',
    ['valid handle', () => choose(handle)],
    ['forged handle', () => choose(forge(handle))],
    { isInformative: true },
  );
  console.log(leaks ? `\n${leaks} of these reveal accounts.` : '\nNone of these reveals accounts.');
} finally {
  agent.destroy();
  product.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
}
process.exit(leaks ? 1 : 0);

/** Sends the requests of both sides alternately, in random order within each pair. */
async function compare(title, one, other, { isInformative = false } = {}) {
  const sides = [one, other].map(([name, make]) => ({ name, make, times: [] }));
  for (let i = -WARM_UP; i < TRIES; i++) {
    for (const side of Math.random() < 0.5 ? sides : sides.toReversed()) {
      const { ms, status } = await send(side.make());
      if (status >= 500 || status === 429) throw new Error(`${title}: ${status}`);
      if (i >= 0) side.times.push(ms);
      await new Promise((done) => setTimeout(done, PAUSE_MS));
    }
  }
  const [a, b] = sides;
  const { p, share } = rankTest(a.times, b.times);
  const differs = p < SIGNIFICANCE;
  if (differs && !isInformative) leaks += 1;
  const verdict = differs ? `DIFFERS: ${a.name} is slower in ${Math.round(share * 100)} of 100 pairs` : 'alike';
  console.log(
    `${title}\n  ${sides.map((side) => `${side.name} ${quartiles(side.times)}`).join('   ')}\n  p = ${p.toFixed(4)}  ${verdict}${isInformative ? ' (for information)' : ''}`,
  );
}

function quartiles(times) {
  const sorted = times.toSorted((x, y) => x - y);
  const at = (share) => sorted[Math.floor(share * (sorted.length - 1))].toFixed(2);
  return `${at(0.5)} (${at(0.25)} to ${at(0.75)})`;
}

/** Mann-Whitney U test with normal approximation. @returns the p-value, and the share of pairs where `a` is larger */
function rankTest(a, b) {
  const all = [...a.map((ms) => ({ ms, set: 'a' })), ...b.map((ms) => ({ ms, set: 'b' }))].sort((x, y) => x.ms - y.ms);
  const sum = all.reduce((total, { set }, index) => total + (set === 'a' ? index + 1 : 0), 0);
  const u = sum - (a.length * (a.length + 1)) / 2;
  const pairs = a.length * b.length;
  const z = Math.abs(u - pairs / 2) / Math.sqrt((pairs * (a.length + b.length + 1)) / 12);
  return { p: Math.min(1, 2 * (1 - normal(z))), share: u / pairs };
}

/** Normal distribution function (Abramowitz and Stegun 26.2.17). */
function normal(z) {
  const t = 1 / (1 + 0.2316419 * z);
  const tail = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * tail;
}

function send({ method = 'GET', path, body }) {
  const text = body && JSON.stringify(body);
  const from = `10.${randomBytes(3).join('.')}`;
  const headers = {
    'x-forwarded-for': from,
    ...(text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
  };
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const call = request(base + path, { method, headers, agent }, (answer) => {
      let body = '';
      answer.setEncoding('utf8');
      answer.on('data', (part) => (body += part));
      answer.on('end', () => resolve({ ms: performance.now() - startedAt, status: answer.statusCode, body }));
    });
    call.on('error', reject).end(text);
  });
}

function unknownEmail() {
  return `nobody-${randomBytes(6).toString('hex')}@example.org`;
}

/** Changes one character of the signature. */
function forge(handle) {
  const index = handle.length - 10;
  return handle.slice(0, index) + (handle[index] === 'A' ? 'B' : 'A') + handle.slice(index + 1);
}

/** Copies a demo learner's account, password included, once for each try. @returns the e-mail addresses */
function createAccounts(count) {
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
    // Same length as the unknown addresses.
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

/** Requests a reset link and returns its handle, which stays valid after a rejected password. */
async function createResetHandle() {
  const email = 'jonas.petersen@nordhafen.example';
  await send({ method: 'POST', path: '/api/auth/forgot-password', body: { email } });
  let link;
  await until(async () => {
    // Not with `send`: the outbox is visible only to local requests without forwarding headers.
    const mails = await (await fetch(`${base}/dev/outbox.json`)).json();
    link = mails.find((mail) => mail.to === email)?.link;
    return Boolean(link);
  });
  const body = { token: link.split('/reset/')[1] };
  return JSON.parse((await send({ method: 'POST', path: '/api/auth/password-reset/check', body })).body).handle;
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
      const { port: openPort } = server.address();
      server.close(() => resolve(openPort));
    });
  });
}
