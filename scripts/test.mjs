// `npm test`: the whole suite. Every test that touches a database runs on the embedded one and again on MariaDB, and
// the journeys run in a real browser; what cannot run here is named, with the way to run it.
//
//   npm test                      everything
//   npm test -- test/rest         only the files whose path matches
//   TEST_ENGINE=sqlite npm test   one engine only (sqlite or mariadb)
//   REQUIRE_ALL=1 npm test        a missing MariaDB or browser is a failure
//   TEST_WALK=one npm test        the walks over all screens look at each in one of eight variants, not four; whole: in all
//   TEST_UNTIL=1769000000000 npm test   journeys that would begin after this moment are skipped, and named
//   TEST_NODE=/path/to/node,…     the embedded suites that Node decides, once more on each of these Nodes
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { freemem, tmpdir } from 'node:os';
import { delimiter, join, relative, sep } from 'node:path';
import { prepare, requireNode, root, run, signalChildren } from './prepare.mjs';
import { madeDemo, madeTemplate } from './test-template.mjs';
import { together } from './test-together.mjs';

/** These never open a database: once is enough. Anything else under test/ runs on both engines. */
const engineFree = ['architecture', 'platform', 'domain', 'admin-kit'];
/** Where a line of Node shows: how it starts and ends, its sockets, files, threads, and the SQLite it brings along. */
const nodeDecides = ['platform/', 'database/', 'wire/', 'durability/kill.', 'durability/sigterm', 'durability/backup'];
/** Of a line between the oldest and the newest: that it starts, answers and tells of its faults as the others do. */
const nodeBetweenDecides = [
  'platform/http',
  'platform/lean-start',
  'platform/static-admin',
  'platform/config',
  'wire/',
];
/** These start, kill and refuse a MariaDB of their own; once is enough, and nobody else's server is touched. */
const ownServers = ['servers'];
const needsGalera = ['test/servers/cluster.spec.ts'];
const galera = ['/usr/lib/galera/libgalera_smm.so', '/usr/lib64/galera-4/libgalera_smm.so'];
/** These want object storage that judges signatures. */
const needsS3 = ['test/rest/object-storage.spec.ts'];
/** These want ffmpeg. */
const needsFfmpeg = ['test/rest/video-streams.spec.ts', 'test/journeys/stream.spec.ts'];
/** These want the packages that only who sends traces installs. */
const needsTelemetry = ['test/rest/traces.spec.ts'];
const swift = ['proxy', 'account', 'container', 'object'].map((layer) => `/usr/bin/swift-${layer}-server`);
/** These have an app, but what they say is decided before any statement is sent, by where files lie, or by a queue, a socket or
 * a process that no statement differs for: once is enough. */
const decidedByOne = [
  'test/durability/export-killed.spec.ts',
  'test/durability/full-log.spec.ts',
  'test/durability/full-outbox.spec.ts',
  'test/durability/imports.spec.ts',
  'test/durability/sigterm.spec.ts',
  'test/durability/sigterm-streams.spec.ts',
  'test/durability/upload-killed.spec.ts',
  'test/isolation/bounds.spec.ts',
  'test/isolation/doors.spec.ts',
  'test/isolation/who-may.spec.ts',
  'test/redis/start.spec.ts',
  'test/redis/throttle.spec.ts',
  'test/redis/wakes.spec.ts',
  'test/rest/documented.spec.ts',
  'test/rest/export-jobs.spec.ts',
  'test/rest/headers.spec.ts',
  'test/rest/notices-bulk.spec.ts',
  'test/rest/object-storage.spec.ts',
  'test/rest/seed.spec.ts',
  'test/rest/traces.spec.ts',
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

const until = process.env.TEST_UNTIL ?? '';
delete process.env.TEST_UNTIL;
const results = { passed: 0, failed: 0, skipped: 0 };
const notRun = [];
const memory = folderInMemory();
if (memory) process.env.TMPDIR = memory;
const scratch = mkdtempSync(join(tmpdir(), 'skilgrid-test-'));
// However it ends: what lies in memory would stay there.
process.on('exit', () => rmSync(memory ?? scratch, { recursive: true, force: true, maxRetries: 3 }));

const asked = specFiles(join(root, 'test')).filter(
  (file) => !patterns.length || patterns.some((p) => file.includes(p)),
);
const hasS3 = Boolean(process.env.TEST_S3_URL) || [...swift, '/usr/bin/memcached'].every((path) => existsSync(path));
const files = asked.filter((file) => hasS3 || !needsS3.includes(file));
if (files.length < asked.length) {
  missing(
    `${count(
      asked.filter((one) => !files.includes(one)),
      'test file',
    )} on object storage: OpenStack Swift was not found.\n` +
      '  Install it (Debian and Ubuntu: apt-get install swift-proxy swift-account swift-container swift-object memcached)\n' +
      '  or name a server: TEST_S3_URL="https://s3.example.org?region=…" with S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY',
    false,
  );
}
const streamed = files.filter((file) => needsFfmpeg.includes(file));
if (streamed.length && !(onPath('ffmpeg') && onPath('ffprobe'))) {
  missing(
    `${count(streamed, 'test file')} of streamed videos: ffmpeg was not found.\n` +
      '  Install it (Debian and Ubuntu: apt-get install ffmpeg)',
    false,
  );
  for (const file of streamed) files.splice(files.indexOf(file), 1);
}
const within = (...folders) => files.filter((file) => folders.includes(file.split('/')[1]));
const traced = files.filter((file) => needsTelemetry.includes(file));
if (traced.length && !existsSync(join(root, 'ops', 'telemetry', 'node_modules', '@opentelemetry', 'api'))) {
  missing(
    `${count(traced, 'test file')} of traces: the packages of OpenTelemetry are not installed.\n` +
      '  Install them: npm ci --prefix ops/telemetry',
    false,
  );
  for (const file of traced) files.splice(files.indexOf(file), 1);
}
const withRedis = within('redis');
if (withRedis.length && !onPath('redis-server')) {
  missing(
    `${count(withRedis, 'test file')} with a Redis of their own: redis-server was not found.\n` +
      '  Install it (Debian and Ubuntu: apt-get install redis-server)',
    false,
  );
  for (const file of withRedis) files.splice(files.indexOf(file), 1);
}
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
for (const node of otherNodes)
  await jestOnAnotherNode(node, node === otherNodes.at(-1) ? nodeDecides : nodeBetweenDecides);
const onMariaDb = engine === 'both' ? onEachEngine.filter((file) => !decidedByOne.includes(file)) : onEachEngine;
if (engine !== 'sqlite' && onMariaDb.length) await jestOnMariaDb();
// Servers mostly wait, for one another and for what they have lost; browsers never do.
await Promise.all([
  engine !== 'sqlite' && onOwnServers.length && jestOnOwnServers(),
  journeys.length && jestInBrowser(),
]);

rmSync(join(root, 'test', '.together'), { recursive: true, force: true });
for (const line of notRun) console.log(`NOT RUN: ${line}`);
if (results.passed + results.failed === 0) console.log('No test ran at all, which is a failure.');
console.log(`${results.passed} passed, ${results.failed} failed, ${results.skipped} skipped`);
process.exit(results.failed > 0 || results.passed === 0 ? 1 : 0);

/** Rules and answers above what a line of Node decides are decided by the Node of this run, on two engines. */
async function jestOnAnotherNode(node, begins) {
  const answered = spawnSync(node, ['--version'], { encoding: 'utf8' });
  if (answered.status === 0) {
    const decided = files.filter((file) => begins.some((begin) => file.startsWith(`test/${begin}`)));
    const where = `on the embedded database by Node ${answered.stdout.trim()}`;
    return jest(where, decided, embedded, { node });
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
    // A journey keeps a core busy for half of its time, the rest is a page that waits: three fill two cores, where they fit.
    const atOnce = freemem() > 6e9 ? 3 : 2;
    const demo = await madeDemo(scratch);
    await jest(
      'in the browser',
      journeys,
      { ...embedded, TEST_DEMO: demo, CHROMIUM_PATH: browser, TEST_UNTIL: until },
      { workers: atOnce },
    );
    return;
  }
  missing(
    `${count(journeys, 'browser journey')}: no Chromium was found.\n` +
      '  Install it (Debian and Ubuntu: apt-get install chromium) or say where one is: CHROMIUM_PATH=/path/to/chrome npm test',
    Boolean(process.env.CHROMIUM_PATH),
  );
}

/**
 * Each commit waits for a disk, and tests throw away all that they commit: where there is memory enough, and programs may be run
 * from it, everything temporary lies there. What is killed is a process, never the machine.
 */
function folderInMemory() {
  const shared = '/dev/shm';
  try {
    if (process.env.TMPDIR || process.availableMemory() < 12e9) return null;
    const mounted = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .filter((line) => line.split(' ')[1] === shared);
    if (!mounted.length || mounted.some((line) => line.split(' ')[3].split(',').includes('noexec'))) return null;
    const { bavail, bsize } = statfsSync(shared);
    if (bavail * bsize < 8e9) return null;
    const folder = mkdtempSync(join(shared, 'skilgrid-tmp-'));
    // As the one it stands for: database servers are other users.
    chmodSync(folder, 0o1777);
    return folder;
  } catch {
    return null;
  }
}

function onPath(name) {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)));
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
    env: { ...process.env, NODE_ENV: 'test', TEST_BUILT: '1', ...env },
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
  const late = counts.testResults.filter(
    ({ assertionResults: all }) => all.length && all.every(({ status }) => status === 'pending'),
  );
  if (env.TEST_UNTIL && late.length)
    notRun.push(
      `${count(late, 'test file')} ${where}: the time that TEST_UNTIL leaves was over. Without it they run, singly by npm test -- FILE:\n` +
        late.map(({ name }) => `  ${relative(root, name).split(sep).join('/')}`).join('\n'),
    );
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
    // The same engine without a window's frame, tabs and menus, which are pages themselves and drawn for each visitor.
    '/usr/bin/chromium-headless-shell',
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
