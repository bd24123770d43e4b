import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../platform/clock';
import { Config } from '../platform/config/config';
import { ConfigError } from '../platform/config/config-error';
import type { Round } from '../platform/jobs/sweep';
import { Sweeper } from '../platform/jobs/sweeper';
import { looksLikeMp4, mp4Duration } from './mp4-probe';
import { NoVideo, VideoTooLarge, VideoUnreadable } from './training.errors';
import { looksLikeWebm, webmDuration } from './webm-probe';

export const VIDEO_BYTES_MAX = 2 * 1024 ** 3;
export type VideoFormat = 'mp4' | 'webm';
/** A day: longer "durations" are broken files. */
const DURATION_MAX_MS = 86_400_000;
const HEAD = 64;
const HOUR = 3_600_000;
/** Nobody has written to it for so long: nobody will. */
const DEAD_PART_MS = 600_000;

export interface KeptVideo {
  format: VideoFormat;
  duration_ms: number;
}

/** Uploaded videos, outside the web root, one folder a customer: `<FILES_URL>/<customer_id>/video/<file_id>.mp4`. */
@Injectable()
export class VideoFiles implements OnModuleInit {
  /** Bytes of one video. */
  maxBytes = VIDEO_BYTES_MAX;
  private readonly root: string;

  constructor(
    config: Config,
    private readonly clock: Clock,
    private readonly sweeper: Sweeper,
  ) {
    if (config.files.kind !== 'folder') {
      throw new ConfigError(
        'FILES_URL',
        'names object storage, which is not built yet; name a folder',
        'file:./data/files',
      );
    }
    this.root = config.files.path;
  }

  onModuleInit(): void {
    // By every process: what one of them has removed is not there for the others.
    this.sweeper.register<never>({
      name: 'upload-parts',
      every: HOUR,
      first: 0,
      batch: (_, round) => this.sweepParts(round),
    });
  }

  /**
   * Streams an upload to disk, judged by its content as it arrives: a wrong type is refused with its first bytes. What
   * is refused leaves nothing behind. @throws NoVideo, VideoTooLarge, VideoUnreadable
   */
  async keep(customer_id: number, file_id: string, source: Readable): Promise<KeptVideo> {
    const part = join(await this.folder(customer_id), `${file_id}.part`);
    const file = createWriteStream(part, { flags: 'wx', mode: 0o640 });
    try {
      const gate = new Gate(this.maxBytes);
      await pipeline(source, gate, file);
      const kept = await this.inspect(part, gate.format);
      await rename(part, this.path(customer_id, file_id, kept.format));
      return kept;
    } catch (error) {
      // What is refused at once may be opened only afterwards, and would be made after it was removed.
      if (!file.closed) await once(file, 'close').catch(() => undefined);
      await unlink(part).catch(() => undefined);
      throw error;
    }
  }

  /** Bytes of the file; null when it is gone. */
  async size(customer_id: number, file_id: string, format: VideoFormat): Promise<number | null> {
    const found = await stat(this.path(customer_id, file_id, format)).catch(() => null);
    return found?.isFile() ? found.size : null;
  }

  /** Both ends inclusive. */
  read(customer_id: number, file_id: string, format: VideoFormat, range: { start: number; end: number }): Readable {
    return createReadStream(this.path(customer_id, file_id, format), range);
  }

  /**
   * What a process that was killed had begun to write. Other processes may be writing theirs: an upload that goes on
   * touches its file, and one that is silent is ended long before (platform/http/slow-body.ts).
   */
  private async sweepParts(round: Round): Promise<null> {
    const now = this.clock.now();
    const names = await readdir(this.root, { recursive: true }).catch(() => []);
    for (const name of names) {
      if (!name.endsWith('.part')) continue;
      if (!(await round.goesOn())) break;
      const path = join(this.root, name);
      const found = await stat(path).catch(() => null);
      if (found && found.mtimeMs < now - DEAD_PART_MS) await unlink(path).catch(() => undefined);
    }
    return null;
  }

  /** Never fails: a file that stays behind costs disk, not truth. */
  forget(customer_id: number, file_id: string, format: string): void {
    void unlink(this.path(customer_id, file_id, format === 'webm' ? 'webm' : 'mp4')).catch(() => undefined);
  }

  private async inspect(path: string, format: VideoFormat): Promise<KeptVideo> {
    const file = await open(path, 'r+');
    try {
      // The row that will name this file must not outlive it.
      await file.datasync();
      const { size } = await file.stat();
      const duration_ms = await (format === 'mp4' ? mp4Duration(file, size) : webmDuration(file, size));
      if (duration_ms === null || duration_ms > DURATION_MAX_MS) throw new VideoUnreadable();
      return { format, duration_ms };
    } finally {
      await file.close();
    }
  }

  private async folder(customer_id: number): Promise<string> {
    const folder = join(this.root, String(customer_id), 'video');
    await mkdir(folder, { recursive: true, mode: 0o750 });
    return folder;
  }

  private path(customer_id: number, file_id: string, format: VideoFormat): string {
    return join(this.root, String(customer_id), 'video', `${file_id}.${format}`);
  }
}

/** Lets a video pass: told by its first bytes, not by its name, and no larger than allowed. */
class Gate extends Transform {
  private head: Buffer | null = Buffer.alloc(0);
  private passed = 0;
  private found: VideoFormat | null = null;

  constructor(private readonly limit: number) {
    super();
  }

  get format(): VideoFormat {
    if (!this.found) throw new NoVideo();
    return this.found;
  }

  override _transform(chunk: Buffer, _encoding: string, done: (error?: Error | null, data?: Buffer) => void): void {
    this.passed += chunk.length;
    if (this.passed > this.limit) return done(new VideoTooLarge(this.limit));
    if (!this.head) return done(null, chunk);
    this.head = Buffer.concat([this.head, chunk]);
    if (this.head.length < HEAD) return done();
    this.letGo(done);
  }

  override _flush(done: (error?: Error | null, data?: Buffer) => void): void {
    if (this.head) this.letGo(done);
    else done();
  }

  private letGo(done: (error?: Error | null, data?: Buffer) => void): void {
    const head = this.head!;
    this.head = null;
    this.found = looksLikeMp4(head) ? 'mp4' : looksLikeWebm(head) ? 'webm' : null;
    if (this.found) done(null, head);
    else done(new NoVideo());
  }
}
