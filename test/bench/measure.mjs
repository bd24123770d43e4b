// Load and measurement: requests over keep-alive connections, CPU from /proc.
import { readdirSync, readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';

const TICKS_PER_SECOND = 100;

/** CPU milliseconds of all threads of a process so far: in nanosecond resolution where the kernel provides it. */
export function cpuMs(pid) {
  try {
    const tasks = readdirSync(`/proc/${pid}/task`);
    const of = (task) => Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'latin1').split(' ', 1)[0]);
    return tasks.reduce((sum, task) => sum + of(task), 0) / 1e6;
  } catch {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND;
  }
}

export function residentMb(pid) {
  const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Math.round(Number(line?.[1] ?? 0) / 1024);
}

export const median = (values) => {
  const sorted = values.toSorted((a, b) => a - b);
  const at = sorted.length >> 1;
  return sorted.length % 2 ? sorted[at] : (sorted[at - 1] + sorted[at]) / 2;
};
/** @param part 0.99: the value that 99 of 100 do not exceed */
export const quantile = (values, part) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))];
/** The median of the rounds, and their range. */
export const range = (values) => ({ median: median(values), from: Math.min(...values), to: Math.max(...values) });

/** One request; resolves to `{status, body}` once the whole body has arrived. */
export function send(agent, url, { method = 'GET', headers = {}, body } = {}) {
  return new Promise((resolve, reject) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const call = request(
      url,
      {
        method,
        agent,
        headers: {
          ...headers,
          ...(text !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
        },
      },
      (answer) => {
        const parts = [];
        answer.on('data', (part) => parts.push(part));
        answer.on('end', () => resolve({ status: answer.statusCode, body: Buffer.concat(parts) }));
        answer.on('error', reject);
      },
    );
    call.on('error', reject);
    call.end(text);
  });
}

/**
 * `count` requests at `connections`, each made by `next(i)`; refuses anything but 2xx.
 * @returns {Promise<{times: number[], rps: number, seconds: number}>} milliseconds
 */
export async function drive(next, count, connections) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times = [];
  let at = 0;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (at < count) {
        const { url, ...options } = await next(at++);
        const from = performance.now();
        const { status, body } = await send(agent, url, options);
        times.push(performance.now() - from);
        if (status < 200 || status > 299)
          throw new Error(`${url} answered ${status}: ${body.toString().slice(0, 300)}`);
      }
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  agent.destroy();
  return { times, rps: count / seconds, seconds };
}
