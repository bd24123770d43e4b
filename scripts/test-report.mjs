// Reads jest's JSON report and lists the failed tests with the command that repeats each.
import { relative, sep } from 'node:path';

/** Tests of isolation, durability, rules and grading are never retried, because their failures are not flakiness. */
const NEVER_RETRIED = [
  'test/isolation/',
  'test/tenancy/',
  'test/durability/',
  'test/domain/',
  'test/rest/attempts.',
  'test/rest/completion.',
  'test/rest/question-kinds.',
  'test/rest/quiz-draws.',
  'test/rest/quiz-submit.',
  'test/rest/reports.',
];

/** Failures listed in detail; the rest is only counted. */
const MAX_LISTED = 15;

/**
 * @param {object} report the output of `jest --json`
 * @param {{ root: string, code: number }} context the project's folder and jest's exit code
 * @returns {{ passed: number, skipped: number, failed: { file: string | null, title: string, at: string, message: string }[] }}
 *   `file` is the original spec file, never a combined one; null if unknown
 */
export function readReport(report, { root, code }) {
  const failed = report.testResults.flatMap((result) => {
    const path = relative(root, result.name).split(sep).join('/');
    const isCombined = path.startsWith('test/.together/');
    const tests = result.assertionResults.filter(({ status }) => status === 'failed');
    const failures = tests.map(({ title, ancestorTitles, failureMessages: [message = ''] }) => {
      const file = isCombined ? ancestorTitles[0] : path;
      return { file, title, at: findLocation(file, message), message: firstLine(message) };
    });
    // A file that cannot be loaded has no tests.
    if (result.status !== 'failed' || failures.length) return failures;
    return [
      { file: isCombined ? null : path, title: 'the file cannot be run', at: path, message: firstLine(result.message) },
    ];
  });
  if (code !== 0 && failed.length === 0)
    failed.push({ file: null, title: `jest ended with code ${code}`, at: '', message: '' });
  return { passed: report.numPassedTests, skipped: report.numPendingTests + report.numTodoTests, failed };
}

/**
 * Selects the failed files to run once more.
 * @returns {object[]} one failure per file; empty if there are more than `maxFiles` or one must not be retried
 */
export function selectRetries(failures, maxFiles) {
  const files = new Map();
  for (const failure of failures) files.set(`${failure.file} ${failure.where}`, failure);
  const candidates = [...files.values()];
  const isRetryable = ({ file }) => Boolean(file) && !NEVER_RETRIED.some((prefix) => file.startsWith(prefix));
  return candidates.length <= maxFiles && candidates.every(isRetryable) ? candidates : [];
}

/** @returns {string[]} lines for the end of the output */
export function summarizeFailures(failures) {
  const lines = failures.slice(0, MAX_LISTED).flatMap(({ name, file, title, at, message, where, env, command }) => {
    if (!file) return [`FAILED: ${name ?? `${where}: ${title}`}`, `  ${command ?? message}`];
    const engine = env.TEST_ENGINE === 'mariadb' ? 'TEST_ENGINE=mariadb ' : '';
    return [
      `FAILED: ${at} › ${title} (${where})`,
      `  ${message}`,
      `  repeat: ${engine}npm test -- ${file} -t ${quoteTitle(title)}`,
    ];
  });
  if (failures.length > MAX_LISTED) lines.push(`… and ${failures.length - MAX_LISTED} more failures`);
  return lines;
}

/** `file:line` from the stack, or only the file. */
function findLocation(file, message) {
  const name = file.split('/').at(-1).replaceAll('.', '\\.');
  const line = new RegExp(`${name}:(\\d+)`).exec(message)?.[1];
  return line ? `${file}:${line}` : file;
}

const firstLine = (text) =>
  (text ?? '')
    // eslint-disable-next-line no-control-regex
    .replaceAll(/\u001b\[[0-9;]*m/g, '')
    .split('\n')
    .map((line) => line.trim())
    .find(Boolean)
    ?.slice(0, 200) ?? '';

/** Escapes the title for jest's regular expression and for the shell. */
const quoteTitle = (title) => `'${title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll("'", '.')}'`;
