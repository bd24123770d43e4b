// The output of the benchmark: one line per row; missed goals are marked.
import { isMet } from './verdicts.mjs';

export const print = (text) => process.stdout.write(`${text}\n`);

const digits = (value) => (Math.abs(value) < 10 ? 2 : Math.abs(value) < 100 ? 1 : 0);
export const figure = (value) => value.toFixed(digits(value));
const ms = (value) => (value < 10 ? value.toFixed(1) : value.toFixed(0));
/** 1.52 (1.41–1.66) */
export const ranged = ({ median, from, to }) => `${figure(median)} (${figure(from)}–${figure(to)})`;

/** One verdict: `CPU 1.52× ≤ 1.6` */
export const promised = ({ what, value, unit, most, least }) => {
  const shown = Number.isInteger(value) ? value : figure(value);
  return `${what} ${shown}${unit} ${most === undefined ? `≥ ${least}` : `≤ ${most}`}`;
};
const outcome = (row) => {
  if (!row.verdicts.length) return '';
  const missed = row.verdicts.filter(({ met }) => !met);
  return missed.length ? `MISSED: ${missed.map(promised).join('; ')}` : `met: ${row.verdicts.map(promised).join('; ')}`;
};

const NAME = 52;
const COLUMNS = [
  ['CPU ms', 20],
  ["floor's", 20],
  ['ratio', 18],
  ['rps', 8],
  ["of floor's", 18],
  ['SQL', 5],
  ["floor's", 8],
  ['p50 / p99 ms', 15],
];
const line = (name, cells) =>
  name.padEnd(NAME) + cells.map((cell, at) => String(cell).padStart(COLUMNS[at][1])).join(' ');
export const head = () =>
  line(
    '',
    COLUMNS.map(([name]) => name),
  );

/** An operation, with its baseline where there is one. */
const operation = ({ name, sides: [ours, floor], cpu, rps }) =>
  line(name, [
    ranged(ours.cpu_ms),
    floor ? ranged(floor.cpu_ms) : '',
    cpu ? ranged(cpu) : '',
    Math.round(ours.rps.median),
    rps ? ranged(rps) : '',
    ours.sql,
    floor ? floor.sql : '',
    ours.p50_ms === undefined ? '' : `${ms(ours.p50_ms)} / ${ms(ours.p99_ms)}`,
  ]);

const OTHERS = [
  [
    'alone_p50_ms',
    (row) =>
      `p50 ${ms(row.p50_ms)}, p99 ${ms(row.p99_ms)} ms beside ${row.signed} sign-ins; alone ${ms(row.alone_p50_ms)} / ${ms(row.alone_p99_ms)} ms`,
  ],
  [
    'floor',
    (row) =>
      `${ranged(row.rps)} rps, p50 ${ms(row.p50_ms)}, p99 ${ms(row.p99_ms)} ms, CPU ${figure(row.cpu_ms)} ms; floor ${ranged(row.floor.rps)} rps, p99 ${ms(row.floor.p99_ms)} ms, CPU ${figure(row.floor.cpu_ms)} ms; p99 ${ranged(row.p99)} of the floor's`,
  ],
  ['more_mb', (row) => exported(row)],
  [
    'cold_ms',
    (row) =>
      `cold ${ms(row.cold_ms)}, warm ${ms(row.warm_ms)} ms, CPU ${ms(row.cpu_ms)} + db ${ms(row.database_cpu_ms)}, ${row.sql} SQL, ${Math.round(row.bytes / 1024)} kB, block ${block(row)}; 4 at once ${crowd(row.at_4)}; 16 at once ${crowd(row.at_16)}; ${row.resident_mb} MB`,
  ],
  [
    'reports',
    (row) =>
      `p50 ${ms(row.beside.p50_ms)}, p99 ${ms(row.beside.p99_ms)} ms beside ${row.reports} cold reports in two loops; alone ${ms(row.alone.p50_ms)} / ${ms(row.alone.p99_ms)} ms; block ${block(row)}`,
  ],
  ['ms', (row) => `${ranged(row.ms)} ms, CPU ${ranged(row.cpu_ms)} ms, ${row.resident_mb.median} MB`],
  ['resident_mb', (row) => `${row.resident_mb} MB`],
];
const block = ({ block_ms, block_cpu_ms }) => `${ms(block_ms)} ms (${ms(block_cpu_ms)} of CPU)`;
const crowd = ({ status, slowest_ms, ...rest }) => `${status} in ${ms(slowest_ms)} ms, block ${block(rest)}`;
const exported = (row) =>
  `${row.status}, ${Math.round(row.bytes / 1024)} kB in ${ms(row.ms)} ms, list 20 meanwhile p99 ${ms(row.list_20.p99_ms)} ms, CPU ${ms(row.cpu_ms)}, ${row.statements} SQL, block ${block(row)}, ${row.more_mb} MB more than ${row.resident_mb}`;

const text = (row) => {
  const other = OTHERS.find(([name]) => name in row);
  return row.sides ? operation(row) : `${row.name.padEnd(NAME)} ${other?.[1](row) ?? ''}`;
};

/** Prints a row as soon as it is measured. */
export const write = (row) => {
  const end = outcome(row);
  print(text(row) + (end ? `\n${' '.repeat(4)}${end}` : ''));
};

export function closing(rows) {
  const judged = rows.filter(({ verdicts }) => verdicts.length);
  const missed = judged.filter((row) => !isMet(row));
  print(`\n${judged.length - missed.length} of ${judged.length} rows meet their goals.`);
  for (const row of missed)
    print(
      `  ${row.name}: ${row.verdicts
        .filter(({ met }) => !met)
        .map(promised)
        .join('; ')}`,
    );
}

export function profileLines({ each_ms, writes_each_ms, places, functions }) {
  const share = ([name, part]) => `${(part * 100).toFixed(1)} % ${name}`;
  print(
    `    ${figure(each_ms)} ms of the main thread a request, ${figure(writes_each_ms)} ms in socket writes besides: ${places.map(share).join(', ')}`,
  );
  print(`    ${functions.slice(0, 12).map(share).join('; ')}`);
}

/** Two builds: median and range of the CPU per request, product and database. */
const comparisonFigures = ({ cpu_ms, sql }) => ranged(cpu_ms).padStart(21) + sql.toFixed(1).padStart(6);
export const comparisonHead = () =>
  `\n${'CPU ms of a request, of both processes'.padEnd(66)}${'this build   SQL'.padStart(27)}${'the other   SQL'.padStart(27)}  ratio`;
export const comparisonRow = ({ name, ours, theirs, cpu, apart }) =>
  `${name.padEnd(66)}${comparisonFigures(ours)}${comparisonFigures(theirs)}  ${ranged(cpu)} ${apart}`;
