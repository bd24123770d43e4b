// `npm run bench -- --readme`: writes the table of the last whole run between two comments of docs/operations.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './processes.mjs';
import { figure, promised, ranged } from './table.mjs';
import { isMet } from './verdicts.mjs';

const BEGIN = '<!-- bench: written by `npm run bench -- --readme` -->';
const END = '<!-- bench: end -->';

const day = (at) => at.slice(0, 10);
const times = ({ p50_ms, p99_ms }) => (p50_ms === undefined ? '' : `${figure(p50_ms)} / ${figure(p99_ms)} ms`);

/** Of the reports of large organisations, the interactive ones; the others are only in the results file. */
const TOLD = new Set(['summary', 'skill-wise', 'holders of one skill', 'whole matrix']);
const isTold = ({ report }) => report === undefined || TOLD.has(report);

/** The time or memory of a row. */
function outcome(row) {
  if (row.sides) return times(row.sides[0]);
  if (row.cold_ms !== undefined) return `cold ${figure(row.cold_ms)}, warm ${figure(row.warm_ms)} ms`;
  if (row.more_mb !== undefined)
    return `${figure(row.ms / 1000)} s, ${row.more_mb} MB more, longest block ${figure(row.block_cpu_ms)} ms of CPU`;
  if (row.beside) return times(row.beside);
  if (row.ms) return `${ranged(row.ms)} ms`;
  if (row.resident_mb !== undefined) return `${row.resident_mb} MB`;
  const [each, floor] = [row.rps, row.floor].filter(Boolean);
  return each
    ? `${Math.round(each.median)} a second (floor ${Math.round(floor.rps.median)}), ${times(row)}`
    : times(row);
}

function cells(row) {
  const { name, sides, cpu, rps, verdicts } = row;
  const missed = verdicts.filter(({ met }) => !met).map(({ what }) => what);
  const met = missed.length ? `**missed**: ${missed.join(', ')}` : 'met';
  return [
    name,
    sides ? ranged(sides[0].cpu_ms) : '',
    cpu ? ranged(cpu) : '',
    sides && rps ? ranged(rps) : '',
    sides ? sides[0].sql : (row.sql ?? ''),
    outcome(row),
    verdicts.map(promised).join(', '),
    verdicts.length ? met : '',
  ];
}

const HEAD = ['Operation', 'CPU ms', "to the floor's", "rps to the floor's", 'SQL', 'p50 / p99', 'Goal', ''];
const line = (some) => `| ${some.map((each) => String(each).replaceAll('|', '\\|')).join(' | ')} |`;

function buildTable({ at, node, machine, seconds, rounds, rows, quick }) {
  const judged = rows.filter(({ verdicts }) => verdicts.length);
  const met = judged.filter(isMet).length;
  return [
    `Measured ${day(at)} on ${machine.cores} cores (${machine.cpu}), node ${node}, MariaDB, ${rounds} rounds that take turns${quick ? ', quick' : ''}, in ${Math.round(seconds / 60)} minutes: median (range). ${met} of ${judged.length} rows meet their goals.`,
    '',
    line(HEAD),
    line(HEAD.map(() => '---')),
    ...rows.filter(isTold).map((row) => line(cells(row))),
  ].join('\n');
}

/** @returns a message about what it wrote */
export function writeReadme(summary) {
  const path = join(root, 'docs/operations.md');
  const text = readFileSync(path, 'utf8');
  const [from, to] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (from < 0 || to < from) throw new Error(`docs/operations.md has no ${BEGIN} … ${END}`);
  const table = `${BEGIN}\n\n${buildTable(summary)}\n\n`;
  writeFileSync(path, text.slice(0, from) + table + text.slice(to));
  return `docs/operations.md has the table of ${summary.at}.`;
}
