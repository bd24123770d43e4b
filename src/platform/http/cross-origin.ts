import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const METHODS = 'GET, POST, PATCH, PUT, DELETE';
const SENT = ['Authorization', 'EID', 'OID', 'Content-Type', 'If-Match', 'Idempotency-Key', 'Last-Event-ID'];
const TOLD = [
  'X-Total-Count',
  'X-Total-Count-Exact',
  'X-Page-First',
  'X-Page-Last',
  'X-Request-Id',
  'X-Content-Revision',
  'ETag',
  'Idempotency-Replayed',
  'Retry-After',
  'Deprecation',
  'Content-Disposition',
  'Repr-Digest',
  'X-Export-Rows',
  'X-Data-As-Of',
  'Date',
].join(', ');
/** Seconds for which a browser need not ask again. */
const ASKED_EVERY = '600';

/**
 * What the listed origins may call, send and read (contract.md, Configuration: Authorization, EID, OID, X-*); a browser
 * keeps everybody else out when these headers are missing. `app.enableCors` would answer a preflight before any hook that
 * protects an answer has run, so that it is done here, after them.
 */
export function letOriginsIn(instance: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return;
  instance.addHook('onRequest', (request, reply, done) => {
    reply.header('Vary', 'Origin');
    const { origin } = request.headers;
    if (origin === undefined || !origins.includes(origin)) return done();
    reply.header('Access-Control-Allow-Origin', origin).header('Access-Control-Allow-Credentials', 'true');
    if (request.headers['access-control-request-method'] === undefined || request.method !== 'OPTIONS') {
      reply.header('Access-Control-Expose-Headers', TOLD);
      return done();
    }
    answerPreflight(request, reply);
  });
}

/** The call itself is judged when it comes. Some browsers wait for a body that is not said to be empty. */
function answerPreflight({ headers }: FastifyRequest, reply: FastifyReply): void {
  const asked = (headers['access-control-request-headers'] ?? '').split(',').map((name) => name.trim());
  const own = asked.filter((name) => /^x-[a-z0-9-]{1,60}$/i.test(name));
  reply
    .status(204)
    .header('Access-Control-Allow-Methods', METHODS)
    .header('Access-Control-Allow-Headers', [...SENT, ...new Set(own)].join(', '))
    .header('Access-Control-Max-Age', ASKED_EVERY)
    .header('Content-Length', '0')
    .send();
}
