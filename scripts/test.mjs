// `npm test`: the whole suite. Every test that touches a database runs on the embedded one and again on MariaDB, and
// the journeys run in a real browser; what cannot run here is named, with the way to run it.
//
//   npm test                      everything
//   npm test -- test/rest         only the files whose path matches
//   TEST_ENGINE=sqlite npm test   one engine only (sqlite or mariadb)
//   REQUIRE_ALL=1 npm test        a missing MariaDB or browser is a failure
//   TEST_NODE=/path/to/node,…     the embedded suites that Node decides, once more on each of these Nodes
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { prepare, requireNode, root, run, signalChildren } from './prepare.mjs';
import { madeTemplate } from './test-template.mjs';
import { together } from './test-together.mjs';

/** These never open a database: once is enough. Anything else under test/ runs on both engines. */
const engineFree = ['architecture', 'platform', 'domain', 'admin-kit'];
/** Where a line of Node shows. */
const nodeDecides = ['platform', 'database', 'durability', 'size', 'wire'];
/** These start, kill and refuse a MariaDB of their own; once is enough, and nobody else's server is touched. */
const ownServers = ['servers'];
const needsGalera = ['test/servers/cluster.spec.ts'];
const galera = ['/usr/lib/galera/libgalera_smm.so', '/usr/lib64/galera-4/libgalera_smm.so'];
/** These have an app, but what they say is decided before any statement is sent: once is enough. */
const decidedByOne = [
  'test/durability/full-log.spec.ts',
  'test/isolation/bounds.spec.ts',
  'test/isolation/doors.spec.ts',
  'test/isolation/who-may.spec.ts',
  'test/rest/documented.spec.ts',
  'test/rest/headers.spec.ts',
  'test/rest/unknown-query.spec.ts',
];
const notHere = ['journeys', 'bench', 'support', ...ownServers];

requireNode();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    signalChildren(signal);
    process.exit(130);
  });
}

const patterns = process.argv.slice(2);
const requireAll = Boolean(process.env.REQUIRE_ALL) && process.env.REQUIRE_ALL !== '0';
const engine = process.env.TEST_ENGINE || 'both';
if (!['both', 'sqlite', 'mariadb'].includes(engine)) {
  console.error(`TEST_ENGINE is "${engine}"; it can be sqlite or mariadb, or be left out for both.`);
  process.exit(1);
}

const results = { passed: 0, failed: 0, skipped: 0 };
const notRun = [];
const scratch = mkdtempSync(join(tmpdir(), 'skilgrid-test-'));

const files = specFiles(join(root, 'test')).filter(
  (file) => !patterns.length || patterns.some((p) => file.includes(p)),
);
const within = (...folders) => files.filter((file) => folders.includes(file.split('/')[1]));
const once = within(...engineFree);
const onEachEngine = files.filter((file) => ![...engineFree, ...notHere].includes(file.split('/')[1]));
const onOwnServers = within(...ownServers);
const journeys = within('journeys');

const browser = journeys.length ? findBrowser() : null;
await prepare({ admin: Boolean(browser) });
// From here on the packages are there.
const { isSlow } = createRequire(import.meta.url)('../test/support/slow-first.cjs');

const embedded = { TEST_ENGINE: 'sqlite', TEST_TEMPLATE: await madeTemplate(scratch, { engine: 'sqlite' }) };
if (engine !== 'mariadb') await jest('on the embedded database', [...once, ...onEachEngine], embedded);
const otherNodes = engine === 'mariadb' ? [] : (process.env.TEST_NODE ?? '').split(',').filter(Boolean);
for (const node of otherNodes) await jestOnAnotherNode(node);
const onMariaDb = engine === 'both' ? onEachEngine.filter((file) => !decidedByOne.includes(file)) : onEachEngine;
if (engine !== 'sqlite' && onMariaDb.length) await jestOnMariaDb();
// Servers mostly wait, for one another and for what they have lost; browsers never do.
await Promise.all([
  engine !== 'sqlite' && onOwnServers.length && jestOnOwnServers(),
  journeys.length && jestInBrowser(),
]);

rmSync(scratch, { recursive: true, force: true });
rmSync(join(root, 'test', '.together'), { recursive: true, force: true });
for (const line of notRun) console.log(`NOT RUN: ${line}`);
if (results.passed + results.failed === 0) console.log('No test ran at all, which is a failure.');
console.log(`${results.passed} passed, ${results.failed} failed, ${results.skipped} skipped`);
process.exit(results.failed > 0 || results.passed === 0 ? 1 : 0);

/**
 * What a line of Node decides: how it starts and ends, its sockets, files, threads, and the SQLite it brings along. Rules and
 * answers above that are decided by the Node of this run, on two engines.
 */
async function jestOnAnotherNode(node) {
  const answered = spawnSync(node, ['--version'], { encoding: 'utf8' });
  if (answered.status === 0) {
    const where = `on the embedded database by Node ${answered.stdout.trim()}`;
    return jest(where, within(...nodeDecides), embedded, { node });
  }
  missing(`the embedded suites by ${node}, which cannot be run: TEST_NODE names executables of Node`, true);
}

async function jestOnMariaDb() {
  const url = process.env.TEST_DATABASE_URL || 'mariadb://root@127.0.0.1:3306/';
  const trouble = await cannotConnect(url);
  if (!trouble) {
    const template = await madeTemplate(scratch, { engine: 'mariadb', server: url });
    await jest('on MariaDB', onMariaDb, { TEST_ENGINE: 'mariadb', TEST_DATABASE_URL: url, TEST_TEMPLATE: template });
    return;
  }
  missing(
    `${count(onMariaDb, 'database-touching test file')} on MariaDB: ${trouble}.\n` +
      '  Start MariaDB 10.11 or later and name an account that may create databases, for example\n' +
      '  TEST_DATABASE_URL=mariadb://root:secret@127.0.0.1:3306/ npm test',
    engine === 'mariadb' || Boolean(process.env.TEST_DATABASE_URL),
  );
}

async function jestOnOwnServers() {
  const places = ['/usr/sbin', '/usr/bin', '/usr/local/sbin', '/usr/local/bin', '/usr/libexec', '/opt/homebrew/bin'];
  const has = (name) => places.some((place) => existsSync(join(place, name)));
  if (has('mariadbd') && has('mariadb-install-db')) {
    const beside = journeys.length && browser ? { workers: 1, show: 'whole' } : {};
    const clustered = onOwnServers.filter((file) => needsGalera.includes(file));
    const can = galera.some((path) => existsSync(path)) && has('rsync');
    if (clustered.length && !can) {
      missing(
        `${count(clustered, 'test file')} on a Galera cluster: its library or rsync was not found.\n` +
          '  Install both (Debian and Ubuntu: they come with apt-get install mariadb-server)',
        false,
      );
    }
    const list = onOwnServers.filter((file) => can || !clustered.includes(file));
    await jest('on MariaDB servers of their own', list, { TEST_ENGINE: 'mariadb' }, beside);
    return;
  }
  missing(
    `${count(onOwnServers, 'test file')} on a MariaDB server of their own: mariadbd and mariadb-install-db were not found.\n` +
      '  Install MariaDB 10.11 or later (Debian and Ubuntu: apt-get install mariadb-server)',
    engine === 'mariadb',
  );
}

async function jestInBrowser() {
  if (browser) {
    await jest('in the browser', journeys, { ...embedded, CHROMIUM_PATH: browser });
    return;
  }
  missing(
    `${count(journeys, 'browser journey')}: no Chromium was found.\n` +
      '  Install it (Debian and Ubuntu: apt-get install chromium) or say where one is: CHROMIUM_PATH=/path/to/chrome npm test',
    Boolean(process.env.CHROMIUM_PATH),
  );
}

/** Something this machine lacks. It is a failure when it was asked for by name, or when everything is required. */
function missing(what, asked) {
  notRun.push(what);
  if (requireAll || asked) results.failed += 1;
}

/** Runs these files in jest and adds its counts. A file that cannot even be loaded counts as one failed test. */
async function jest(where, list, env, { workers = 2, show = true, node = process.execPath } = {}) {
  if (!list.length) return;
  const title = `\n── ${count(list, 'test file')} ${where}\n`;
  console.log(show === 'whole' ? `${title.trimEnd()}: told when they are done` : title);
  const name = where.replaceAll(' ', '-');
  const report = join(scratch, `${name}.json`);
  const files = together(list, { root, alone: isSlow, name });
  const args = [
    `--maxWorkers=${workers}`,
    '--workerIdleMemoryLimit=900MB',
    '--json',
    `--outputFile=${report}`,
    '--runTestsByPath',
    ...files,
  ];
  const bin = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
  const code = await run(node, [bin, ...args], {
    show,
    env: { ...process.env, NODE_ENV: 'test', ...env },
  });
  if (!existsSync(report)) {
    console.error(`The tests ${where} ended without a report (exit code ${code}).`);
    results.failed += 1;
    return;
  }
  const counts = JSON.parse(readFileSync(report, 'utf8'));
  const failed = counts.numFailedTests + counts.numRuntimeErrorTestSuites;
  results.passed += counts.numPassedTests;
  results.failed += failed || (code === 0 ? 0 : 1);
  results.skipped += counts.numPendingTests + counts.numTodoTests;
}

/** @returns {Promise<string|null>} why the server cannot be used, in words */
async function cannotConnect(url) {
  try {
    const { createConnection } = createRequire(join(root, 'package.json'))('mysql2/promise');
    const { hostname, port, username, password } = new URL(url);
    const connection = await createConnection({
      host: hostname,
      port: Number(port || 3306),
      user: decodeURIComponent(username),
      password: decodeURIComponent(password),
      connectTimeout: 5_000,
    });
    await connection.query('SELECT 1');
    await connection.end();
    return null;
  } catch (error) {
    return error.code === 'ECONNREFUSED' ? 'nothing answers there' : error.message || String(error.code);
  }
}

function findBrowser() {
  if (process.env.CHROMIUM_PATH) return existsSync(process.env.CHROMIUM_PATH) ? process.env.CHROMIUM_PATH : null;
  const known = [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  ];
  return known.find((path) => existsSync(path)) ?? null;
}

function count(list, noun) {
  return `${list.length} ${noun}${list.length === 1 ? '' : 's'}`;
}

/** @returns {string[]} test/…/x.spec.ts with forward slashes, in a fixed order */
function specFiles(folder) {
  return readdirSync(folder, { recursive: true })
    .map((name) => `test/${String(name).split(sep).join('/')}`)
    .filter((name) => /\.spec\.tsx?$/.test(name))
    .sort();
}
