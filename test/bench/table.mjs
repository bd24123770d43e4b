// What the bench prints: a line a report, read from left to right, in whole milliseconds.
export const write = (text) => process.stdout.write(`${text}\n`);

const ms = (value) => (value < 10 ? value.toFixed(1) : value.toFixed(0));
const COLUMNS = [
  ['status', 7, ({ status }) => status],
  ['kB', 7, ({ bytes }) => Math.round(bytes / 1024)],
  ['cold p50', 9, ({ cold_ms }) => ms(cold_ms)],
  ['warm p50', 9, ({ warm_ms }) => ms(warm_ms)],
  ['CPU + db', 13, ({ cpu_ms, database_cpu_ms }) => `${ms(cpu_ms)} + ${ms(database_cpu_ms)}`],
  ['SQL', 4, ({ sql }) => sql],
  ['block (CPU)', 12, block],
  ['4 at once', 12, ({ at_4 }) => crowd(at_4)],
  ['block (CPU)', 12, ({ at_4 }) => block(at_4)],
  ['16 at once', 12, ({ at_16 }) => crowd(at_16)],
  ['block (CPU)', 12, ({ at_16 }) => block(at_16)],
  ['MB', 5, ({ resident_mb }) => resident_mb],
];
const NAME = 38;

function block({ block_ms, block_cpu_ms }) {
  return `${ms(block_ms)} (${ms(block_cpu_ms)})`;
}
const crowd = ({ status, slowest_ms }) => `${status} ${ms(slowest_ms)}`;
const line = (name, cells) =>
  name.padEnd(NAME) + cells.map((cell, at) => String(cell).padStart(COLUMNS[at][1])).join(' ');

export const reportHead = (name) =>
  `\n${line(
    `${name} (ms)`,
    COLUMNS.map(([head]) => head),
  )}`;
export const reportLine = (row) =>
  line(
    row.report,
    COLUMNS.map(([, , of]) => of(row)),
  );
export const besideLine = ({ alone, beside, reports, block_ms, block_cpu_ms }) =>
  `list of 20 staff: alone p50 ${ms(alone.p50_ms)}, p99 ${ms(alone.p99_ms)}; beside cold reports in two loops (${reports} made) p50 ${ms(beside.p50_ms)}, p99 ${ms(beside.p99_ms)}; block ${block({ block_ms, block_cpu_ms })} (goal p99 ≤ 100 ms)`;
export const exportLine = (row) =>
  `export of ${row.lines} ${row.export}: ${row.status}, ${Math.round(row.bytes / 1024)} kB in ${ms(row.ms)} ms (first byte after ${ms(row.first_ms)}), CPU ${ms(row.cpu_ms)}, ${row.statements} SQL, a 2 ms timer fired ${row.firings} times, block ${block(row)}, ${row.more_mb} MB more than ${row.resident_mb}`;

/** An operation and its floor. */
export function operationLines({ name, budget, product, floor }) {
  const figures = (side) =>
    `${side.p50_ms.toFixed(2)} / ${side.p99_ms.toFixed(2)} ms, ${side.rps_16.toFixed(0)} rps, CPU ${side.cpu_ms.toFixed(2)} ms (${side.process_cpu_ms.toFixed(2)} own), ${side.sql} SQL, ${side.rows_read} rows read, ${side.resident_mb} MB`;
  const ratio = floor
    ? ` → CPU ${(product.cpu_ms / floor.cpu_ms).toFixed(2)}×, rps ${((product.rps_16 / floor.rps_16) * 100).toFixed(0)} %`
    : '';
  return `${name}\n  product ${figures(product)}\n${floor ? `  floor   ${figures(floor)}\n` : ''}  budget  ${budget}${ratio}`;
}

/** Two builds: median and range of the CPU of one request, product and database. */
const figures = ({ cpu_ms, from, to, sql }) =>
  `${cpu_ms.toFixed(2)} (${from.toFixed(2)}–${to.toFixed(2)})`.padStart(21) + sql.toFixed(1).padStart(6);
export const besideHead = () =>
  `\n${'CPU ms of a request, of both processes'.padEnd(66)}${'this build   SQL'.padStart(27)}${'the other   SQL'.padStart(27)}  ratio`;
export const besideRow = ({ name, ours, theirs, ratio, apart }) =>
  `${name.padEnd(66)}${figures(ours)}${figures(theirs)}  ${ratio.toFixed(2)} ${apart}`;
