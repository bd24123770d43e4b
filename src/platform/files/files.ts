import type { Readable } from 'node:stream';
import { AppError } from '../errors/app-error';

/** Both ends inclusive. */
export interface Part {
  start: number;
  end: number;
}
export interface StoredFile {
  key: string;
  bytes: number;
  /** UTC milliseconds. */
  changed_at: number;
}
/** A file that comes in numbered parts, in any order, each as often as it takes. */
export interface Multipart {
  key: string;
  /** The storage's own name for it. */
  id: string;
}
export interface StoredPart {
  /** From 1. */
  number: number;
  bytes: number;
  tag: string;
}

/**
 * Where files are kept: a folder, or a bucket of object storage (FILES_URL). A key begins with the customer:
 * `7/video/0190….mp4`. A file never changes under its key. @throws StorageAway, of any of these
 */
export abstract class Files {
  /** Whole or not at all. */
  abstract put(key: string, source: Readable): Promise<void>;
  abstract get(key: string, part?: Part): Promise<Readable>;
  /** null: there is none. */
  abstract head(key: string): Promise<{ bytes: number } | null>;
  /** What is gone already is fine. */
  abstract remove(key: string): Promise<void>;
  abstract list(prefix: string): AsyncIterable<StoredFile>;
  /**
   * An address of the storage by which a browser reads for so long; null: there is none, `get` it.
   * @param saved_as what a browser calls it that keeps it
   */
  abstract link(key: string, seconds: number, saved_as?: string): Promise<string | null>;

  abstract begin(key: string, type: string): Promise<string>;
  /** An address of the storage that takes exactly this part for so long; null: there is none, `putPart` it. */
  abstract partLink(of: Multipart, number: number, bytes: number, seconds: number): Promise<string | null>;
  /** Takes the place of the one before it. @throws PartMisfit, and nothing of it is kept */
  abstract putPart(of: Multipart, number: number, bytes: number, source: Readable): Promise<void>;
  /** What is there; empty also where nothing of it is known. */
  abstract parts(of: Multipart): Promise<StoredPart[]>;
  /** Makes the file of them. */
  abstract complete(of: Multipart, parts: readonly StoredPart[]): Promise<void>;
  /** Forgets what came. What is gone already is fine. */
  abstract abort(of: Multipart): Promise<void>;
}

const KEY = /^\d{1,10}(\/[a-z0-9][a-z0-9.-]{0,99}){1,4}$/;

/** Never from what a client says: a key that could leave its customer's place is our own mistake. */
export function demandKey(key: string): string {
  if (!KEY.test(key) || key.includes('..')) throw new Error('A key of a file begins with the customer');
  return key;
}

/** The files cannot be reached at the moment; all else goes on. */
export class StorageAway extends AppError {
  constructor(readonly why: string) {
    super({
      kind: 'unavailable',
      code: 'storage_unavailable',
      message: 'Files cannot be stored or read at the moment. Please try again shortly.',
      retryAfter: 10,
    });
  }
}

export class PartMisfit extends AppError {
  constructor(bytes: number) {
    super({
      kind: 'refused',
      code: 'part_misfit',
      message: `This part must have exactly ${bytes} bytes. Nothing was saved.`,
      facts: { bytes },
    });
  }
}
