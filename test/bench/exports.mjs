// What is sent row by row, however many there are: how long others wait for it, and what it holds in memory.
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { id, idText, insert } from './data.mjs';
import { cpuMs, residentMb } from './measure.mjs';
import { probe } from './product.mjs';
import { exportLine, write } from './table.mjs';

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

/** @returns the row of the audit log's export */
export async function auditExport(place, { size, signIn, count }) {
  const { db, pids, child } = place;
  await happened(db, size, count);
  if (place.engine === 'MariaDB') await db.query('ANALYZE TABLE audit_event');
  const headers = await signIn({ customer: size.customer, eid: 'bench' });
  const url = `${place.url}/api/exports/audit-events`;
  await download(`${url}?action=nothing.such`, headers);
  const before = residentMb(pids.product);
  const cpu = cpuMs(pids.product);
  await probe(child);
  let peak = before;
  let isOver = false;
  const watch = (async () => {
    for (; !isOver; await pause(20)) peak = Math.max(peak, residentMb(pids.product));
  })();
  const answer = await download(url, headers);
  isOver = true;
  await watch;
  const { statements, firings, block_ms, block_cpu_ms } = await probe(child);
  const row = {
    ...{ engine: place.engine, export: 'audit events', ...answer, statements, firings, block_ms, block_cpu_ms },
    ...{ cpu_ms: cpuMs(pids.product) - cpu, resident_mb: before, more_mb: peak - before },
  };
  write(exportLine(row));
  return row;
}
