import { AsyncLocalStorage } from 'node:async_hooks';
import { onRepeated, onStatement } from '../../src/platform/database/transaction-context';
import { requestContext } from '../../src/platform/http/request-context';

/** Whoever calls when a minute has passed is noted as seen: the clock asks for that, not the call (rest/my-sessions.spec). */
const BY_THE_CLOCK = /^UPDATE session SET last_seen_at = /;

const asking = new AsyncLocalStorage<object>();

/**
 * The SQL statements that `work` asks for by itself (BEGIN and COMMIT are not counted, speed.md); neither what requests of
 * it send, nor a worker that happens to wake up meanwhile. A closure that the database made begin again is counted once:
 * what was undone is what somebody else's lock added.
 */
export function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const own = {};
  return statements(
    () => asking.run(own, work),
    () => asking.getStore() === own,
  );
}

/** The same, but only what requests send. */
export function statementsOfRequests(work: () => Promise<unknown>): Promise<string[]> {
  return statements(work, () => requestContext() !== undefined);
}

/** The same of everybody, workers too. */
export function statementsDuring(work: () => Promise<unknown>): Promise<string[]> {
  return statements(work, () => true);
}

async function statements(work: () => Promise<unknown>, counts: () => boolean): Promise<string[]> {
  const sent: { sql: string; runner: object }[] = [];
  const undone = new Set<object>();
  const stops = [
    onStatement((sql, runner) => counts() && !BY_THE_CLOCK.test(sql) && sent.push({ sql, runner })),
    onRepeated((runner) => undone.add(runner)),
  ];
  try {
    await work();
  } finally {
    for (const stop of stops) stop();
  }
  return sent.filter(({ runner }) => !undone.has(runner)).map(({ sql }) => sql);
}
