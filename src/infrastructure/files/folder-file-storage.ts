import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { readdir, rm, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createDirectory, renameFile, syncFile } from './durable-files';
import {
  assertFileKey,
  FileStorage,
  PartSizeMismatchError,
  type MultipartUpload,
  type ByteRange,
  type StoredFile,
  type StoredPart,
} from './file-storage';

/** Suffix of incomplete files; leftovers are removed by partial-file-cleanup.job.ts. */
export const PARTIAL_SUFFIX = '.part';

/** Files in a folder outside of the web root; upload parts in `<customer>/uploads/<id>/<number>`. */
export class FolderFileStorage extends FileStorage {
  constructor(private readonly root: string) {
    super();
  }

  put(key: string, source: Readable): Promise<void> {
    return this.writeDurably(this.path(key), [source]);
  }

  async get(key: string, range?: ByteRange): Promise<Readable> {
    return createReadStream(this.path(key), range);
  }

  async head(key: string): Promise<{ bytes: number } | null> {
    const stats = await stat(this.path(key)).catch(nullIfMissing);
    return stats?.isFile() ? { bytes: stats.size } : null;
  }

  async remove(key: string): Promise<void> {
    await unlink(this.path(key)).catch(nullIfMissing);
  }

  async *list(prefix: string): AsyncIterable<StoredFile> {
    const names = (await readdir(this.root, { recursive: true }).catch(nullIfMissing)) ?? [];
    for (const key of names.map((name) => name.replaceAll('\\', '/')).sort()) {
      if (!key.startsWith(prefix) || key.endsWith(PARTIAL_SUFFIX)) continue;
      const stats = await stat(join(this.root, key)).catch(nullIfMissing);
      if (stats?.isFile()) yield { key, bytes: stats.size, changed_at: stats.mtimeMs };
    }
  }

  async createReadUrl(): Promise<null> {
    return null;
  }

  /** The first part creates the folder. */
  async beginUpload(): Promise<string> {
    return randomUUID();
  }

  async createPartUrl(): Promise<null> {
    return null;
  }

  putPart(upload: MultipartUpload, number: number, bytes: number, source: Readable): Promise<void> {
    return this.writeDurably(join(this.uploadFolder(upload), String(number)), [
      source,
      new ExactLengthTransform(bytes),
    ]);
  }

  async parts(upload: MultipartUpload): Promise<StoredPart[]> {
    const uploadFolder = this.uploadFolder(upload);
    const names = (await readdir(uploadFolder).catch(nullIfMissing)) ?? [];
    const numbers = names.filter((name) => /^\d+$/.test(name)).map(Number);
    const storedParts = await Promise.all(
      numbers.map(async (number) => {
        const file = await stat(join(uploadFolder, String(number))).catch(nullIfMissing);
        return file ? [{ number, bytes: file.size, tag: String(file.mtimeMs) }] : [];
      }),
    );
    return storedParts.flat().sort((a, b) => a.number - b.number);
  }

  async completeUpload(upload: MultipartUpload, parts: readonly StoredPart[]): Promise<void> {
    const uploadFolder = this.uploadFolder(upload);
    const paths = parts.map(({ number }) => join(uploadFolder, String(number)));
    const [onlyPath] = paths;
    const path = this.path(upload.key);
    await createDirectory(dirname(path), 0o750);
    if (onlyPath && paths.length === 1) await renameFile(onlyPath, path);
    else await this.writeDurably(path, [concatenate(paths)]);
    await this.abortUpload(upload);
  }

  async abortUpload(upload: MultipartUpload): Promise<void> {
    await rm(this.uploadFolder(upload), { recursive: true, force: true });
  }

  /** Flushed before renaming: a file reported as stored survives a power cut. */
  private async writeDurably(
    path: string,
    pipelineParts: [Readable | AsyncIterable<Buffer>, Transform?],
  ): Promise<void> {
    await createDirectory(dirname(path), 0o750);
    const partialPath = `${path}.${randomUUID()}${PARTIAL_SUFFIX}`;
    const file = createWriteStream(partialPath, { flags: 'wx', mode: 0o640 });
    try {
      const [source, lengthCheck] = pipelineParts;
      if (lengthCheck) await pipeline(source, lengthCheck, file);
      else await pipeline(source, file);
      await syncFile(partialPath);
      await renameFile(partialPath, path);
    } catch (error) {
      // On an early error the stream may open its file later and would recreate it after removal.
      if (!file.closed) await once(file, 'close').catch(() => undefined);
      await unlink(partialPath).catch(() => undefined);
      throw error;
    }
  }

  private path(key: string): string {
    return join(this.root, assertFileKey(key));
  }

  private uploadFolder({ key, id }: MultipartUpload): string {
    const [customer] = assertFileKey(key).split('/');
    return join(this.root, assertFileKey(`${customer}/uploads/${id}`));
  }
}

async function* concatenate(paths: readonly string[]): AsyncIterable<Buffer> {
  for (const path of paths) yield* createReadStream(path, { highWaterMark: 1_048_576 });
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
  throw error;
}

/** Passes exactly `bytes` bytes; fails on more or fewer. */
class ExactLengthTransform extends Transform {
  private passed = 0;

  constructor(private readonly bytes: number) {
    super();
  }

  override _transform(chunk: Buffer, _encoding: string, done: (error?: Error | null, data?: Buffer) => void): void {
    this.passed += chunk.length;
    if (this.passed > this.bytes) done(new PartSizeMismatchError(this.bytes));
    else done(null, chunk);
  }

  override _flush(done: (error?: Error | null) => void): void {
    done(this.passed === this.bytes ? null : new PartSizeMismatchError(this.bytes));
  }
}
