import { onStatement } from '../../src/platform/database/transaction-context';

/** The SQL statements that `work` sends (BEGIN and COMMIT are not counted, speed.md). */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const sent: string[] = [];
  const stop = onStatement((sql) => sent.push(sql));
  try {
    await work();
  } finally {
    stop();
  }
  return sent;
}
