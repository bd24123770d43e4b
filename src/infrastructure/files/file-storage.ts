import type { Readable } from 'node:stream';
import { AppError } from '../../common/errors/app-error';

/** Byte positions, both inclusive. */
export interface ByteRange {
  start: number;
  end: number;
}
export interface StoredFile {
  key: string;
  bytes: number;
  /** UTC milliseconds. */
  changed_at: number;
}
/** An upload in numbered parts, in any order; a part may be sent again. */
export interface MultipartUpload {
  key: string;
  /** The storage's upload id. */
  id: string;
}
export interface StoredPart {
  /** From 1. */
  number: number;
  bytes: number;
  tag: string;
}

/**
 * File storage: a folder or an object storage bucket (FILES_URL). Keys start with the customer's id:
 * `7/video/0190….mp4`. A stored file never changes. Every method may throw StorageUnavailableError.
 */
export abstract class FileStorage {
  /** Atomic: the file is stored completely or not at all. */
  abstract put(key: string, source: Readable): Promise<void>;
  abstract get(key: string, range?: ByteRange): Promise<Readable>;
  /** null: the file does not exist. */
  abstract head(key: string): Promise<{ bytes: number } | null>;
  /** Succeeds if the file does not exist. */
  abstract remove(key: string): Promise<void>;
  abstract list(prefix: string): AsyncIterable<StoredFile>;
  /**
   * A pre-signed URL for downloads, valid for `seconds`; null: not supported, use `get`.
   * @param downloadName file name suggested to the browser
   */
  abstract createReadUrl(key: string, seconds: number, downloadName?: string): Promise<string | null>;

  abstract beginUpload(key: string, type: string): Promise<string>;
  /** A pre-signed URL for uploading exactly this part; null: not supported, use `putPart`. */
  abstract createPartUrl(
    upload: MultipartUpload,
    number: number,
    bytes: number,
    seconds: number,
  ): Promise<string | null>;
  /** Replaces an earlier upload of the part. @throws PartSizeMismatchError; nothing is stored then */
  abstract putPart(upload: MultipartUpload, number: number, bytes: number, source: Readable): Promise<void>;
  /** Uploaded parts; empty for an unknown upload. */
  abstract parts(upload: MultipartUpload): Promise<StoredPart[]>;
  abstract completeUpload(upload: MultipartUpload, parts: readonly StoredPart[]): Promise<void>;
  /** Discards the parts. Succeeds if the upload does not exist. */
  abstract abortUpload(upload: MultipartUpload): Promise<void>;
}

const KEY_PATTERN = /^\d{1,10}(\/[a-z0-9][a-z0-9.-]{0,99}){1,4}$/;

/** Keys never come from clients, so a key outside of a customer's folder is a bug. */
export function assertFileKey(key: string): string {
  if (!KEY_PATTERN.test(key) || key.includes('..')) throw new Error('A file key must start with the customer id');
  return key;
}

/** Storage is unreachable; everything else works. */
export class StorageUnavailableError extends AppError {
  constructor(readonly reason: string) {
    super({
      kind: 'unavailable',
      code: 'storage_unavailable',
      message: 'Files cannot be stored or read at the moment. Please try again shortly.',
      retryAfter: 10,
    });
  }
}

export class PartSizeMismatchError extends AppError {
  constructor(bytes: number) {
    super({
      kind: 'refused',
      code: 'part_misfit',
      message: `This part must have exactly ${bytes} bytes. Nothing was saved.`,
      facts: { bytes },
    });
  }
}
