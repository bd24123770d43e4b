/** What drivers say when the database cannot be reached, is shutting down, has no quorum or does not answer in time. */
const AWAY: ReadonlySet<string> = new Set([
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

/** True where waiting and asking again is the right answer (503), false where our own statement is at fault (500). */
export function isDatabaseAway(error: unknown): boolean {
  for (let at: unknown = error, depth = 0; isObject(at) && depth < 4; depth += 1) {
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

export type StorageTrouble = 'storage_full' | 'storage_read_only' | 'storage_damaged';

/** SQLite's primary result codes; MariaDB and MySQL by errno; a file of our own by its code. */
const SQLITE_TROUBLE: Readonly<Record<number, StorageTrouble>> = {
  8: 'storage_read_only',
  10: 'storage_damaged', // an I/O error
  11: 'storage_damaged',
  13: 'storage_full',
  14: 'storage_damaged', // cannot be opened
  26: 'storage_damaged', // not a database
};
/** Of its I/O errors those that were writes: what is kept there can still be read. */
const SQLITE_UNWRITTEN: ReadonlySet<number> = new Set([3, 4, 5, 6].map((what) => 10 | (what << 8)));
const SERVER_TROUBLE: Readonly<Record<number, StorageTrouble>> = {
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
const FILE_TROUBLE: Readonly<Record<string, StorageTrouble>> = {
  ENOSPC: 'storage_full',
  EDQUOT: 'storage_full',
  EROFS: 'storage_read_only',
};

/** A pragma that fails tells no number, only words. */
function embeddedTrouble(errcode: unknown, message: string): StorageTrouble | undefined {
  if (typeof errcode === 'number') {
    return SQLITE_UNWRITTEN.has(errcode) ? 'storage_read_only' : SQLITE_TROUBLE[errcode & 0xff];
  }
  if (/is not a database|malformed|disk I\/O error/.test(message)) return 'storage_damaged';
  if (/disk is full/.test(message)) return 'storage_full';
  return /readonly database/.test(message) ? 'storage_read_only' : undefined;
}

/** Where what we write cannot be kept, though the database is there: nothing that asking in another way would mend. */
export function storageTrouble(error: unknown): StorageTrouble | null {
  for (let at: unknown = error, depth = 0; isObject(at) && depth < 4; depth += 1) {
    const { code, errno, errcode, driverError, cause } = at as Record<string, unknown>;
    const found =
      (code === 'ERR_SQLITE_ERROR' && embeddedTrouble(errcode, String((at as Error).message))) ||
      (typeof code === 'string' && FILE_TROUBLE[code]) ||
      (typeof errno === 'number' && SERVER_TROUBLE[errno]);
    if (found) return found;
    // The server passes on what its own disk says: "Got error 28 from storage engine".
    if (errno === 1030 && /error (?:28|122)\b/.test(String((at as Error).message))) return 'storage_full';
    at = driverError ?? cause;
  }
  return null;
}

// By its kind: what a native module throws is no instance of this realm's Object.
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
