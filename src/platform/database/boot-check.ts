import { readdirSync, statSync } from 'node:fs';
import { StartRefused } from '../config/start-refused';
import { MigrationExecutor, type DataSource } from 'typeorm';
import { sqliteCode, SQLITE_CORRUPT, SQLITE_NOTADB } from './sqlite-api';

/** Stands in a server's database while a backup is put into it. */
export const UNFINISHED = 'restore_unfinished';
/** Stands in a server's database while the embedded one is moved into it. */
export const MOVING = 'move_unfinished';
const RESTORE = 'npm run restore -- DIR puts a backup there.';

class DatabaseLost extends StartRefused {
  constructor(file: string, uploads: string) {
    super(
      `The database file ${file} is empty, but there are uploads in ${uploads}: a new database would not know them. ` +
        `Is DATA_DIR or DATABASE_URL another one than before? Move both away, then ${RESTORE} To begin anew, leave them away.`,
    );
  }
}

export class DatabaseDamaged extends StartRefused {
  constructor(file: string, what: string) {
    super(`The database file ${file} is damaged (${what}). Keep a copy, move it away, then ${RESTORE}`);
  }
}

/**
 * Before the file is opened: SQLite would throw the write-ahead log of an emptied one away, and we would begin anew.
 * @param uploads the folder of the files
 * @throws StartRefused
 */
export function checkPlace(file: string, uploads: string): void {
  const size = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size(file) > 0) return;
  if (size(`${file}-wal`) > 0) throw new DatabaseDamaged(file, 'it is empty, its write-ahead log is not');
  if (hasUploads(uploads)) throw new DatabaseLost(file, uploads);
}

/** The form of every page and of the tables' b-trees; what indexes say is not compared, so this reads the file once. */
export async function checkPages(dataSource: DataSource, file: string): Promise<void> {
  const [row] = (await dataSource.query('PRAGMA quick_check(1)')) as { quick_check: string }[];
  if (row?.quick_check !== 'ok') throw new DatabaseDamaged(file, row?.quick_check ?? 'it does not answer');
}

/** On a server: a restore or a move that was cut off has left only some of the rows. */
export async function checkRestored(dataSource: DataSource): Promise<void> {
  const sql =
    'SELECT TABLE_NAME AS t FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME IN (?, ?)';
  const [found] = (await dataSource.query(sql, [UNFINISHED, MOVING])) as { t: string }[];
  if (found?.t === UNFINISHED)
    throw new StartRefused('The restore into this database was not finished. Empty it, then restore again.');
  if (found)
    throw new StartRefused(
      'The move into this database is not finished. The same command (npm run move) goes on with it.',
    );
}

/** @throws StartRefused when the database has migrations older than the first one of this version */
export async function checkVersion(dataSource: DataSource): Promise<void> {
  // The timestamp is the end of the name, as TypeORM reads it.
  const first = Number(dataSource.migrations[0]?.name?.slice(-13));
  const executed = await new MigrationExecutor(dataSource).getExecutedMigrations();
  if (executed.some(({ timestamp }) => timestamp < first))
    throw new StartRefused(
      'This database was made by an earlier version of Skilgrid and cannot be carried over. Start with an empty database.',
    );
}

export function isDamage(error: unknown): boolean {
  return [SQLITE_CORRUPT, SQLITE_NOTADB].includes((sqliteCode(error) ?? 0) & 0xff);
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
