import { createHash, randomUUID, type Hash } from 'node:crypto';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';

/** What is kept in memory for a reader who is slower than the source; the rest goes into a file. */
const IN_MEMORY = 1024 * 1024;
const PIECE = 65_536;

/**
 * A text that is read at the database's speed and sent at the reader's: whoever takes it along slowly holds no connection
 * and no memory, but a file that has no name, and so is gone with its owner whatever ends that.
 */
export class Spool extends Readable {
  private readonly kept: Buffer[] = [];
  private keptBytes = 0;
  private bytes = 0;
  private file: FileHandle | undefined;
  private written = 0;
  private sent = 0;
  private isFull = false;
  private isWanted = false;
  private isHanding = false;
  private readonly filling: Promise<void>;
  private readonly hash: Hash | null;
  private failure: unknown;

  /**
   * Begins to read at once. What `source` throws ends the stream.
   * @param summed for `whole`: a long text takes the event loop its time to add up
   */
  constructor(
    source: AsyncIterable<string | Uint8Array>,
    private readonly folder: string,
    { summed = false } = {},
  ) {
    super();
    this.hash = summed ? createHash('sha256') : null;
    this.filling = this.fill(source).catch((error: unknown) => {
      this.failure = error;
      this.destroy(error as Error);
    });
  }

  /** Until all has been read; for whoever says before the first byte how much it is and what it adds up to. Throws what `source` threw. */
  async whole(): Promise<{ bytes: number; sha256: Buffer }> {
    // Told to whoever waits here: nobody reads yet.
    this.once('error', () => undefined);
    await this.filling;
    if (this.failure) throw this.failure;
    return { bytes: this.bytes, sha256: this.hash!.digest() };
  }

  override _read(): void {
    this.isWanted = true;
    void this.hand();
  }

  override _destroy(why: Error | null, done: (why: Error | null) => void): void {
    // Not before the source has noticed: it may be about to write.
    void this.filling.then(() => this.file?.close()).finally(() => done(why));
  }

  private async fill(source: AsyncIterable<string | Uint8Array>): Promise<void> {
    for await (const text of source) {
      if (this.destroyed) return;
      const bytes = Buffer.from(text);
      this.hash?.update(bytes);
      this.bytes += bytes.length;
      if (!this.file && this.keptBytes + bytes.length <= IN_MEMORY) {
        this.kept.push(bytes);
        this.keptBytes += bytes.length;
      } else {
        this.file ??= await nameless(this.folder);
        await this.file.write(bytes, 0, bytes.length, this.written);
        this.written += bytes.length;
      }
      void this.hand();
    }
    this.isFull = true;
    void this.hand();
  }

  /** One at a time; what is not there yet is handed out when it comes. */
  private async hand(): Promise<void> {
    if (this.isHanding) return;
    this.isHanding = true;
    try {
      while (this.isReady) this.isWanted = this.push(await this.next());
    } catch (error) {
      this.destroy(error as Error);
    }
    this.isHanding = false;
  }

  private get isReady(): boolean {
    if (!this.isWanted || this.destroyed) return false;
    return this.isFull || this.kept.length > 0 || this.sent < this.written;
  }

  /** null: all has been sent. What was kept is older than the file. */
  private async next(): Promise<Buffer | null> {
    const kept = this.kept.shift();
    if (kept) {
      this.keptBytes -= kept.length;
      return kept;
    }
    if (!this.file || this.sent === this.written) return null;
    const piece = Buffer.allocUnsafe(Math.min(PIECE, this.written - this.sent));
    const { bytesRead } = await this.file.read(piece, 0, piece.length, this.sent);
    this.sent += bytesRead;
    return piece.subarray(0, bytesRead);
  }
}

async function nameless(folder: string): Promise<FileHandle> {
  const path = join(folder, `spool-${randomUUID()}.part`);
  const file = await open(path, 'wx+', 0o600);
  await unlink(path);
  return file;
}
