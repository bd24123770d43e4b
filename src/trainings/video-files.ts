import { PassThrough, Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import { Files } from '../platform/files/files';
import { PendingFiles } from '../tenancy/pending-files';
import type { Tenant } from '../tenancy/tenant';
import { NoVideo, VideoTooLarge, VideoUnreadable } from './training.errors';
import { readVideo, sniffVideoFormat, type VideoFormat } from './video-reader';

export const VIDEO_BYTES_MAX = 2 * 1024 ** 3;
const HEAD = 256;

export interface KeptVideo {
  format: VideoFormat;
  duration_ms: number;
  /** avc, hevc, vp8, vp9 or av1. */
  codec: string;
}

export const videoKey = (customer_id: number, file_id: string, format: VideoFormat): string =>
  `${customer_id}/video/${file_id}.${format}`;

/** Fragments of an HLS stream (video-streams.ts). */
export const streamKey = (customer_id: number, stream_id: string): string => `${customer_id}/video/${stream_id}.m4s`;

/** Uploaded videos, where FILES_URL says: `<customer_id>/video/<file_id>.mp4`. */
@Injectable()
export class VideoFiles {
  /** Bytes of one video. */
  maxBytes = VIDEO_BYTES_MAX;

  constructor(
    private readonly files: Files,
    private readonly pendingFiles: PendingFiles,
  ) {}

  /**
   * Streams an upload to where files are kept, judged by its content as it arrives: a wrong type is refused with its first
   * bytes. What is refused leaves nothing behind; the rest is pending until a row refers to it. @throws NoVideo, VideoTooLarge, VideoUnreadable, StorageAway
   */
  async keep(tenant: Tenant, file_id: string, source: Readable): Promise<KeptVideo> {
    const gate = new Gate(this.maxBytes);
    const passed = new PassThrough();
    const passing = pipeline(source, gate, passed);
    passing.catch(() => undefined); // told below
    const format = await gate.format;
    const { customer_id } = tenant;
    const key = videoKey(customer_id, file_id, format);
    await this.pendingFiles.register(tenant, key);
    await this.files.put(key, passed);
    await passing;
    return this.inspect(customer_id, file_id, format).catch((error: unknown) => {
      this.forget(customer_id, file_id, format);
      throw error;
    });
  }

  /** What a whole file says of itself; it is gone when it is refused. @throws NoVideo, VideoUnreadable, StorageAway */
  async inspect(customer_id: number, file_id: string, format: VideoFormat): Promise<KeptVideo> {
    const key = videoKey(customer_id, file_id, format);
    try {
      const { bytes = 0 } = (await this.files.head(key)) ?? {};
      const read = async (start: number, end: number) => {
        const chunks: Buffer[] = [];
        for await (const chunk of await this.files.get(key, { start, end: end - 1 })) chunks.push(chunk as Buffer);
        return Buffer.concat(chunks);
      };
      if (!bytes || (await sniffVideoFormat(await read(0, Math.min(HEAD, bytes)))) !== format) throw new NoVideo();
      return { format, ...(await readVideo(format, read, bytes)) };
    } catch (error) {
      if (error instanceof NoVideo || error instanceof VideoUnreadable) await this.files.remove(key);
      throw error;
    }
  }

  /** Never fails: a file that stays behind costs disk, not truth. */
  forget(customer_id: number, file_id: string, format: string): void {
    const key = videoKey(customer_id, file_id, format === 'webm' ? 'webm' : 'mp4');
    void this.files.remove(key).catch(() => undefined);
  }
}

/** Lets a video pass: told by its first bytes, not by its name, and no larger than allowed. */
class Gate extends Transform {
  /** Known with the first bytes; rejects with whatever ends it before. */
  readonly format: Promise<VideoFormat>;
  private tell!: (format: VideoFormat) => void;
  private head: Buffer | null = Buffer.alloc(0);
  private passed = 0;

  constructor(private readonly limit: number) {
    super();
    this.format = new Promise((resolve, reject) => {
      this.tell = resolve;
      this.once('error', reject).once('close', () => reject(new NoVideo()));
    });
    this.format.catch(() => undefined); // told to whoever waits for it
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
    void this.passHead(head, done);
  }

  private async passHead(head: Buffer, done: (error?: Error | null, data?: Buffer) => void): Promise<void> {
    const format = await sniffVideoFormat(head);
    if (!format) return done(new NoVideo());
    this.tell(format);
    done(null, head);
  }
}
