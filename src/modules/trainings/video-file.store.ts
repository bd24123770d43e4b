import { PassThrough, Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import { FileStorage } from '../../infrastructure/files/file-storage';
import { PendingFilesService } from '../../tenancy/pending-files.service';
import type { Tenant } from '../../tenancy/tenant';
import { NotAVideoError, VideoTooLargeError, UnreadableVideoError } from './training.errors';
import { readVideo, sniffVideoFormat, type VideoFormat } from './video-reader';

export const VIDEO_BYTES_MAX = 2 * 1024 ** 3;
const HEAD_BYTES = 256;

export interface StoredVideo {
  format: VideoFormat;
  duration_ms: number;
  /** avc, hevc, vp8, vp9 or av1. */
  codec: string;
}

export const videoKey = (customer_id: number, file_id: string, format: VideoFormat): string =>
  `${customer_id}/video/${file_id}.${format}`;

/** Fragments of an HLS stream (video-stream.service.ts). */
export const streamKey = (customer_id: number, stream_id: string): string => `${customer_id}/video/${stream_id}.m4s`;

/** Uploaded videos under FILES_URL: `<customer_id>/video/<file_id>.mp4`. */
@Injectable()
export class VideoFileStore {
  /** Limit per video. */
  maxBytes = VIDEO_BYTES_MAX;

  constructor(
    private readonly fileStorage: FileStorage,
    private readonly pendingFilesService: PendingFilesService,
  ) {}

  /**
   * Streams an upload to storage and checks its format by the first bytes. Rejected uploads are deleted; others stay
   * pending until a row refers to them. @throws NotAVideoError, VideoTooLargeError, UnreadableVideoError, StorageUnavailableError
   */
  async store(tenant: Tenant, file_id: string, source: Readable): Promise<StoredVideo> {
    const formatCheck = new VideoFormatCheck(this.maxBytes);
    const checkedStream = new PassThrough();
    const checking = pipeline(source, formatCheck, checkedStream);
    checking.catch(() => undefined); // handled by the await below
    const format = await formatCheck.format;
    const { customer_id } = tenant;
    const key = videoKey(customer_id, file_id, format);
    await this.pendingFilesService.register(tenant, key);
    await this.fileStorage.put(key, checkedStream);
    await checking;
    return this.inspect(customer_id, file_id, format).catch((error: unknown) => {
      this.remove(customer_id, file_id, format);
      throw error;
    });
  }

  /** Validates a stored file and deletes it if it is rejected. @throws NotAVideoError, UnreadableVideoError, StorageUnavailableError */
  async inspect(customer_id: number, file_id: string, format: VideoFormat): Promise<StoredVideo> {
    const key = videoKey(customer_id, file_id, format);
    try {
      const { bytes = 0 } = (await this.fileStorage.head(key)) ?? {};
      const read = async (start: number, end: number) => {
        const chunks: Buffer[] = [];
        for await (const chunk of await this.fileStorage.get(key, { start, end: end - 1 }))
          chunks.push(chunk as Buffer);
        return Buffer.concat(chunks);
      };
      if (!bytes || (await sniffVideoFormat(await read(0, Math.min(HEAD_BYTES, bytes)))) !== format)
        throw new NotAVideoError();
      return { format, ...(await readVideo(format, read, bytes)) };
    } catch (error) {
      if (error instanceof NotAVideoError || error instanceof UnreadableVideoError) await this.fileStorage.remove(key);
      throw error;
    }
  }

  /** Never throws: a file that is left over only costs disk space. */
  remove(customer_id: number, file_id: string, format: string): void {
    const key = videoKey(customer_id, file_id, format === 'webm' ? 'webm' : 'mp4');
    void this.fileStorage.remove(key).catch(() => undefined);
  }
}

/** Passes a stream through after checking format (by the first bytes) and size. */
class VideoFormatCheck extends Transform {
  /** Resolves with the first bytes; rejects if the stream ends before. */
  readonly format: Promise<VideoFormat>;
  private resolveFormat!: (format: VideoFormat) => void;
  private head: Buffer | null = Buffer.alloc(0);
  private bytesPassed = 0;

  constructor(private readonly limit: number) {
    super();
    this.format = new Promise((resolve, reject) => {
      this.resolveFormat = resolve;
      this.once('error', reject).once('close', () => reject(new NotAVideoError()));
    });
    this.format.catch(() => undefined); // prevents an unhandled rejection
  }

  override _transform(chunk: Buffer, _encoding: string, done: (error?: Error | null, data?: Buffer) => void): void {
    this.bytesPassed += chunk.length;
    if (this.bytesPassed > this.limit) return done(new VideoTooLargeError(this.limit));
    if (!this.head) return done(null, chunk);
    this.head = Buffer.concat([this.head, chunk]);
    if (this.head.length < HEAD_BYTES) return done();
    this.releaseHead(done);
  }

  override _flush(done: (error?: Error | null, data?: Buffer) => void): void {
    if (this.head) this.releaseHead(done);
    else done();
  }

  private releaseHead(done: (error?: Error | null, data?: Buffer) => void): void {
    const head = this.head!;
    this.head = null;
    void this.passHead(head, done);
  }

  private async passHead(head: Buffer, done: (error?: Error | null, data?: Buffer) => void): Promise<void> {
    const format = await sniffVideoFormat(head);
    if (!format) return done(new NotAVideoError());
    this.resolveFormat(format);
    done(null, head);
  }
}
