/** What drivers say when the database cannot be reached, is shutting down, has no quorum or does not answer in time. */
const AWAY: ReadonlySet<string> = new Set([
  'DATABASE_SLOW',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'PROTOCOL_CONNECTION_LOST',
  'PROTOCOL_SEQUENCE_TIMEOUT',
  'PROTOCOL_ENQUEUE_AFTER_FATAL_ERROR',
  'POOL_CLOSED',
  'ER_CON_COUNT_ERROR',
  'ER_TOO_MANY_USER_CONNECTIONS',
  'ER_SERVER_SHUTDOWN',
  'ER_NORMAL_SHUTDOWN',
  'ER_CONNECTION_KILLED',
  'ER_UNKNOWN_COM_ERROR',
  'ER_LOCK_WAIT_TIMEOUT',
  'ER_LOCK_DEADLOCK',
  'ER_QUERY_TIMEOUT',
  'ER_STATEMENT_TIMEOUT',
  'ER_OPTION_PREVENTS_STATEMENT',
  'SQLITE_BUSY',
  'SQLITE_LOCKED',
]);

/** True where waiting and asking again is the right answer (503), false where our own statement is at fault (500). */
export function isDatabaseAway(error: unknown): boolean {
  for (let at: unknown = error, depth = 0; at instanceof Object && depth < 4; depth += 1) {
    const { code, errno, driverError, cause } = at as Record<string, unknown>;
    if (typeof code === 'string' && AWAY.has(code)) return true;
    if (code === 'ERR_SQLITE_ERROR' && /database is locked|busy/i.test(String((at as Error).message))) return true;
    if (typeof errno === 'number' && [1047, 1053, 1927, 2006, 2013, 3024, 1969].includes(errno)) return true;
    if (
      /Pool is closed|Queue limit reached|Driver not Connected|Can't add new command when connection is in closed state/.test(
        String((at as Error).message),
      )
    ) {
      return true;
    }
    at = driverError ?? cause;
  }
  return false;
}
