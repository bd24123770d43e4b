import { PassThrough, Readable } from 'node:stream';
import { AppError, Malformed } from '../platform/errors/app-error';

class NoBytes extends AppError {
  constructor() {
    super({
      kind: 'unsupported_media',
      code: 'unsupported_media',
      message: 'Send the part as application/octet-stream.',
    });
  }
}

/** The part of Fastify's request that an upload touches. */
export interface UploadRequest {
  isMultipart(): boolean;
  file(options?: { limits?: { fileSize?: number } }): Promise<{ file: Readable; filename?: string } | undefined>;
}

class NoMultipart extends AppError {
  constructor(what: string) {
    super({
      kind: 'unsupported_media',
      code: 'unsupported_media',
      message: `Send the ${what} as multipart/form-data in a part named "file".`,
    });
  }
}

/**
 * Hands the first file of a multipart body to `work` as it arrives. What `work` leaves unread is thrown away: a browser
 * shows an answer only when its upload was taken, and the next request waits on the same connection for the rest of this.
 * @throws NoMultipart (415), Malformed without a file
 */
export async function withUpload<T>(
  request: UploadRequest,
  work: (file: Readable, name: string) => Promise<T>,
  what = 'video',
): Promise<T> {
  if (!request.isMultipart()) throw new NoMultipart(what);
  const part = await request.file();
  if (!part) throw new Malformed(`The body has no file. Send the ${what} in a part named "file".`);
  return taken(part.file, (file) => work(file, part.filename ?? ''));
}

/** The same of a body that is bytes and nothing else. @throws NoBytes (415) */
export async function withBytes<T>({ body }: { body?: unknown }, work: (bytes: Readable) => Promise<T>): Promise<T> {
  if (!(body instanceof Readable)) throw new NoBytes();
  return taken(body, work);
}

async function taken<T>(file: Readable, work: (file: Readable) => Promise<T>): Promise<T> {
  // A relay, since whoever refuses a stream destroys it, and a destroyed part is never read to its end.
  const relay = new PassThrough();
  relay.on('error', () => undefined);
  file
    .once('error', (error) => relay.destroy(error))
    .once('close', () => file.readableEnded || relay.destroy())
    .pipe(relay);
  try {
    return await work(relay);
  } finally {
    file.on('error', () => undefined).unpipe(relay);
    relay.destroy();
    file.resume();
  }
}
