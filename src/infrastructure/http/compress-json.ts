import { pipeline, Readable } from 'node:stream';
import { constants, createGzip, type Gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pathOf } from '../../common/http/surfaces';

/** Smaller responses are not compressed; a list page is larger. */
const MIN_BYTES = 8_192;
const CHUNK_BYTES = 32_768;
/** Sign-in responses hold secrets next to client input: a compressed length would leak them (BREACH). */
const UNCOMPRESSED_PATHS = /^\/+api\/+auth(\/|$)/i;

type Payload = string | Buffer | Readable | null | undefined;

/**
 * Sends JSON above 8 KB as a gzip stream to clients that accept it, at the cheapest level (a tenth of the bytes for a
 * few milliseconds outside the event loop). Responses with an ETag are not compressed: the tag identifies the exact
 * bytes.
 *
 * Not @fastify/compress (9.2): it labels the error of a stream that fails before its first byte as gzip, and its list
 * of types can be extended but not replaced, so it would compress exports and event streams.
 */
export function compressJson(instance: FastifyInstance): void {
  instance.addHook('onSend', (request, reply, payload, done) => {
    const body = payload as Payload;
    if (!body || isShort(body) || !isJson(reply) || reply.hasHeader('Content-Encoding') || reply.hasHeader('ETag'))
      return done(null, payload);
    if (UNCOMPRESSED_PATHS.test(decodePath(pathOf(request.raw.url ?? '/')))) return done(null, payload);
    addVaryHeader(reply);
    if (request.method === 'HEAD' || !acceptsGzip(request)) return done(null, payload);
    void sendCompressed(body, reply, done);
  });
}

async function sendCompressed(
  body: string | Buffer | Readable,
  reply: FastifyReply,
  done: (error: Error | null, newPayload?: Payload) => void,
): Promise<void> {
  try {
    done(null, await compressBody(body, reply));
  } catch (error) {
    done(error as Error);
  }
}

async function compressBody(body: string | Buffer | Readable, reply: FastifyReply): Promise<Payload> {
  const source = body instanceof Readable ? await readIfShort(body) : Readable.from([Buffer.from(body)]);
  if (!(source instanceof Readable)) return source;
  reply.header('Content-Encoding', 'gzip');
  reply.removeHeader('Content-Length');
  return pipeThroughGzip(source, reply);
}

const isShort = (body: string | Buffer | Readable): boolean =>
  !(body instanceof Readable) && Buffer.byteLength(body) <= MIN_BYTES;

const isJson = (reply: FastifyReply): boolean =>
  /^application\/(?:[\w.+-]+\+)?json\b/i.test(String(reply.getHeader('content-type') ?? ''));

/** `/api/%61uth` → `/api/auth`; a path with an invalid escape is returned unchanged. */
function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** RFC 9110, 12.5.3: `gzip`, or `*` where gzip is not named, with a weight above 0. */
function acceptsGzip(request: FastifyRequest): boolean {
  const acceptEncoding = String(request.headers['accept-encoding'] ?? '').toLowerCase();
  const weights = new Map(
    acceptEncoding.split(',').map((part) => {
      const [name = '', ...parameters] = part.split(';').map((word) => word.trim());
      const weight = parameters.find((word) => word.startsWith('q='));
      return [name, weight === undefined ? 1 : Number(weight.slice(2))] as const;
    }),
  );
  return (weights.get('gzip') ?? weights.get('x-gzip') ?? weights.get('*') ?? 0) > 0;
}

function addVaryHeader(reply: FastifyReply): void {
  const currentVary = [reply.getHeader('Vary') ?? []].flat().join(', ');
  if (currentVary.includes('*') || /\baccept-encoding\b/i.test(currentVary)) return;
  reply.header('Vary', currentVary ? `${currentVary}, Accept-Encoding` : 'Accept-Encoding');
}

/** `pipeline` destroys the source when the client disconnects, and the gzip stream when the source fails. */
function pipeThroughGzip(source: Readable, reply: FastifyReply): Gzip {
  const gzip = createGzip({ level: constants.Z_BEST_SPEED, chunkSize: CHUNK_BYTES });
  // Before the first byte, Fastify answers an uncompressed error instead. This listener must run before Fastify's.
  gzip.once('error', () => {
    if (!reply.raw.headersSent) reply.removeHeader('Content-Encoding');
  });
  return pipeline(source, gzip, () => undefined);
}

/** Returns the whole text of a short stream, or a stream with the complete content of a long one. */
async function readIfShort(body: Readable): Promise<string | Readable> {
  const iterator = body[Symbol.asyncIterator]() as AsyncIterator<string | Buffer>;
  const chunks: Buffer[] = [];
  let bytes = 0;
  while (bytes <= MIN_BYTES) {
    const { done, value } = await iterator.next();
    if (done) return Buffer.concat(chunks).toString();
    chunks.push(Buffer.from(value));
    bytes += chunks.at(-1)?.length ?? 0;
  }
  return Readable.from(
    (async function* () {
      try {
        yield* chunks;
        for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
      } finally {
        body.destroy();
      }
    })(),
    { objectMode: false },
  );
}
