/** Driver codes for a database that is unreachable, shutting down, without quorum or too slow. */
const UNAVAILABLE_CODES: ReadonlySet<string> = new Set([
  'DATABASE_SLOW',
  'REPLICA_LOST',
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

/** True if a retry later can succeed (503), false if the statement itself is wrong (500). */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let current: unknown = error, depth = 0; isObject(current) && depth < 4; depth += 1) {
    const { code, errno, driverError, cause } = current as Record<string, unknown>;
    if (typeof code === 'string' && UNAVAILABLE_CODES.has(code)) return true;
    if (code === 'ERR_SQLITE_ERROR' && /database is locked|busy/i.test(String((current as Error).message))) return true;
    if (typeof errno === 'number' && [1047, 1053, 1927, 2006, 2013, 3024, 1969].includes(errno)) return true;
    if (
      /Pool is closed|Queue limit reached|Driver not Connected|Can't add new command when connection is in closed state/.test(
        String((current as Error).message),
      )
    ) {
      return true;
    }
    current = driverError ?? cause;
  }
  return false;
}

export type StorageFailure = 'storage_full' | 'storage_read_only' | 'storage_damaged';

/** By SQLite's primary result code; below: MariaDB and MySQL by errno, file errors by code. */
const SQLITE_FAILURES: Readonly<Record<number, StorageFailure>> = {
  8: 'storage_read_only',
  10: 'storage_damaged', // an I/O error
  11: 'storage_damaged',
  13: 'storage_full',
  14: 'storage_damaged', // cannot be opened
  26: 'storage_damaged', // not a database
};
/** SQLite's extended I/O codes of failed writes: the data can still be read. */
const SQLITE_WRITE_ERRORS: ReadonlySet<number> = new Set([3, 4, 5, 6].map((operation) => 10 | (operation << 8)));
const SERVER_FAILURES: Readonly<Record<number, StorageFailure>> = {
  1021: 'storage_full',
  1114: 'storage_full',
  1036: 'storage_read_only',
  1290: 'storage_read_only',
  1792: 'storage_read_only',
  1836: 'storage_read_only',
  1034: 'storage_damaged',
  1194: 'storage_damaged',
  1877: 'storage_damaged',
};
const FILE_FAILURES: Readonly<Record<string, StorageFailure>> = {
  ENOSPC: 'storage_full',
  EDQUOT: 'storage_full',
  EROFS: 'storage_read_only',
};

/** A failed pragma has no error number, only a message. */
function sqliteFailureOf(errcode: unknown, message: string): StorageFailure | undefined {
  if (typeof errcode === 'number') {
    return SQLITE_WRITE_ERRORS.has(errcode) ? 'storage_read_only' : SQLITE_FAILURES[errcode & 0xff];
  }
  if (/is not a database|malformed|disk I\/O error/.test(message)) return 'storage_damaged';
  if (/disk is full/.test(message)) return 'storage_full';
  return /readonly database/.test(message) ? 'storage_read_only' : undefined;
}

/** The reason why the database is reachable but cannot store data; null for any other error. */
export function storageFailureOf(error: unknown): StorageFailure | null {
  for (let current: unknown = error, depth = 0; isObject(current) && depth < 4; depth += 1) {
    const { code, errno, errcode, driverError, cause } = current as Record<string, unknown>;
    const failure =
      (code === 'ERR_SQLITE_ERROR' && sqliteFailureOf(errcode, String((current as Error).message))) ||
      (typeof code === 'string' && FILE_FAILURES[code]) ||
      (typeof errno === 'number' && SERVER_FAILURES[errno]);
    if (failure) return failure;
    // The OS error is part of the message: "Got error 28 from storage engine".
    if (errno === 1030 && /error (?:28|122)\b/.test(String((current as Error).message))) return 'storage_full';
    current = driverError ?? cause;
  }
  return null;
}

// Not `instanceof Object`: errors of native modules belong to another realm.
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
