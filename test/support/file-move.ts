import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { parseFilesUrl } from '../../src/infrastructure/config/files-url';
import { openSqlite } from '../../src/infrastructure/database/sqlite-api';
import type { FileStorage } from '../../src/infrastructure/files/file-storage';
import { FolderFileStorage } from '../../src/infrastructure/files/folder-file-storage';
import { openBucket } from '../../src/infrastructure/files/open-bucket';
import { AppLogger } from '../../src/infrastructure/logging/app-logger';
import { moveFiles } from '../../src/infrastructure/move/move-files';
import { listKeys, type TestBucket } from './test-s3';
import { videoOf, MEGABYTE } from './video-uploads';

const FILE_QUERIES = [{ sql: 'SELECT file FROM kept', path: ({ file }: Record<string, unknown>) => String(file) }];

/** Tests of `npm run move -- --files s3://…`: the files that rows refer to are copied into a bucket completely. */
export function testFileMove(createBucket: () => Promise<TestBucket>): void {
  let folder: string;
  let bucket: TestBucket;
  let target: FileStorage;
  const film = videoOf(9 * MEGABYTE);
  const smallFile = Buffer.from('WEBVTT');
  const database = () => join(folder, 'rows.db');
  const sourceFiles = () => new FolderFileStorage(join(folder, 'files'));
  const runMove = () => moveFiles(database(), FILE_QUERIES, sourceFiles(), target);
  const readObject = async (key: string) =>
    Buffer.from(await (await bucket.client.fetch(bucket.url(key))).arrayBuffer());

  beforeAll(async () => {
    bucket = await createBucket();
    folder = mkdtempSync(join(tmpdir(), 'skilgrid-moved-'));
    const address = parseFilesUrl(folder, bucket.env['FILES_URL']!, (name) => bucket.env[name]);
    if (address.kind !== 's3') throw new Error('no bucket');
    target = await openBucket(address, 'http://localhost:3000', {
      log: new AppLogger({ logLevel: 'error', production: false }),
    });
    await sourceFiles().put('1/video/film.mp4', Readable.from([film]));
    await sourceFiles().put('1/exports/small.csv', Readable.from([smallFile]));
    await sourceFiles().put('1/video/nobodys.mp4', Readable.from([smallFile]));
    const db = openSqlite(database(), {});
    db.exec('CREATE TABLE kept (file TEXT NOT NULL)');
    for (const file of ['1/video/film.mp4', '1/exports/small.csv', '1/video/lost-long-ago.mp4'])
      db.prepare('INSERT INTO kept VALUES (?)').run(file);
    db.close();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('copies exactly the files that rows refer to, and a second run changes nothing', async () => {
    expect(await runMove()).toBe(2);
    expect(await listKeys(bucket)).toEqual(['1/exports/small.csv', '1/video/film.mp4']);
    expect((await readObject('1/video/film.mp4')).equals(film)).toBe(true);
    expect((await readObject('1/exports/small.csv')).equals(smallFile)).toBe(true);
    expect(await runMove()).toBe(2);
  });

  it('resumes an interrupted move', async () => {
    await bucket.client.fetch(bucket.url('1/exports/small.csv'), { method: 'DELETE' });
    expect(await runMove()).toBe(2);
    expect((await readObject('1/exports/small.csv')).equals(smallFile)).toBe(true);
  });

  it('fails when the target has a different file under the key, and keeps that file', async () => {
    await bucket.client.fetch(bucket.url('1/exports/small.csv'), { method: 'PUT', body: 'another' });
    await expect(runMove()).rejects.toThrow('1/exports/small.csv is another file there');
    expect((await readObject('1/exports/small.csv')).toString()).toBe('another');
  });
}
