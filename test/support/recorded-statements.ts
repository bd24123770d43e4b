import { AsyncLocalStorage } from 'node:async_hooks';
import { onTransactionRetry, onStatement } from '../../src/infrastructure/database/transaction-context';
import { requestContext } from '../../src/common/http/request-context';

/** Updated once a minute by any request: depends on the clock, not on the request (rest/my-sessions.spec). */
const LAST_SEEN_UPDATE = /^UPDATE session SET last_seen_at = /;

const currentCaller = new AsyncLocalStorage<object>();

/**
 * The SQL statements that the callback itself executes, without BEGIN and COMMIT; neither those of requests that it
 * sends nor those of background workers. A retried closure counts once: the rolled-back part is caused by another
 * lock.
 */
export function statementsOf(callback: () => Promise<unknown>): Promise<string[]> {
  const caller = {};
  return recordStatements(
    () => currentCaller.run(caller, callback),
    () => currentCaller.getStore() === caller,
  );
}

/** The same, but only statements of requests. */
export function statementsOfRequests(callback: () => Promise<unknown>): Promise<string[]> {
  return recordStatements(callback, () => requestContext() !== undefined);
}

/** All statements, including those of workers. */
export function statementsDuring(callback: () => Promise<unknown>): Promise<string[]> {
  return recordStatements(callback, () => true);
}

async function recordStatements(callback: () => Promise<unknown>, isCounted: () => boolean): Promise<string[]> {
  const executed: { sql: string; runner: object }[] = [];
  const retriedRunners = new Set<object>();
  const stops = [
    onStatement((sql, runner) => isCounted() && !LAST_SEEN_UPDATE.test(sql) && executed.push({ sql, runner })),
    onTransactionRetry((runner) => retriedRunners.add(runner)),
  ];
  try {
    await callback();
  } finally {
    for (const stop of stops) stop();
  }
  return executed.filter(({ runner }) => !retriedRunners.has(runner)).map(({ sql }) => sql);
}
