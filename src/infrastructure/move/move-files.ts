import { createHash } from 'node:crypto';
import type { StoredFiles } from '../backup/snapshot';
import { StartupError } from '../config/startup-error';
import { openSqlite } from '../database/sqlite-api';
import type { FileStorage } from '../files/file-storage';

/**
 * Copies the referenced files to another folder or a bucket and compares each byte by byte. Existing files are kept, so
 * an interrupted move can be repeated.
 * @returns the number of files on the target
 * @throws StartupError where another file has the key, StorageUnavailableError
 */
export async function moveFiles(
  database: string,
  storedFiles: readonly StoredFiles[],
  from: FileStorage,
  to: FileStorage,
): Promise<number> {
  const db = openSqlite(database, { readOnly: true });
  const keys = [...new Set(storedFiles.flatMap(({ sql, path }) => db.prepare(sql).all().map(path)))];
  db.close();
  let count = 0;
  for (const key of keys) {
    if (!(await from.head(key))) continue; // Lost earlier; the product reports the missing file itself.
    if (!(await to.head(key))) await to.put(key, await from.get(key));
    if ((await computeDigest(to, key)) !== (await computeDigest(from, key)))
      throw new StartupError(`${key} is another file there than the one to be moved.`);
    count++;
  }
  return count;
}

async function computeDigest(fileStorage: FileStorage, key: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of (await fileStorage.get(key)) as AsyncIterable<Buffer>) hash.update(chunk);
  return hash.digest('hex');
}
