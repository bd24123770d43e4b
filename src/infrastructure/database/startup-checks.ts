import { readdirSync, statSync } from 'node:fs';
import { StartupError } from '../config/startup-error';
import { MigrationExecutor, type DataSource } from 'typeorm';
import { sqliteErrorCode, SQLITE_CORRUPT, SQLITE_NOTADB } from './sqlite-api';

/** Exists in a server's database while a backup is restored into it. */
export const RESTORE_MARKER_TABLE = 'restore_unfinished';
/** Exists in a server's database while the embedded one is moved into it. */
export const MOVE_MARKER_TABLE = 'move_unfinished';
const RESTORE_HINT = 'To restore a backup: npm run restore -- DIR.';

class DatabaseLostError extends StartupError {
  constructor(file: string, uploads: string) {
    super(
      `The database file ${file} is empty, but there are uploads in ${uploads}: a new database would not contain them. ` +
        `Check DATA_DIR and DATABASE_URL. If they are right, move file and uploads away; the product then starts empty. ${RESTORE_HINT}`,
    );
  }
}

export class DatabaseDamagedError extends StartupError {
  constructor(file: string, problem: string) {
    super(`The database file ${file} is damaged (${problem}). Keep a copy and move it away. ${RESTORE_HINT}`);
  }
}

/**
 * Runs before the file is opened: SQLite would discard the write-ahead log of an empty file, and the product would
 * start with an empty database.
 * @param uploads folder of the uploaded files
 * @throws StartupError
 */
export function checkDatabaseFile(file: string, uploads: string): void {
  const size = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size(file) > 0) return;
  if (size(`${file}-wal`) > 0) throw new DatabaseDamagedError(file, 'it is empty, its write-ahead log is not');
  if (hasUploads(uploads)) throw new DatabaseLostError(file, uploads);
}

/** Checks pages and b-trees. Index contents are not compared, so the file is read only once. */
export async function checkFileIntegrity(dataSource: DataSource, file: string): Promise<void> {
  const [row] = (await dataSource.query('PRAGMA quick_check(1)')) as { quick_check: string }[];
  if (row?.quick_check !== 'ok') throw new DatabaseDamagedError(file, row?.quick_check ?? 'it does not answer');
}

/** An interrupted restore or move has left only some of the rows. */
export async function checkNoUnfinishedRestore(dataSource: DataSource): Promise<void> {
  const sql =
    'SELECT TABLE_NAME AS t FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME IN (?, ?)';
  const [marker] = (await dataSource.query(sql, [RESTORE_MARKER_TABLE, MOVE_MARKER_TABLE])) as { t: string }[];
  if (marker?.t === RESTORE_MARKER_TABLE)
    throw new StartupError('The restore into this database was not finished. Empty it, then restore again.');
  if (marker)
    throw new StartupError(
      'The move into this database is not finished. Run the same command (npm run move) again to continue.',
    );
}

/** @throws StartupError when the database has migrations older than this version's first one */
export async function checkSchemaVersion(dataSource: DataSource): Promise<void> {
  // TypeORM takes the timestamp from the end of the name.
  const firstTimestamp = Number(dataSource.migrations[0]?.name?.slice(-13));
  const executed = await new MigrationExecutor(dataSource).getExecutedMigrations();
  if (executed.some(({ timestamp }) => timestamp < firstTimestamp))
    throw new StartupError(
      'This database was created by an earlier version of Skilgrid and cannot be upgraded. Start with an empty database.',
    );
}

export function isCorruptionError(error: unknown): boolean {
  return [SQLITE_CORRUPT, SQLITE_NOTADB].includes((sqliteErrorCode(error) ?? 0) & 0xff);
}

function hasUploads(folder: string): boolean {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true }).some(
      (entry) => entry.isFile() && !entry.name.endsWith('.part'),
    );
  } catch {
    return false;
  }
}
