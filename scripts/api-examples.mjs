// Records the examples of the API's document from the demo (src/platform/http/api-examples.json): `npm run examples`, after a build
// and whenever an answer has changed its shape. One row of each kind, nothing that is a secret.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';

const FILE = 'src/platform/http/api-examples.json';
const PASSWORD = 'cranes-over-the-harbour';
/** Whoever may and has something to see comes first. */
const ASKERS = ['admin@nordhafen.example', 'platform@skilgrid.example', 'jonas.petersen@nordhafen.example'];
/** What holds a secret, or is about this machine: told by the contract's own examples. */
const LEFT_OUT = ['SessionRowDto', 'PasskeyRowDto', 'VideoLinkDto', 'ApiKeyMadeDto', 'PasskeyAskedDto'];

const data = mkdtempSync(join(tmpdir(), 'skilgrid-examples-'));
const port = await freePort();
const base = `http://127.0.0.1:${port}`;
const server = spawn(process.execPath, ['dist/main.js'], {
  stdio: ['ignore', 'ignore', 'inherit'],
  env: {
    ...process.env,
    NODE_ENV: 'development',
    PORT: String(port),
    DATA_DIR: data,
    DATABASE_URL: '',
    SEED_DEMO: 'on',
  },
});

try {
  await ready();
  const askers = await Promise.all(ASKERS.map(signIn));
  const document = await (await fetch(`${base}/api/docs-json`)).json();
  const [{ headers: admin }] = askers;
  const first = async (path) => (await (await fetch(base + path, { headers: admin })).json())[0];
  // Somebody and something of which every report has rows.
  const evidence = await first('/api/skill-evidence?state=approved&kind=training&_end=1');
  const { staff_id, skill_id, training_id } = evidence;
  const quiz = await first('/api/quizzes?_end=1');
  const found = { schemas: {}, operations: {} };
  found.schemas.IdentityDto = { ...askers[0].identity, token: 'eyJ…' };
  for (const [path, { get }] of Object.entries(document.paths)) {
    const schema = get?.responses['200']?.content?.['application/json']?.schema;
    if (!schema || path.startsWith('/health')) continue;
    const query = new URLSearchParams();
    for (const { name, required } of get.parameters ?? [])
      if (required && { staff_id, skill_id, training_id }[name])
        query.set(name, { staff_id, skill_id, training_id }[name]);
    if (path === '/api/search') query.set('q', 'forklift');
    if (path === '/Common/get_quiz_questions') query.set('quiz_id', quiz.id);
    const name = (schema.$ref ?? schema.items?.$ref)?.split('/').pop();
    const isWire = get.deprecated === true;
    if (LEFT_OUT.includes(name) || /otp|email|decryption|Password|video_url/i.test(path)) continue;
    for (const { headers, identity } of askers) {
      const at = await addressOf(path, headers, identity);
      if (!at) continue;
      const answer = await fetch(`${base}${at}?${query}`, { headers });
      if (answer.status !== 200) continue;
      const whole = await answer.json();
      const shown = trimmed(whole);
      const one = Array.isArray(shown) ? shown[0] : shown;
      if (one === undefined || (isWire && whole.Status === false)) continue;
      if (isWire || !name) found.operations[get.operationId] ??= shown;
      else if (fullness(one) > fullness(found.schemas[name])) found.schemas[name] = one;
      if (fullness(one) > 0) break;
    }
  }
  const sorted = (of) => Object.fromEntries(Object.entries(of).sort(([a], [b]) => (a < b ? -1 : 1)));
  const text = JSON.stringify({ schemas: sorted(found.schemas), operations: sorted(found.operations) });
  writeFileSync(FILE, await format(text, { ...(await resolveConfig(FILE)), filepath: FILE }));
  console.log(
    `${Object.keys(found.schemas).length} rows and ${Object.keys(found.operations).length} answers in ${FILE}`,
  );
} finally {
  server.kill('SIGKILL');
  rmSync(data, { recursive: true, force: true });
}

/** The row with the most to see is the example. */
function fullness(row) {
  return Object.values(row ?? {}).filter((value) => value !== null).length;
}

/** Short enough to read: two rows of a list, ten plain values. */
function trimmed(value) {
  if (Array.isArray(value)) {
    const isPlain = value.every((each) => typeof each !== 'object' || each === null);
    return value.slice(0, isPlain ? 10 : 2).map(trimmed);
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, trimmed(each)]));
}

/** The path with the key of a record that this asker sees; undefined: there is none. */
async function addressOf(path, headers, { customer_id }) {
  if (path.includes('{customer_id}')) return path.replace('{customer_id}', String(customer_id || 1001));
  if (!path.includes('{')) return path;
  const list = path.slice(0, path.indexOf('/{'));
  const answer = await fetch(`${base}${list}?_end=20`, { headers });
  const rows = answer.ok ? await answer.json() : [];
  const [row] = Array.isArray(rows) ? rows.sort((a, b) => fullness(b) - fullness(a)) : [];
  return row && path.replace('{id}', row.id);
}

async function signIn(user_name) {
  const body = JSON.stringify({ user_name, password: PASSWORD });
  const answer = await fetch(`${base}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  const identity = await answer.json();
  return { identity, headers: { authorization: `Bearer ${identity.token}`, eid: identity.eid, oid: identity.oid } };
}

async function ready() {
  for (let tries = 0; tries < 600; tries += 1) {
    const answer = await fetch(`${base}/health/ready`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('The server was not ready within two minutes');
}

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port: found } = probe.address();
      probe.close(() => resolve(found));
    });
  });
}
