// `npm run examples`: records the examples of the OpenAPI document from the demo data into
// src/infrastructure/http/api-examples.json. Run it after a build when a response has changed its shape. One row of each
// kind, no secrets.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';

const FILE = 'src/infrastructure/http/api-examples.json';
const PASSWORD = 'cranes-over-the-harbour';
/** Tried in this order until one of them sees data. */
const USER_NAMES = ['admin@nordhafen.example', 'platform@skilgrid.example', 'jonas.petersen@nordhafen.example'];
/** Secrets and data of this machine; the contract has its own examples for these. */
const EXCLUDED_DTOS = ['SessionRowDto', 'PasskeyRowDto', 'VideoLinkDto', 'ApiKeyMadeDto', 'PasskeyOptionsDto'];

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
  await waitUntilReady();
  const sessions = await Promise.all(USER_NAMES.map(signIn));
  const document = await (await fetch(`${base}/api/docs-json`)).json();
  const [{ headers: admin }] = sessions;
  const first = async (path) => (await (await fetch(base + path, { headers: admin })).json())[0];
  // A person, skill and training for which every report has rows.
  const evidence = await first('/api/skill-evidence?state=approved&kind=training&_end=1');
  const { staff_id, skill_id, training_id } = evidence;
  const quiz = await first('/api/quizzes?_end=1');
  const examples = { schemas: {}, operations: {} };
  examples.schemas.IdentityDto = { ...sessions[0].identity, token: 'eyJ…' };
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
    const isLegacy = get.deprecated === true;
    if (EXCLUDED_DTOS.includes(name) || /otp|email|decryption|Password|video_url/i.test(path)) continue;
    for (const { headers, identity } of sessions) {
      const url = await resolvePath(path, headers, identity);
      if (!url) continue;
      const answer = await fetch(`${base}${url}?${query}`, { headers });
      if (answer.status !== 200) continue;
      const body = await answer.json();
      const example = trimExample(body);
      const row = Array.isArray(example) ? example[0] : example;
      if (row === undefined || (isLegacy && body.Status === false)) continue;
      if (isLegacy || !name) examples.operations[get.operationId] ??= example;
      else if (countFilled(row) > countFilled(examples.schemas[name])) examples.schemas[name] = row;
      if (countFilled(row) > 0) break;
    }
  }
  const sortKeys = (object) => Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));
  const text = JSON.stringify({ schemas: sortKeys(examples.schemas), operations: sortKeys(examples.operations) });
  writeFileSync(FILE, await format(text, { ...(await resolveConfig(FILE)), filepath: FILE }));
  console.log(
    `${Object.keys(examples.schemas).length} rows and ${Object.keys(examples.operations).length} answers in ${FILE}`,
  );
} finally {
  server.kill('SIGKILL');
  rmSync(data, { recursive: true, force: true });
}

/** Number of non-null values; the row with the most becomes the example. */
function countFilled(row) {
  return Object.values(row ?? {}).filter((value) => value !== null).length;
}

/** Shortens a response: two objects or ten plain values of each list. */
function trimExample(value) {
  if (Array.isArray(value)) {
    const isPlain = value.every((each) => typeof each !== 'object' || each === null);
    return value.slice(0, isPlain ? 10 : 2).map(trimExample);
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, trimExample(each)]));
}

/** Fills in the id of a record that this user sees; undefined if there is none. */
async function resolvePath(path, headers, { customer_id }) {
  if (path.includes('{customer_id}')) return path.replace('{customer_id}', String(customer_id || 1001));
  if (!path.includes('{')) return path;
  const list = path.slice(0, path.indexOf('/{'));
  const answer = await fetch(`${base}${list}?_end=20`, { headers });
  const rows = answer.ok ? await answer.json() : [];
  const [row] = Array.isArray(rows) ? rows.sort((a, b) => countFilled(b) - countFilled(a)) : [];
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

async function waitUntilReady() {
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
      const { port: openPort } = probe.address();
      probe.close(() => resolve(openPort));
    });
  });
}
