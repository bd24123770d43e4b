import type { Readable } from 'node:stream';
import { AppError, Malformed } from '../platform/errors/app-error';

/** The part of Fastify's request that an upload touches. */
export interface UploadRequest {
  isMultipart(): boolean;
  file(options?: { limits?: { fileSize?: number } }): Promise<{ file: Readable } | undefined>;
}

class NoMultipart extends AppError {
  constructor() {
    super({
      kind: 'unsupported_media',
      code: 'unsupported_media',
      message: 'Send the video as multipart/form-data in a part named "file".',
    });
  }
}

/**
 * Hands the first file of a multipart body to `work` as it arrives. Whatever `work` leaves unread is thrown away, for a
 * browser shows an answer only when its upload was taken.
 * @throws NoMultipart (415), Malformed without a file
 */
export async function withUpload<T>(request: UploadRequest, work: (file: Readable) => Promise<T>): Promise<T> {
  if (!request.isMultipart()) throw new NoMultipart();
  const part = await request.file();
  if (!part) throw new Malformed('The body has no file. Send the video in a part named "file".');
  try {
    return await work(part.file);
  } finally {
    if (!part.file.destroyed) part.file.resume();
  }
}
