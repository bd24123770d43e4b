import fs from 'node:fs';
import promises from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { copied } from '../../src/platform/backup/backup';
import { writeManifest, type Manifest } from '../../src/platform/backup/manifest';
import { keptSecret } from '../../src/platform/config/server-secret';
import { FolderFiles } from '../../src/platform/files/folder-files';

const KEY = '7/video/film.mp4';

describe('a file that must outlive a power cut', () => {
  let folder: string;
  /** Renames, links and synchronisations in their order, by path within the folder. */
  let steps: string[];

  beforeEach(() => {
    folder = fs.mkdtempSync(join(tmpdir(), 'skilgrid-durable-'));
    steps = [];
    const note = (what: string, path: unknown) =>
      steps.push(`${what} ${String(path).slice(folder.length)}`.replaceAll(/[\da-f-]{36}/g, 'x'));
    const { open, rename } = promises;
    jest.spyOn(promises, 'open').mockImplementation(async (path, ...more) => {
      const handle = await open(path, ...more);
      const sync = handle.sync.bind(handle);
      handle.sync = async () => {
        await sync();
        note('sync', path);
      };
      return handle;
    });
    jest.spyOn(promises, 'rename').mockImplementation(async (from, to) => {
      await rename(from, to);
      note('rename', to);
    });
    const { openSync, fsyncSync, linkSync } = fs;
    const opened = new Map<number, unknown>();
    jest.spyOn(fs, 'openSync').mockImplementation((path, ...more) => {
      const descriptor = openSync(path, ...more);
      opened.set(descriptor, path);
      return descriptor;
    });
    jest.spyOn(fs, 'fsyncSync').mockImplementation((descriptor) => {
      fsyncSync(descriptor);
      note('sync', opened.get(descriptor));
    });
    jest.spyOn(fs, 'linkSync').mockImplementation((from, to) => {
      linkSync(from, to);
      note('link', to);
    });
  });
  afterEach(() => {
    jest.restoreAllMocks();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  it('is stored with its new folders, its contents and its name', async () => {
    await new FolderFiles(folder).put(KEY, Readable.from([Buffer.from('film')]));
    expect(steps).toEqual(['sync /7', 'sync ', `sync /${KEY}.x.part`, `rename /${KEY}`, 'sync /7/video']);
  });

  it('is stored with its name where it came in one part', async () => {
    const files = new FolderFiles(folder);
    const of = { key: KEY, id: await files.begin() };
    await files.putPart(of, 1, 4, Readable.from([Buffer.from('film')]));
    const parts = await files.parts(of);
    steps.length = 0;
    await files.complete(of, parts);
    expect(steps).toEqual(['sync /7', `rename /${KEY}`, 'sync /7/video']);
  });

  it('is in a backup with its name, as the manifest is', async () => {
    fs.writeFileSync(join(folder, 'film.mp4'), 'film');
    await copied(join(folder, 'film.mp4'), join(folder, 'copy/film.mp4'), 0o640);
    expect(steps).toEqual(['sync ', 'sync /copy/film.mp4', 'sync /copy']);
    steps.length = 0;
    await writeManifest(folder, {} as Manifest);
    expect(steps.slice(-2)).toEqual(['rename /manifest.json', 'sync ']);
  });

  it('is the secret of the installation, with its name', () => {
    keptSecret(folder);
    expect(steps.slice(-2)).toEqual(['link /jwt-secret', 'sync ']);
  });
});
