// Load and measurement: requests over keep-alive connections, CPU from /proc, statements from the server's own counters.
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';

const TICKS_PER_SECOND = 100;

/** CPU milliseconds that a process has used so far (user and system, threads included). */
export function cpuMs(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND;
}

export function residentMb(pid) {
  const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Math.round(Number(line?.[1] ?? 0) / 1024);
}

/** One request; resolves to `{status, bytes}` once the whole body has arrived. */
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
      },
    );
    call.on('error', reject);
    call.end(text);
  });
}

/**
 * `count` requests at `connections`, each made by `next(i)`; refuses anything but 2xx.
 * @returns {Promise<{p50: number, p99: number, rps: number, seconds: number}>} milliseconds
 */
export async function drive(next, count, connections) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times = [];
  let at = 0;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (at < count) {
        const { url, ...options } = next(at++);
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
  times.sort((a, b) => a - b);
  const at_ = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))];
  return { p50: at_(0.5), p99: at_(0.99), rps: count / seconds, seconds };
}
