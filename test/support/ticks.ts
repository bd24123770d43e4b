import { existsSync, readFileSync } from 'node:fs';

/** How often the event loop went round while `work` was done: what holds it does not let it go round. */
export async function ticksDuring(work: () => Promise<unknown>): Promise<number> {
  let ticks = 0;
  await eachTurn(work, () => ticks++);
  return ticks;
}

async function eachTurn(work: () => Promise<unknown>, look: () => void): Promise<void> {
  let isOver = false;
  const turn = (): void => {
    look();
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  try {
    await work();
  } finally {
    isOver = true;
  }
}

/**
 * Milliseconds of this thread's own processor time in the longest turn of the event loop while `work` was done. What others
 * on the machine take, and what other threads do meanwhile, is no part of it.
 */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let before = processorTime();
  await eachTurn(work, () => {
    const now = processorTime();
    longest = Math.max(longest, now - before);
    before = now;
  });
  return longest;
}

const THREAD = '/proc/thread-self/schedstat';
const isTold = existsSync(THREAD);

/** Where the thread's is not told, the process's: at least as much. */
function processorTime(): number {
  if (isTold) return Number(readFileSync(THREAD, 'utf8').split(' ')[0]) / 1e6;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e3;
}
