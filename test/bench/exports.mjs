// Exports of large files: how long other requests wait meanwhile, and how much memory they use.
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { id, idText, insert, organisation } from './data.mjs';
import { cpuMs, quantile, residentMb, send } from './measure.mjs';
import { probe } from './processes.mjs';
import { BLOCK_MS } from './reports.mjs';
import { insertQuizResults } from './results-data.mjs';
import { write } from './table.mjs';
import { verdict } from './verdicts.mjs';

const KINDS = ['staff', 'skill', 'skill-target'];

/** Inserts audit events as the product writes them: one third each about people, skills and skill targets. */
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
    const call = request(url, { headers, agent: new Agent() }, (answer) => {
      const { 'x-export-rows': told, 'content-type': type = '' } = answer.headers;
      const isFile = answer.statusCode === 200;
      let [lines, bytes, text] = [0, 0, ''];
      answer.on('data', (part) => {
        bytes += part.length;
        if (!isFile) text += part;
        else if (type.startsWith('text/csv')) for (const byte of part) if (byte === 10) lines++;
      });
      const figures = () => ({ status: answer.statusCode, rows: Number(told ?? lines - 1), bytes, text });
      answer.on('end', () => resolve(figures()));
      answer.on('error', () => resolve({ ...figures(), status: `${answer.statusCode}, cut off` }));
    });
    call.on('error', reject);
    call.end();
  });
}

/** Waits for the job. @returns the path of its file */
async function whenDone(agent, url, headers, job) {
  for (;;) {
    const { body } = await send(agent, `${url}/api/jobs/${job}`, { headers });
    const { state, error_code } = JSON.parse(body.toString());
    if (state === 'done') return `/api/jobs/${job}/file`;
    if (!['queued', 'running'].includes(state)) throw new Error(`The export is ${state}: ${error_code}`);
    await pause(200);
  }
}

/** Measures one export, direct or as a job: its memory, and how long other requests wait meanwhile. */
async function exported(place, { name, path, headers, warm, count }) {
  const { pids, child, url } = place;
  const agent = new Agent({ keepAlive: true });
  const lists = [];
  let isOver = false;
  const list = async () => {
    const from = performance.now();
    const { status } = await send(agent, `${url}/api/staff?_start=0&_end=20`, { headers });
    if (status !== 200) throw new Error(`The list answered ${status}`);
    return performance.now() - from;
  };
  await download(`${url}${warm}`, headers);
  for (let n = 0; n < 50; n++) await list();
  await probe(child, 'watch');
  await probe(child);
  const before = residentMb(pids.product);
  const cpu = cpuMs(pids.product);
  let peak = before;
  const watch = (async () => {
    for (; !isOver; await pause(20)) peak = Math.max(peak, residentMb(pids.product));
  })();
  const beside = (async () => {
    for (; !isOver; await pause(5)) lists.push(await list());
  })();
  const began = performance.now();
  const own = new Agent({ keepAlive: true });
  const asked = await download(`${url}${path}`, headers);
  const isJob = asked.status === 202;
  const file = isJob ? await whenDone(own, url, headers, JSON.parse(asked.text).job_id) : null;
  const answer = file ? await download(`${url}${file}`, headers) : asked;
  const ms = performance.now() - began;
  isOver = true;
  await Promise.all([watch, beside]);
  agent.destroy();
  own.destroy();
  const cpu_ms = cpuMs(pids.product) - cpu;
  const { statements, firings, block_ms, block_cpu_ms } = await probe(child);
  await probe(child, 'rest');
  const row = {
    name: `export of ${answer.rows} ${name}${isJob ? ' as a job' : ''}, ${place.engine}`,
    engine: place.engine,
    export: name,
    status: answer.status,
    rows: answer.rows,
    bytes: answer.bytes,
    ms,
    statements,
    firings,
    block_ms,
    block_cpu_ms,
    cpu_ms,
    resident_mb: before,
    more_mb: peak - before,
    list_20: { p50_ms: quantile(lists, 0.5), p99_ms: quantile(lists, 0.99), count: lists.length },
    verdicts: [
      // A refused or cut off export counts as 0 rows.
      verdict('all rows', answer.status === 200 ? answer.rows : 0, { least: count }),
      verdict('more memory', peak - before, { most: 150, unit: ' MB' }),
      verdict('longest block (CPU)', block_cpu_ms, { most: BLOCK_MS[place.engine], unit: ' ms' }),
    ],
  };
  write(row);
  return row;
}

/** Exports of 100,000 attempts and events, and of a matrix of 1,000 × 100, in an organisation of their own. */
export async function exports(place, { people, count }) {
  const { db } = place;
  const size = { customer: 204, staff: 1_000, skills: 100, filled: 0.6, roles: 20 };
  Object.assign(size, await organisation(db, size));
  await happened(db, size, count);
  await insertQuizResults(db, size, Math.round(count / size.staff.length));
  if (place.engine === 'MariaDB')
    await db.query('ANALYZE TABLE audit_event, attempt, evidence, training_assignment, skill_level_span, staff');
  else await db.query('ANALYZE');
  const headers = await people.admin(size.customer);
  const audit = '/api/exports/audit-events';
  const quiz = '/api/reports/quiz/export';
  const matrix = '/api/reports/skill-matrix/export';
  const from = new Date(Date.now() - 200 * 86_400_000).toISOString().slice(0, 10);
  const short = `${quiz}?from=2020-01-01&to=2020-01-02`;
  const rows = [];
  for (const format of ['csv', 'xlsx']) {
    const name = (what) => `${what} as ${format.toUpperCase()}`;
    const asked = [
      { name: name('attempts'), path: `${quiz}?from=${from}&format=${format}`, warm: short, count },
      { name: name('people × 100 skills'), path: `${matrix}?format=${format}`, warm: short, count: 1_000 },
      { name: name('audit events'), path: `${audit}?format=${format}`, warm: `${audit}?action=nothing.such`, count },
    ];
    for (const one of asked) rows.push(await exported(place, { ...one, headers }));
  }
  const pages = { name: 'people × 100 skills as PDF', path: `${matrix}?format=pdf`, warm: short, count: 1_000 };
  rows.push(await exported(place, { ...pages, headers }));
  return rows;
}
