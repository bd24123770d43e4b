// The test commands. Each missing program is reported in one line, with the command that installs it.
//
//   npm run test:unit                 rules and components: no database, no browser
//   npm test                          as in CI: unit tests, API suites, engine-specific ones on MariaDB, core journeys
//   npm run test:all                  everything, on both engines and other Node versions, with slow suites and linters
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
import { findBrowser, findDatabaseProblem, findOtherNodes, memoryFolder, onPath } from './test-machine.mjs';
import { readReport, selectRetries, summarizeFailures } from './test-report.mjs';
import { createDemo, createTemplate, fixClock } from './test-template.mjs';
import {
  folderOf,
  isCoreJourney,
  isEngineIndependent,
  isEngineSpecific,
  isInMainTier,
  isNodeSpecific,
  isUnit,
  REQUIREMENTS,
} from './test-tiers.mjs';
import { combineSpecFiles } from './test-together.mjs';

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

/** With more failing files than this, nothing is retried. */
const MAX_RETRIED_FILES = 3;

const counts = { passed: 0, failed: 0, skipped: 0 };
/** Failed tests and steps, each with the command that repeats it. */
const failures = [];
const notRun = [];
/** Duration of each step, printed at the end. */
const steps = [];

const memoryTmpDir = memoryFolder();
if (memoryTmpDir) process.env.TMPDIR = memoryTmpDir;
const scratch = mkdtempSync(join(tmpdir(), 'skilgrid-test-'));
// On every exit, because files in memory would stay there.
process.on('exit', () => rmSync(memoryTmpDir ?? scratch, { recursive: true, force: true, maxRetries: 3 }));

const available = specFiles().filter((file) => patterns.length === 0 || patterns.some((part) => file.includes(part)));
const selected = filterRunnable(available.filter(isSelected));
const journeys = selected.filter((file) => folderOf(file) === 'journeys');
const servers = selected.filter((file) => folderOf(file) === 'servers');
const rest = selected.filter((file) => !journeys.includes(file) && !servers.includes(file));
const units = rest.filter(isUnit);
const suites = rest.filter((file) => !isUnit(file));

const browser = journeys.length ? findBrowser() : null;
if (tier === 'unit') await prepare({ api: false, admin: false });
else await prepare({ admin: Boolean(browser) });

const embedded = {
  TEST_ENGINE: 'sqlite',
  TEST_TEMPLATE: tier === 'unit' ? '' : await createTemplate(scratch, { engine: 'sqlite' }),
};
if (engine !== 'mariadb') await jest('unit tests', units, embedded);
if (engine !== 'mariadb') await jest('on the embedded database', suites, embedded);
if (engine !== 'sqlite') await jestOnMariaDb();
if (engine !== 'sqlite') await jestOnOwnServers();
await jestInBrowser();
if (tier === 'all' && patterns.length === 0) {
  await installTools();
  for (const { node, line } of findOtherNodes()) {
    if (node) await jest(`on the embedded database by Node ${line}`, rest.filter(isNodeSpecific), embedded, { node });
    else reportMissing(`the embedded suites by Node ${line}, which npm does not have for this machine`, false);
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
for (const line of summarizeFailures(failures)) console.log(line);
if (counts.passed + counts.failed === 0) console.log('No test ran at all, which is a failure.');
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exit(counts.failed > 0 || counts.passed === 0 ? 1 : 0);

function parseArguments(args) {
  const parsed = { tier: 'main', patterns: [], title: '' };
  for (let index = 0; index < args.length; index++) {
    if (args[index] === '--unit') parsed.tier = 'unit';
    else if (args[index] === '--all') parsed.tier = 'all';
    else if (args[index] === '-t') parsed.title = args[++index] ?? '';
    else parsed.patterns.push(args[index]);
  }
  return parsed;
}

/** Files named on the command line run whatever their tier. */
function isSelected(file) {
  if (tier === 'unit') return isUnit(file);
  if (tier === 'all' || patterns.length) return true;
  return folderOf(file) === 'journeys' ? isCoreJourney(file) : isInMainTier(file);
}

/** @returns {string[]} the files whose programs are installed; the others are reported */
function filterRunnable(files) {
  return REQUIREMENTS.reduce((remaining, { prefixes, isInstalled, install }) => {
    const affected = remaining.filter((file) => prefixes.some((prefix) => file.startsWith(prefix)));
    if (!affected.length || isInstalled()) return remaining;
    reportMissing(`${affected.join(', ')}: ${install}`, false);
    return remaining.filter((file) => !affected.includes(file));
  }, files);
}

/** Reports tests that cannot run here. A failure if they were requested explicitly or REQUIRE_ALL is set. */
function reportMissing(what, wasRequested) {
  notRun.push(what);
  if (!requireAll && !wasRequested) return;
  counts.failed += 1;
  failures.push({ name: `not run: ${what}`, command: 'npm test' });
}

async function jestOnMariaDb() {
  const isMainRun = tier === 'main' && patterns.length === 0;
  const files = suites.filter((file) =>
    isMainRun && engine === 'both' ? isEngineSpecific(file) : engine === 'mariadb' || !isEngineIndependent(file),
  );
  if (!files.length) return;
  const url = process.env.TEST_DATABASE_URL || 'mariadb://root@127.0.0.1:3306/';
  const problem = await findDatabaseProblem(url);
  if (problem) {
    reportMissing(
      `${files.length} test files on MariaDB (${problem}); start one and name an account that may create databases: ` +
        'TEST_DATABASE_URL=mariadb://root:secret@127.0.0.1:3306/ npm test',
      engine === 'mariadb' || Boolean(process.env.TEST_DATABASE_URL),
    );
    return;
  }
  const template = await createTemplate(scratch, { engine: 'mariadb', server: url });
  await jest('on MariaDB', files, { TEST_ENGINE: 'mariadb', TEST_DATABASE_URL: url, TEST_TEMPLATE: template });
}

async function jestOnOwnServers() {
  if (!servers.length) return;
  if (onPath('mariadbd') && onPath('mariadb-install-db')) {
    await jest('on MariaDB servers of their own', servers, { TEST_ENGINE: 'mariadb' });
    return;
  }
  reportMissing(
    `${servers.length} test files that start a MariaDB of their own: apt-get install mariadb-server`,
    engine === 'mariadb',
  );
}

async function jestInBrowser() {
  if (!journeys.length) return;
  if (!browser) {
    reportMissing(
      `${journeys.length} browser journeys (no Chromium): apt-get install chromium, or CHROMIUM_PATH=/path/to/chrome npm test`,
      Boolean(process.env.CHROMIUM_PATH),
    );
    return;
  }
  // A journey uses a core for half of its time, so three fill two cores if memory allows.
  const workers = freemem() > 6e9 ? 3 : 2;
  const demo = await createDemo(scratch);
  await jest('in the browser', journeys, { ...embedded, TEST_DEMO: demo, CHROMIUM_PATH: browser }, { workers });
}

/**
 * Runs files in jest, counts their tests and collects failures for the retry and the summary.
 * @param {string} where the name of the step
 * @param {string[]} files test/…/x.spec.ts
 * @param {Record<string, string>} env added to the environment
 */
async function jest(where, files, env, { workers = 2, node = process.execPath } = {}) {
  if (!files.length) return;
  console.log(`\n── ${files.length} test file${files.length === 1 ? '' : 's'}, ${where}\n`);
  const startedAt = Date.now();
  const name = where.replaceAll(' ', '-');
  const { isSlow } = createRequire(import.meta.url)('../test/support/slow-first.cjs');
  const combined = combineSpecFiles(files, { root, runsAlone: isSlow, name });
  const report = await runJest(name, combined, env, { workers, node });
  const seconds = Math.round((Date.now() - startedAt) / 1000);
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

/** @returns {Promise<ReturnType<typeof readReport> | null>} null if jest died before writing one */
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
 * Runs failed files once more, each alone. Tests that pass then are reported as flaky and count as passed.
 * @returns {Promise<string[]>} the flaky tests
 */
async function retryFailedFiles() {
  const files = selectRetries(failures, MAX_RETRIED_FILES);
  const flakyTests = [];
  for (const [index, { file, where, env, node }] of files.entries()) {
    console.log(`\n── once more, alone: ${file}, ${where}\n`);
    const report = await runJest(`retry-${index}`, [file], env, { workers: 1, node });
    if (!report || report.failed.length || report.passed === 0) continue;
    for (const failure of failures.filter((one) => one.file === file && one.where === where)) {
      failures.splice(failures.indexOf(failure), 1);
      counts.failed -= 1;
      counts.passed += 1;
      flakyTests.push(`${file}: ${failure.title}`);
    }
  }
  return flakyTests;
}

/** @returns {string[]} test/…/x.spec.ts with forward slashes, in a fixed order */
function specFiles() {
  return readdirSync(join(root, 'test'), { recursive: true })
    .map((name) => `test/${String(name).split(sep).join('/')}`)
    .filter((name) => /\.spec\.tsx?$/.test(name) && !name.startsWith('test/.together/'))
    .sort();
}
