// What is sent row by row, however many there are: how long others wait for it, and what it holds in memory.
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { id, idText, insert } from './data.mjs';
import { cpuMs, residentMb } from './measure.mjs';
import { probe } from './processes.mjs';
import { BLOCK_MS } from './reports.mjs';
import { quizzesTaken } from './results-data.mjs';
import { write } from './table.mjs';
import { verdict } from './verdicts.mjs';

const KINDS = ['staff', 'skill', 'skill-target'];

/** Events as the product writes them: a third about people, about skills, and about what is named by other records. */
async function happened(db, { customer, staff, skills }, count) {
  const now = Date.now() - count;
  const events = Array.from({ length: count }, (_, n) => {
    const kind = KINDS[n % KINDS.length];
    const person = idText(staff[(n * 31) % staff.length]);
    const skill = idText(skills[(n * 17) % skills.length]);
    const subject = { staff: person, skill, 'skill-target': idText(id()) }[kind];
    const facts = { staff_id: person, skill_id: skill, level: n % 5, reason: `Agreed in the yearly talk, note ${n}` };
    return [
      ...[id(), customer, now + n, 'admin', `${kind}.change`, kind, subject],
      ...[JSON.stringify({ ...facts, level: 0 }), JSON.stringify(facts), `bench-${n}`, '127.0.0.1'],
    ];
  });
  const columns =
    'audit_event_id, customer_id, at, role, action, subject_type, subject_id, was, became, request_id, address';
  await insert(db, 'audit_event', columns, events);
}

function download(url, headers) {
  return new Promise((resolve, reject) => {
    const from = performance.now();
    const agent = new Agent();
    const call = request(url, { headers, agent }, (answer) => {
      let lines = 0;
      let bytes = 0;
      let first;
      answer.on('data', (part) => {
        first ??= performance.now() - from;
        bytes += part.length;
        for (const byte of part) if (byte === 10) lines++;
      });
      const figures = () => ({
        ...{ status: answer.statusCode, lines: lines - 1, bytes },
        ...{ first_ms: first, ms: performance.now() - from },
      });
      answer.on('end', () => resolve(figures()));
      answer.on('error', () => resolve({ ...figures(), status: `${answer.statusCode}, cut off` }));
    });
    call.on('error', reject);
    call.end();
  });
}

/** One download, with what it holds and how long others wait meanwhile. */
async function exported(place, { name, path, headers, warm, count }) {
  const { pids, child, url } = place;
  await download(`${url}${warm}`, headers);
  await probe(child, 'watch');
  await probe(child);
  const before = residentMb(pids.product);
  const cpu = cpuMs(pids.product);
  let peak = before;
  let isOver = false;
  const watch = (async () => {
    for (; !isOver; await pause(20)) peak = Math.max(peak, residentMb(pids.product));
  })();
  const answer = await download(`${url}${path}`, headers);
  isOver = true;
  await watch;
  const cpu_ms = cpuMs(pids.product) - cpu;
  const { statements, firings, block_ms, block_cpu_ms } = await probe(child);
  await probe(child, 'rest');
  const row = {
    name: `export of ${answer.lines} ${name}, ${place.engine}`,
    ...{ engine: place.engine, export: name, ...answer, statements, firings, block_ms, block_cpu_ms, cpu_ms },
    ...{ resident_mb: before, more_mb: peak - before },
    verdicts: [
      // Refused or cut off, it costs nothing.
      verdict('all lines', answer.status === 200 ? answer.lines : 0, { least: count }),
      verdict('more memory', peak - before, { most: 150, unit: ' MB' }),
      verdict('longest block (CPU)', block_cpu_ms, { most: BLOCK_MS[place.engine], unit: ' ms' }),
    ],
  };
  write(row);
  return row;
}

/** What is exported today: the audit log and the quiz report, as CSV. */
export async function exports(place, { size, people, count }) {
  const { db } = place;
  await happened(db, size, count);
  await quizzesTaken(db, size, Math.round(count / size.staff.length));
  if (place.engine === 'MariaDB') await db.query('ANALYZE TABLE audit_event, attempt, evidence, training_assignment');
  else await db.query('ANALYZE');
  const headers = await people.admin(size.customer);
  const audit = '/api/exports/audit-events';
  const quiz = '/api/reports/quiz/export';
  const from = new Date(Date.now() - 200 * 86_400_000).toISOString().slice(0, 10);
  return [
    await exported(place, { name: 'audit events', path: audit, headers, warm: `${audit}?action=nothing.such`, count }),
    await exported(place, {
      ...{ name: 'attempts', path: `${quiz}?from=${from}`, headers, count },
      warm: `${quiz}?from=2020-01-01&to=2020-01-02`,
    }),
  ];
}
