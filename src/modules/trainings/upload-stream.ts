import { PassThrough, Readable } from 'node:stream';
import { AppError, MalformedRequestError } from '../../common/errors/app-error';

class RawBodyRequiredError extends AppError {
  constructor() {
    super({
      kind: 'unsupported_media',
      code: 'unsupported_media',
      message: 'Send the part as application/octet-stream.',
    });
  }
}

/** The part of Fastify's request used here. */
export interface UploadRequest {
  isMultipart(): boolean;
  file(options?: { limits?: { fileSize?: number } }): Promise<{ file: Readable; filename?: string } | undefined>;
}

class MultipartRequiredError extends AppError {
  constructor(what: string) {
    super({
      kind: 'unsupported_media',
      code: 'unsupported_media',
      message: `Send the ${what} as multipart/form-data in a part named "file".`,
    });
  }
}

/**
 * Streams the first file of a multipart body to `work`. Drains what `work` leaves unread: browsers show the response
 * only after the whole upload was taken, and the connection is reused.
 * @throws MultipartRequiredError (415), MalformedRequestError without a file
 */
export async function handleMultipartUpload<T>(
  request: UploadRequest,
  work: (file: Readable, name: string) => Promise<T>,
  what = 'video',
): Promise<T> {
  if (!request.isMultipart()) throw new MultipartRequiredError(what);
  const part = await request.file();
  if (!part) throw new MalformedRequestError(`The body has no file. Send the ${what} in a part named "file".`);
  return relayStream(part.file, (file) => work(file, part.filename ?? ''));
}

/** For a raw body. @throws RawBodyRequiredError (415) */
export async function handleRawUpload<T>(
  { body }: { body?: unknown },
  work: (bytes: Readable) => Promise<T>,
): Promise<T> {
  if (!(body instanceof Readable)) throw new RawBodyRequiredError();
  return relayStream(body, work);
}

async function relayStream<T>(file: Readable, work: (file: Readable) => Promise<T>): Promise<T> {
  // A relay, because rejecting a stream destroys it, and a destroyed part would never be drained.
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
