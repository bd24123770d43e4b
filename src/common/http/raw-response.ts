import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { restErrorBody, legacyErrorBody } from '../errors/error-bodies';
import { AppError } from '../errors/app-error';
import { requestIdOf } from './request-context';
import { surfaceOf } from './surfaces';

/** RFC 9745: the legacy calls are deprecated since 2026-01-01. */
export const DEPRECATED_SINCE = '@1767225600';

/**
 * Headers of a response that bypasses the Fastify hooks: during startup, before routing, or for unparsable requests.
 * They are as strict as those of every other response.
 * @param url the request target; may be empty
 */
export function rawResponseHeaders(url: string, requestId: string, body: string): Record<string, string | number> {
  return {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer',
    'X-Request-Id': requestId,
    ...(surfaceOf(url) === 'legacy' && { Deprecation: DEPRECATED_SINCE }),
  };
}

/** The error in the format of the REST or the legacy API, chosen by the URL. */
export const rawResponseBody = (url: string, error: AppError, status: number, requestId: string): string =>
  JSON.stringify(surfaceOf(url) === 'legacy' ? legacyErrorBody(error) : restErrorBody(error, status, requestId));

const PARSER_ERRORS: Readonly<Record<string, { status: number; code: string; message: string }>> = {
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    code: 'request_timeout',
    message: 'The request took too long to arrive. Please try again.',
  },
  HPE_HEADER_OVERFLOW: {
    status: 431,
    code: 'headers_too_large',
    message: 'The address and headers are too long. The address can have up to 8 KB.',
  },
};
const INVALID_HTTP = { status: 400, code: 'malformed_request', message: 'The request could not be read.' };

/** Answers bytes that are not HTTP, then closes the connection. */
export function rejectUnparsableRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const { status, code, message } = PARSER_ERRORS[error.code ?? ''] ?? INVALID_HTTP;
  const id = requestIdOf(undefined);
  const body = rawResponseBody('', new AppError({ kind: 'malformed', code, message }), status, id);
  const headers = Object.entries({ ...rawResponseHeaders('', id, body), Connection: 'close' });
  if (socket.writable) {
    const lines = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      ...headers.map(([name, value]) => `${name}: ${value}`),
    ];
    socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`);
  }
  socket.destroySoon();
}

/** Answers 417 to every `Expect` header except 100-continue, which Node handles itself. */
export function rejectExpectHeader(request: IncomingMessage, response: ServerResponse): void {
  const id = requestIdOf(request.headers['x-request-id']);
  const message = 'This server does not support the header Expect. Please remove it.';
  const error = new AppError({ kind: 'malformed', code: 'expectation_failed', message });
  const url = request.url ?? '/';
  const body = rawResponseBody(url, error, 417, id);
  response.writeHead(417, { ...rawResponseHeaders(url, id, body), Connection: 'close' }).end(body);
}
