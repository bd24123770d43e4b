import { onStatement } from '../../src/platform/database/transaction-context';
import { requestContext } from '../../src/platform/http/request-context';

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

/** The same, but only what requests send: a worker that happens to wake up meanwhile is not counted. */
export async function statementsOfRequests(work: () => Promise<unknown>): Promise<string[]> {
  const sent: string[] = [];
  const stop = onStatement((sql) => requestContext() && sent.push(sql));
  try {
    await work();
  } finally {
    stop();
  }
  return sent;
}
