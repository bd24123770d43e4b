// Preloaded into the product and the baseline server by the benchmark, which queries it over IPC: statements, how
// often a timer of 2 ms fired, and the longest blocks of the event loop since the last query. A block is reported in
// elapsed time and in CPU time of the main thread: on a shared machine the elapsed time also includes the work of
// other processes.
import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';

/** The main thread's CPU time in ms; that of the process where the kernel does not provide it. */
function computed() {
  try {
    return Number(readFileSync('/proc/self/schedstat', 'latin1').split(' ', 1)[0]) / 1e6;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  }
}

const fresh = () => ({ statements: 0, firings: 0, block_ms: 0, block_cpu_ms: 0 });
let figures = fresh();
let passed = performance.now();
let worked = computed();

function look() {
  const now = performance.now();
  const work = computed();
  figures.block_ms = Math.max(figures.block_ms, now - passed - 1);
  figures.block_cpu_ms = Math.max(figures.block_cpu_ms, work - worked);
  passed = now;
  worked = work;
}
const count = () => figures.statements++;
const isProduct = process.argv[1]?.endsWith('main.js');
if (isProduct) {
  // Loaded from the build that is served, which may not be the benchmark's own checkout.
  const require = createRequire(import.meta.url);
  require(join(process.cwd(), 'dist/infrastructure/database/transaction-context.js')).onStatement(count);
} else globalThis.countStatement = count;

// Sampling costs CPU: only while blocks are measured.
let timers = [];
const watch = () => (timers = [setInterval(look, 1).unref(), setInterval(() => figures.firings++, 2).unref()]);

let session;
const answers = {
  tell: () => undefined,
  watch: () => void (timers.length || watch()),
  rest: () => void (timers = timers.forEach(clearInterval) ?? []),
  async profile() {
    session = new Session();
    session.connect();
    await session.post('Profiler.enable');
    await session.post('Profiler.setSamplingInterval', { interval: 250 });
    await session.post('Profiler.start');
  },
  async profiled() {
    const { profile } = await session.post('Profiler.stop');
    session.disconnect();
    return { profile };
  },
};
process.on('message', async (word) => {
  const more = await answers[word]();
  if (timers.length) look();
  process.send({ ...figures, ...more });
  figures = fresh();
  passed = performance.now();
  worked = computed();
});
process.channel?.unref();
