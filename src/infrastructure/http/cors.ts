import fastifyCors, { type FastifyCorsOptions } from '@fastify/cors';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const METHODS = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'];
const ALLOWED_HEADERS = ['Authorization', 'EID', 'OID', 'Content-Type', 'If-Match', 'Idempotency-Key', 'Last-Event-ID'];
const EXPOSED_HEADERS = [
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
];
const MAX_AGE_SECONDS = 600;

/**
 * CORS for the configured origins; other origins get no CORS header. Must be registered after the security hooks:
 * `app.enableCors` would answer a preflight before them.
 */
export async function registerCors(instance: FastifyInstance, origins: readonly string[]): Promise<void> {
  if (origins.length === 0) return;
  await instance.register(fastifyCors, {
    delegator: (request, callback) => callback(null, corsOptions(request, origins)),
  });
}

function corsOptions({ method, headers }: FastifyRequest, origins: readonly string[]): FastifyCorsOptions {
  const { origin } = headers;
  if (origin === undefined || !origins.includes(origin)) return { origin: false };
  const isPreflight = method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
  const shared = { origin, credentials: true, preflight: isPreflight };
  if (!isPreflight) return { ...shared, exposedHeaders: EXPOSED_HEADERS };
  return {
    ...shared,
    methods: METHODS,
    allowedHeaders: [...ALLOWED_HEADERS, ...customHeaders(headers['access-control-request-headers'])],
    maxAge: MAX_AGE_SECONDS,
  };
}

/** Clients may send their own headers that start with X-. */
function customHeaders(requested = ''): string[] {
  const names = requested.split(',').map((name) => name.trim());
  return [...new Set(names.filter((name) => /^x-[a-z0-9-]{1,60}$/i.test(name)))];
}
