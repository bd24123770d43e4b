import { onTransactionRetry } from '../../src/infrastructure/database/transaction-context';

/** How often `transactions.run` retried a closure during the callback (deadlock, conflict, lost connection). */
export async function countTransactionRetries(callback: () => Promise<unknown>): Promise<number> {
  let retries = 0;
  const stop = onTransactionRetry(() => retries++);
  try {
    await callback();
  } finally {
    stop();
  }
  return retries;
}
