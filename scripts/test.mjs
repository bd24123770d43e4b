// The test commands. What a machine lacks is named in one line, with the way to run it.
//
//   npm run test:unit                 rules and components: no database, no browser
//   npm test                          what CI runs: unit, API suites, the suites where the engine decides on MariaDB, core journeys
//   npm run test:all                  everything, on both engines and on other lines of Node, with the slow suites and linters
//   npm test -- test/rest             only the files whose path matches, from every tier
//   npm test -- test/rest/staff.spec.ts -t 'are created'    only the tests whose title matches
//
//   TEST_ENGINE=sqlite|mariadb        one engine only
//   REQUIRE_ALL=1                     a missing MariaDB or browser is a failure
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { freemem, tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { installTools, lintAll } from './lint-all.mjs';
import { prepare, requireNode, root, run, signalChildren } from './prepare.mjs';
import { findBrowser, findOtherNodes, memoryFolder, onPath, whyNoDatabase } from './test-machine.mjs';
import { readReport, retryable, summaryOf } from './test-report.mjs';
import { fixClock, madeDemo, madeTemplate } from './test-template.mjs';
import {
  folderOf,
  isCoreJourney,
  isDecidedByEngine,
  isDecidedByNode,
  isInMainTier,
  isUnit,
  NEEDS,
  runsOnOneEngine,
} from './test-tiers.mjs';
import { together } from './test-together.mjs';

requireNode();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    signalChildren(signal);
    process.exit(130);
  });
}

const { tier, patterns, title } = parseArguments(process.argv.slice(2));
const requireAll = Boolean(process.env.REQUIRE_ALL) && process.env.REQUIRE_ALL !== '0';
const engine = process.env.TEST_ENGINE || 'both';
if (!['both', 'sqlite', 'mariadb'].includes(engine)) {
  console.error(`TEST_ENGINE is "${engine}"; it can be sqlite or mariadb, or be left out for both.`);
  process.exit(1);
}
fixClock();

/** At most so many spec files are run once more; with more failures something is really broken. */
const MOST_RETRIED = 3;

const counts = { passed: 0, failed: 0, skipped: 0 };
/** Failed tests and steps, each with what repeats it. */
const failures = [];
const notRun = [];
/** Seconds of each step, told at the end. */
const steps = [];

const inMemory = memoryFolder();
if (inMemory) process.env.TMPDIR = inMemory;
const scratch = mkdtempSync(join(tmpdir(), 'skilgrid-test-'));
// However it ends: what lies in memory would stay there.
process.on('exit', () => rmSync(inMemory ?? scratch, { recursive: true, force: true, maxRetries: 3 }));

const available = specFiles().filter((file) => patterns.length === 0 || patterns.some((part) => file.includes(part)));
const chosen = withoutWhatIsMissing(available.filter(isChosen));
const journeys = chosen.filter((file) => folderOf(file) === 'journeys');
const servers = chosen.filter((file) => folderOf(file) === 'servers');
const rest = chosen.filter((file) => !journeys.includes(file) && !servers.includes(file));
const units = rest.filter(isUnit);
const suites = rest.filter((file) => !isUnit(file));

const browser = journeys.length ? findBrowser() : null;
if (tier === 'unit') await prepare({ api: false, admin: false });
else await prepare({ admin: Boolean(browser) });

const embedded = {
  TEST_ENGINE: 'sqlite',
  TEST_TEMPLATE: tier === 'unit' ? '' : await madeTemplate(scratch, { engine: 'sqlite' }),
};
if (engine !== 'mariadb') await jest('unit tests', units, embedded);
if (engine !== 'mariadb') await jest('on the embedded database', suites, embedded);
if (engine !== 'sqlite') await jestOnMariaDb();
if (engine !== 'sqlite') await jestOnOwnServers();
await jestInBrowser();
if (tier === 'all' && patterns.length === 0) {
  await installTools();
  for (const { node, line } of findOtherNodes()) {
    if (node) await jest(`on the embedded database by Node ${line}`, rest.filter(isDecidedByNode), embedded, { node });
    else missing(`the embedded suites by Node ${line}, which npm does not have for this machine`, false);
  }
  for (const { name, ok, seconds } of await lintAll()) {
    steps.push({ name, seconds });
    counts[ok ? 'passed' : 'failed'] += 1;
    if (!ok) failures.push({ name, command: 'npm run lint:all' });
  }
}
const flaky = await retryFailedFiles();

rmSync(join(root, 'test', '.together'), { recursive: true, force: true });
console.log('');
for (const { name, seconds, tests } of steps)
  console.log(`${String(seconds).padStart(5)} s  ${name}${tests === undefined ? '' : `: ${tests} tests`}`);
for (const line of notRun) console.log(`NOT RUN: ${line}`);
for (const line of flaky) console.log(`FLAKY: ${line}`);
for (const line of summaryOf(failures)) console.log(line);
if (counts.passed + counts.failed === 0) console.log('No test ran at all, which is a failure.');
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exit(counts.failed > 0 || counts.passed === 0 ? 1 : 0);

function parseArguments(given) {
  const parsed = { tier: 'main', patterns: [], title: '' };
  for (let at = 0; at < given.length; at++) {
    if (given[at] === '--unit') parsed.tier = 'unit';
    else if (given[at] === '--all') parsed.tier = 'all';
    else if (given[at] === '-t') parsed.title = given[++at] ?? '';
    else parsed.patterns.push(given[at]);
  }
  return parsed;
}

/** A file that is named runs, whichever tier it belongs to. */
function isChosen(file) {
  if (tier === 'unit') return isUnit(file);
  if (tier === 'all' || patterns.length) return true;
  return folderOf(file) === 'journeys' ? isCoreJourney(file) : isInMainTier(file);
}

/** @returns {string[]} the files whose programs this machine has; of the others a line says what to install */
function withoutWhatIsMissing(files) {
  return NEEDS.reduce((left, { begins, isHere, install }) => {
    const needing = left.filter((file) => begins.some((begin) => file.startsWith(begin)));
    if (!needing.length || isHere()) return left;
    missing(`${needing.join(', ')}: ${install}`, false);
    return left.filter((file) => !needing.includes(file));
  }, files);
}

/** Something this machine lacks. It is a failure when it was asked for by name, or when everything is required. */
function missing(what, wasAsked) {
  notRun.push(what);
  if (!requireAll && !wasAsked) return;
  counts.failed += 1;
  failures.push({ name: `not run: ${what}`, command: 'npm test' });
}

async function jestOnMariaDb() {
  const isNarrow = tier === 'main' && patterns.length === 0;
  const files = suites.filter((file) =>
    isNarrow && engine === 'both' ? isDecidedByEngine(file) : engine === 'mariadb' || !runsOnOneEngine(file),
  );
  if (!files.length) return;
  const url = process.env.TEST_DATABASE_URL || 'mariadb://root@127.0.0.1:3306/';
  const trouble = await whyNoDatabase(url);
  if (trouble) {
    missing(
      `${files.length} test files on MariaDB (${trouble}); start one and name an account that may create databases: ` +
        'TEST_DATABASE_URL=mariadb://root:secret@127.0.0.1:3306/ npm test',
      engine === 'mariadb' || Boolean(process.env.TEST_DATABASE_URL),
    );
    return;
  }
  const template = await madeTemplate(scratch, { engine: 'mariadb', server: url });
  await jest('on MariaDB', files, { TEST_ENGINE: 'mariadb', TEST_DATABASE_URL: url, TEST_TEMPLATE: template });
}

async function jestOnOwnServers() {
  if (!servers.length) return;
  if (onPath('mariadbd') && onPath('mariadb-install-db')) {
    await jest('on MariaDB servers of their own', servers, { TEST_ENGINE: 'mariadb' });
    return;
  }
  missing(
    `${servers.length} test files that start a MariaDB of their own: apt-get install mariadb-server`,
    engine === 'mariadb',
  );
}

async function jestInBrowser() {
  if (!journeys.length) return;
  if (!browser) {
    missing(
      `${journeys.length} browser journeys (no Chromium): apt-get install chromium, or CHROMIUM_PATH=/path/to/chrome npm test`,
      Boolean(process.env.CHROMIUM_PATH),
    );
    return;
  }
  // A journey keeps a core busy for half of its time, the rest is a page that waits: three fill two cores, where they fit.
  const workers = freemem() > 6e9 ? 3 : 2;
  const demo = await madeDemo(scratch);
  await jest('in the browser', journeys, { ...embedded, TEST_DEMO: demo, CHROMIUM_PATH: browser }, { workers });
}

/**
 * Runs these files in jest, counts their tests and keeps what failed for the retry and the summary.
 * @param {string} where what the step is called
 * @param {string[]} files test/…/x.spec.ts
 * @param {Record<string, string>} env what this step adds to the environment
 */
async function jest(where, files, env, { workers = 2, node = process.execPath } = {}) {
  if (!files.length) return;
  console.log(`\n── ${files.length} test file${files.length === 1 ? '' : 's'}, ${where}\n`);
  const began = Date.now();
  const name = where.replaceAll(' ', '-');
  const { isSlow } = createRequire(import.meta.url)('../test/support/slow-first.cjs');
  const joined = together(files, { root, alone: isSlow, name });
  const report = await runJest(name, joined, env, { workers, node });
  const seconds = Math.round((Date.now() - began) / 1000);
  if (!report) {
    counts.failed += 1;
    failures.push({ name: `${where}: jest ended without a report`, command: 'npm test' });
    steps.push({ name: where, seconds });
    return;
  }
  counts.passed += report.passed;
  counts.failed += report.failed.length;
  counts.skipped += report.skipped;
  for (const failure of report.failed) failures.push({ ...failure, where, env, node });
  steps.push({ name: where, seconds, tests: report.passed + report.failed.length });
}

/** @returns {Promise<ReturnType<typeof readReport> | null>} null where jest died before it could write one */
async function runJest(name, files, env, { workers, node }) {
  const output = join(scratch, `${name}.json`);
  const args = [
    join(root, 'node_modules', 'jest', 'bin', 'jest.js'),
    `--maxWorkers=${workers}`,
    '--workerIdleMemoryLimit=900MB',
    '--json',
    `--outputFile=${output}`,
    ...(title ? ['-t', title] : []),
    '--runTestsByPath',
    ...files,
  ];
  const code = await run(node, args, {
    show: true,
    env: { ...process.env, NODE_ENV: 'test', TEST_BUILT: '1', ...env },
  });
  return existsSync(output) ? readReport(JSON.parse(readFileSync(output, 'utf8')), { root, code }) : null;
}

/**
 * Runs the files that failed once more, each alone. What passes then is told as flaky and counted as passed.
 * @returns {Promise<string[]>} the flaky tests
 */
async function retryFailedFiles() {
  const files = retryable(failures, MOST_RETRIED);
  const told = [];
  for (const [at, { file, where, env, node }] of files.entries()) {
    console.log(`\n── once more, alone: ${file}, ${where}\n`);
    const again = await runJest(`retry-${at}`, [file], env, { workers: 1, node });
    if (!again || again.failed.length || again.passed === 0) continue;
    for (const failure of failures.filter((one) => one.file === file && one.where === where)) {
      failures.splice(failures.indexOf(failure), 1);
      counts.failed -= 1;
      counts.passed += 1;
      told.push(`${file}: ${failure.title}`);
    }
  }
  return told;
}

/** @returns {string[]} test/…/x.spec.ts with forward slashes, in a fixed order */
function specFiles() {
  return readdirSync(join(root, 'test'), { recursive: true })
    .map((name) => `test/${String(name).split(sep).join('/')}`)
    .filter((name) => /\.spec\.tsx?$/.test(name) && !name.startsWith('test/.together/'))
    .sort();
}
