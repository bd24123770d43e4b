import fs from 'node:fs';
import promises from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { copyFileIfExists } from '../../src/infrastructure/backup/backup';
import { writeManifest, type Manifest } from '../../src/infrastructure/backup/manifest';
import { readOrCreateSecret } from '../../src/infrastructure/config/server-secret';
import { FolderFileStorage } from '../../src/infrastructure/files/folder-file-storage';

const KEY = '7/video/film.mp4';

describe('a file that must outlive a power cut', () => {
  let folder: string;
  /** Renames, links and fsyncs in order, by path within the folder. */
  let steps: string[];

  beforeEach(() => {
    folder = fs.mkdtempSync(join(tmpdir(), 'skilgrid-durable-'));
    steps = [];
    const record = (what: string, path: unknown) =>
      steps.push(`${what} ${String(path).slice(folder.length)}`.replaceAll(/[\da-f-]{36}/g, 'x'));
    const { open, rename } = promises;
    jest.spyOn(promises, 'open').mockImplementation(async (path, ...more) => {
      const handle = await open(path, ...more);
      const sync = handle.sync.bind(handle);
      handle.sync = async () => {
        await sync();
        record('sync', path);
      };
      return handle;
    });
    jest.spyOn(promises, 'rename').mockImplementation(async (from, to) => {
      await rename(from, to);
      record('rename', to);
    });
    const { openSync, fsyncSync, linkSync } = fs;
    const pathByDescriptor = new Map<number, unknown>();
    jest.spyOn(fs, 'openSync').mockImplementation((path, ...more) => {
      const descriptor = openSync(path, ...more);
      pathByDescriptor.set(descriptor, path);
      return descriptor;
    });
    jest.spyOn(fs, 'fsyncSync').mockImplementation((descriptor) => {
      fsyncSync(descriptor);
      record('sync', pathByDescriptor.get(descriptor));
    });
    jest.spyOn(fs, 'linkSync').mockImplementation((from, to) => {
      linkSync(from, to);
      record('link', to);
    });
  });
  afterEach(() => {
    jest.restoreAllMocks();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  it('syncs its new folders, contents and name', async () => {
    await new FolderFileStorage(folder).put(KEY, Readable.from([Buffer.from('film')]));
    expect(steps).toEqual(['sync /7', 'sync ', `sync /${KEY}.x.part`, `rename /${KEY}`, 'sync /7/video']);
  });

  it('syncs its name when uploaded in one part', async () => {
    const files = new FolderFileStorage(folder);
    const upload = { key: KEY, id: await files.beginUpload() };
    await files.putPart(upload, 1, 4, Readable.from([Buffer.from('film')]));
    const parts = await files.parts(upload);
    steps.length = 0;
    await files.completeUpload(upload, parts);
    expect(steps).toEqual(['sync /7', `rename /${KEY}`, 'sync /7/video']);
  });

  it('syncs its name in a backup, like the manifest', async () => {
    fs.writeFileSync(join(folder, 'film.mp4'), 'film');
    await copyFileIfExists(join(folder, 'film.mp4'), join(folder, 'copy/film.mp4'), 0o640);
    expect(steps).toEqual(['sync ', 'sync /copy/film.mp4', 'sync /copy']);
    steps.length = 0;
    await writeManifest(folder, {} as Manifest);
    expect(steps.slice(-2)).toEqual(['rename /manifest.json', 'sync ']);
  });

  it('syncs the secret of the installation with its name', () => {
    readOrCreateSecret(folder);
    expect(steps.slice(-2)).toEqual(['link /jwt-secret', 'sync ']);
  });
});
