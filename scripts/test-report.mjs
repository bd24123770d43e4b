// Reads jest's JSON report: which tests failed, where, and the command that repeats each.
import { relative, sep } from 'node:path';

/** Whose failure is never put down to the machine: whose data, what is kept, what a level is worth. */
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

/** So many failures are told with where and how; of more, how many there are. */
const MOST_TOLD = 15;

/**
 * @param {object} report what `jest --json` wrote
 * @param {{ root: string, code: number }} of the project's folder and jest's exit code
 * @returns {{ passed: number, skipped: number, failed: { file: string | null, title: string, at: string, message: string }[] }}
 *   `file` is the spec file itself, never a joined one, and null where it is not known
 */
export function readReport(report, { root, code }) {
  const failed = report.testResults.flatMap((result) => {
    const path = relative(root, result.name).split(sep).join('/');
    const isJoined = path.startsWith('test/.together/');
    const tests = result.assertionResults.filter(({ status }) => status === 'failed');
    const own = tests.map(({ title, ancestorTitles, failureMessages: [message = ''] }) => {
      const file = isJoined ? ancestorTitles[0] : path;
      return { file, title, at: placeIn(file, message), message: firstLine(message) };
    });
    // A file that cannot be loaded has no tests.
    if (result.status !== 'failed' || own.length) return own;
    return [
      { file: isJoined ? null : path, title: 'the file cannot be run', at: path, message: firstLine(result.message) },
    ];
  });
  if (code !== 0 && failed.length === 0)
    failed.push({ file: null, title: `jest ended with code ${code}`, at: '', message: '' });
  return { passed: report.numPassedTests, skipped: report.numPendingTests + report.numTodoTests, failed };
}

/**
 * The files worth running once more.
 * @returns {object[]} one failure of each, or none where there are too many or one that is never retried
 */
export function retryable(failures, most) {
  const files = new Map();
  for (const failure of failures) files.set(`${failure.file} ${failure.where}`, failure);
  const each = [...files.values()];
  const isRetried = ({ file }) => Boolean(file) && !NEVER_RETRIED.some((begin) => file.startsWith(begin));
  return each.length <= most && each.every(isRetried) ? each : [];
}

/** @returns {string[]} lines for the end of the output */
export function summaryOf(failures) {
  const lines = failures.slice(0, MOST_TOLD).flatMap(({ name, file, title, at, message, where, env, command }) => {
    if (!file) return [`FAILED: ${name ?? `${where}: ${title}`}`, `  ${command ?? message}`];
    const engine = env.TEST_ENGINE === 'mariadb' ? 'TEST_ENGINE=mariadb ' : '';
    return [
      `FAILED: ${at} › ${title} (${where})`,
      `  ${message}`,
      `  repeat: ${engine}npm test -- ${file} -t ${quoted(title)}`,
    ];
  });
  if (failures.length > MOST_TOLD) lines.push(`… and ${failures.length - MOST_TOLD} more failures`);
  return lines;
}

/** The line of the spec file in the stack, else the file. */
function placeIn(file, message) {
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

/** jest takes a regular expression, and the shell takes quotes. */
const quoted = (title) => `'${title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll("'", '.')}'`;
