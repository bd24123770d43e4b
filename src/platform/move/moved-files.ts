import { createHash } from 'node:crypto';
import type { KeptFiles } from '../backup/snapshot';
import { StartRefused } from '../config/start-refused';
import { openSqlite } from '../database/sqlite-api';
import type { Files } from '../files/files';

/**
 * Copies what the rows tell of to another folder or a bucket, and compares each byte by byte; what is there already stays, so the
 * same move goes on after whatever cut it off.
 * @returns how many files are there now
 * @throws StartRefused where another file has the key, StorageAway
 */
export async function moveFiles(database: string, kept: readonly KeptFiles[], from: Files, to: Files): Promise<number> {
  const db = openSqlite(database, { readOnly: true });
  const keys = [...new Set(kept.flatMap(({ sql, path }) => db.prepare(sql).all().map(path)))];
  db.close();
  let count = 0;
  for (const key of keys) {
    if (!(await from.head(key))) continue; // Lost before: the product says so of its training.
    if (!(await to.head(key))) await to.put(key, await from.get(key));
    if ((await digestOf(to, key)) !== (await digestOf(from, key)))
      throw new StartRefused(`${key} is another file there than the one to be moved.`);
    count++;
  }
  return count;
}

async function digestOf(files: Files, key: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of (await files.get(key)) as AsyncIterable<Buffer>) hash.update(chunk);
  return hash.digest('hex');
}
