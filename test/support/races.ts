import { onRepeated } from '../../src/platform/database/transaction-context';

/** How often closures of `transactions.run` were begun again while `work` ran (a deadlock, a conflict, a lost line). */
export async function repeatedDuring(work: () => Promise<unknown>): Promise<number> {
  let repeated = 0;
  const stop = onRepeated(() => repeated++);
  try {
    await work();
  } finally {
    stop();
  }
  return repeated;
}
