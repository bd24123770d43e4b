import { pipeline, Readable } from 'node:stream';
import { constants, createGzip, type Gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pathOf } from './surfaces';

/** Smaller answers are sent as they are. A page of a list is larger. */
const MIN_BYTES = 8_192;
const CHUNK_BYTES = 32_768;
/** A sign-in's answer holds secrets beside what was sent: its length would tell of them (BREACH). */
const NEVER = /^\/+api\/+auth(\/|$)/i;

type Payload = string | Buffer | Readable | null | undefined;

/**
 * JSON above 8 KB is sent as gzip to clients that accept it, at the cheapest level (a tenth of the bytes for a few
 * milliseconds, which zlib spends beside the event loop), and as a stream. Answers with an ETag stay as they are: a record's
 * version names its bytes.
 *
 * Not @fastify/compress (9.2): it labels the error of a stream that fails before its first byte as gzip, and its types can
 * be added to but not replaced, so it would compress exports and event streams.
 */
export function compressJson(instance: FastifyInstance): void {
  instance.addHook('onSend', (request, reply, payload, done) => {
    const body = payload as Payload;
    if (!body || isShort(body) || !isJson(reply) || reply.hasHeader('Content-Encoding') || reply.hasHeader('ETag'))
      return done(null, payload);
    if (NEVER.test(decoded(pathOf(request.raw.url ?? '/')))) return done(null, payload);
    vary(reply);
    if (request.method === 'HEAD' || !takesGzip(request)) return done(null, payload);
    void sendCompressed(body, reply, done);
  });
}

async function sendCompressed(
  body: string | Buffer | Readable,
  reply: FastifyReply,
  done: (error: Error | null, sent?: Payload) => void,
): Promise<void> {
  try {
    done(null, await compressed(body, reply));
  } catch (error) {
    done(error as Error);
  }
}

async function compressed(body: string | Buffer | Readable, reply: FastifyReply): Promise<Payload> {
  const source = body instanceof Readable ? await worthIt(body) : Readable.from([Buffer.from(body)]);
  if (!(source instanceof Readable)) return source;
  reply.header('Content-Encoding', 'gzip');
  reply.removeHeader('Content-Length');
  return gzipped(source, reply);
}

const isShort = (body: string | Buffer | Readable): boolean =>
  !(body instanceof Readable) && Buffer.byteLength(body) <= MIN_BYTES;

const isJson = (reply: FastifyReply): boolean =>
  /^application\/(?:[\w.+-]+\+)?json\b/i.test(String(reply.getHeader('content-type') ?? ''));

/** `/api/%61uth` is `/api/auth`; a broken escape is nobody's sign-in. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** RFC 9110, 12.5.3: `gzip`, or `*` where gzip is not named, with a weight above 0. */
function takesGzip(request: FastifyRequest): boolean {
  const asked = String(request.headers['accept-encoding'] ?? '').toLowerCase();
  const weights = new Map(
    asked.split(',').map((part) => {
      const [name = '', ...parameters] = part.split(';').map((word) => word.trim());
      const weight = parameters.find((word) => word.startsWith('q='));
      return [name, weight === undefined ? 1 : Number(weight.slice(2))] as const;
    }),
  );
  return (weights.get('gzip') ?? weights.get('x-gzip') ?? weights.get('*') ?? 0) > 0;
}

function vary(reply: FastifyReply): void {
  const now = [reply.getHeader('Vary') ?? []].flat().join(', ');
  if (now.includes('*') || /\baccept-encoding\b/i.test(now)) return;
  reply.header('Vary', now ? `${now}, Accept-Encoding` : 'Accept-Encoding');
}

/** The source ends with its reader, and the reader with its source. */
function gzipped(source: Readable, reply: FastifyReply): Gzip {
  const gzip = createGzip({ level: constants.Z_BEST_SPEED, chunkSize: CHUNK_BYTES });
  // Before the first byte went out the refusal takes its place, which is no gzip. Ahead of Fastify's own listener.
  gzip.once('error', () => {
    if (!reply.raw.headersSent) reply.removeHeader('Content-Encoding');
  });
  return pipeline(source, gzip, () => undefined);
}

/** Reads a stream until it is known whether it is long: the whole of it where it is not, else all of it as a stream. */
async function worthIt(body: Readable): Promise<string | Readable> {
  const pieces = body[Symbol.asyncIterator]() as AsyncIterator<string | Buffer>;
  const read: Buffer[] = [];
  let bytes = 0;
  while (bytes <= MIN_BYTES) {
    const { done, value } = await pieces.next();
    if (done) return Buffer.concat(read).toString();
    read.push(Buffer.from(value));
    bytes += read.at(-1)?.length ?? 0;
  }
  return Readable.from(
    (async function* () {
      try {
        yield* read;
        for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value;
      } finally {
        body.destroy();
      }
    })(),
    { objectMode: false },
  );
}
