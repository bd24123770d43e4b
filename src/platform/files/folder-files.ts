import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { readdir, rm, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createDirectory, renameFile, syncFile } from './durable-files';
import { demandKey, Files, PartMisfit, type Multipart, type Part, type StoredFile, type StoredPart } from './files';

/** Ends the name of what is not whole yet; what stays of it is swept (half-written.ts). */
export const HALF = '.part';

/** Files in a folder outside the web root, by their keys. Parts of an upload wait in `<customer>/uploads/<id>/<number>`. */
export class FolderFiles extends Files {
  constructor(private readonly root: string) {
    super();
  }

  put(key: string, source: Readable): Promise<void> {
    return this.written(this.path(key), [source]);
  }

  async get(key: string, part?: Part): Promise<Readable> {
    return createReadStream(this.path(key), part);
  }

  async head(key: string): Promise<{ bytes: number } | null> {
    const found = await stat(this.path(key)).catch(absent);
    return found?.isFile() ? { bytes: found.size } : null;
  }

  async remove(key: string): Promise<void> {
    await unlink(this.path(key)).catch(absent);
  }

  async *list(prefix: string): AsyncIterable<StoredFile> {
    const names = (await readdir(this.root, { recursive: true }).catch(absent)) ?? [];
    for (const key of names.map((name) => name.replaceAll('\\', '/')).sort()) {
      if (!key.startsWith(prefix) || key.endsWith(HALF)) continue;
      const found = await stat(join(this.root, key)).catch(absent);
      if (found?.isFile()) yield { key, bytes: found.size, changed_at: found.mtimeMs };
    }
  }

  async link(): Promise<null> {
    return null;
  }

  /** Its place is made by its first part. */
  async begin(): Promise<string> {
    return randomUUID();
  }

  async partLink(): Promise<null> {
    return null;
  }

  putPart(of: Multipart, number: number, bytes: number, source: Readable): Promise<void> {
    return this.written(join(this.place(of), String(number)), [source, new Exactly(bytes)]);
  }

  async parts(of: Multipart): Promise<StoredPart[]> {
    const place = this.place(of);
    const names = (await readdir(place).catch(absent)) ?? [];
    const numbers = names.filter((name) => /^\d+$/.test(name)).map(Number);
    const found = await Promise.all(
      numbers.map(async (number) => {
        const file = await stat(join(place, String(number))).catch(absent);
        return file ? [{ number, bytes: file.size, tag: String(file.mtimeMs) }] : [];
      }),
    );
    return found.flat().sort((a, b) => a.number - b.number);
  }

  async complete(of: Multipart, parts: readonly StoredPart[]): Promise<void> {
    const place = this.place(of);
    const paths = parts.map(({ number }) => join(place, String(number)));
    const [only] = paths;
    const path = this.path(of.key);
    await createDirectory(dirname(path), 0o750);
    if (only && paths.length === 1) await renameFile(only, path);
    else await this.written(path, [joined(paths)]);
    await this.abort(of);
  }

  async abort(of: Multipart): Promise<void> {
    await rm(this.place(of), { recursive: true, force: true });
  }

  /** On disk before it has its name: what is said to be kept outlives a power cut. */
  private async written(path: string, from: [Readable | AsyncIterable<Buffer>, Transform?]): Promise<void> {
    await createDirectory(dirname(path), 0o750);
    const half = `${path}.${randomUUID()}${HALF}`;
    const file = createWriteStream(half, { flags: 'wx', mode: 0o640 });
    try {
      const [source, gate] = from;
      if (gate) await pipeline(source, gate, file);
      else await pipeline(source, file);
      await syncFile(half);
      await renameFile(half, path);
    } catch (error) {
      // What is refused at once may be opened only afterwards, and would be made after it was removed.
      if (!file.closed) await once(file, 'close').catch(() => undefined);
      await unlink(half).catch(() => undefined);
      throw error;
    }
  }

  private path(key: string): string {
    return join(this.root, demandKey(key));
  }

  private place({ key, id }: Multipart): string {
    const [customer] = demandKey(key).split('/');
    return join(this.root, demandKey(`${customer}/uploads/${id}`));
  }
}

async function* joined(paths: readonly string[]): AsyncIterable<Buffer> {
  for (const path of paths) yield* createReadStream(path, { highWaterMark: 1_048_576 });
}

function absent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
  throw error;
}

/** Lets so many bytes pass, and refuses more or fewer. */
class Exactly extends Transform {
  private passed = 0;

  constructor(private readonly bytes: number) {
    super();
  }

  override _transform(chunk: Buffer, _encoding: string, done: (error?: Error | null, data?: Buffer) => void): void {
    this.passed += chunk.length;
    if (this.passed > this.bytes) done(new PartMisfit(this.bytes));
    else done(null, chunk);
  }

  override _flush(done: (error?: Error | null) => void): void {
    done(this.passed === this.bytes ? null : new PartMisfit(this.bytes));
  }
}
