import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { filesAddress } from '../../src/platform/config/files-address';
import { openSqlite } from '../../src/platform/database/sqlite-api';
import type { Files } from '../../src/platform/files/files';
import { FolderFiles } from '../../src/platform/files/folder-files';
import { openBucket } from '../../src/platform/files/open-bucket';
import { Log } from '../../src/platform/logging/log';
import { moveFiles } from '../../src/platform/move/moved-files';
import { keysIn, type TestBucket } from './own-s3';
import { filmOf, MEGABYTE } from './uploads';

const KEPT = [{ sql: 'SELECT file FROM kept', path: ({ file }: Record<string, unknown>) => String(file) }];

/** Facts of `npm run move -- --files s3://…`: the files that rows tell of go into a bucket, each whole. */
export function filesAreMoved(given: () => Promise<TestBucket>): void {
  let folder: string;
  let bucket: TestBucket;
  let to: Files;
  const film = filmOf(9 * MEGABYTE);
  const small = Buffer.from('WEBVTT');
  const database = () => join(folder, 'rows.db');
  const here = () => new FolderFiles(join(folder, 'files'));
  const moved = () => moveFiles(database(), KEPT, here(), to);
  const bytesOf = async (key: string) => Buffer.from(await (await bucket.client.fetch(bucket.url(key))).arrayBuffer());

  beforeAll(async () => {
    bucket = await given();
    folder = mkdtempSync(join(tmpdir(), 'skilgrid-moved-'));
    const address = filesAddress(folder, bucket.env['FILES_URL']!, (name) => bucket.env[name]);
    if (address.kind !== 's3') throw new Error('no bucket');
    to = await openBucket(address, 'http://localhost:3000', { log: new Log({ logLevel: 'error', production: false }) });
    await here().put('1/video/film.mp4', Readable.from([film]));
    await here().put('1/exports/small.csv', Readable.from([small]));
    await here().put('1/video/nobodys.mp4', Readable.from([small]));
    const db = openSqlite(database(), {});
    db.exec('CREATE TABLE kept (file TEXT NOT NULL)');
    for (const file of ['1/video/film.mp4', '1/exports/small.csv', '1/video/lost-long-ago.mp4'])
      db.prepare('INSERT INTO kept VALUES (?)').run(file);
    db.close();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('takes what a row tells of, byte by byte, and nothing else; asked again it changes nothing', async () => {
    expect(await moved()).toBe(2);
    expect(await keysIn(bucket)).toEqual(['1/exports/small.csv', '1/video/film.mp4']);
    expect((await bytesOf('1/video/film.mp4')).equals(film)).toBe(true);
    expect((await bytesOf('1/exports/small.csv')).equals(small)).toBe(true);
    expect(await moved()).toBe(2);
  });

  it('goes on where it was cut off', async () => {
    await bucket.client.fetch(bucket.url('1/exports/small.csv'), { method: 'DELETE' });
    expect(await moved()).toBe(2);
    expect((await bytesOf('1/exports/small.csv')).equals(small)).toBe(true);
  });

  it('says so where another file has the key, and leaves it', async () => {
    await bucket.client.fetch(bucket.url('1/exports/small.csv'), { method: 'PUT', body: 'another' });
    await expect(moved()).rejects.toThrow('1/exports/small.csv is another file there');
    expect((await bytesOf('1/exports/small.csv')).toString()).toBe('another');
  });
}
