import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { restBody, wireBody } from '../errors/answers';
import { AppError } from '../errors/app-error';
import { requestIdOf } from './request-context';
import { surfaceOf } from './surfaces';

/** RFC 9745: every call of the specification has a modern twin since then (2026-01-01). */
export const DEPRECATED_SINCE = '@1767225600';

/**
 * The headers of an answer that no hook has touched: before the product is there, before a route is looked for, before
 * there is a request at all. They protect like those of every other answer.
 * @param url what was asked for, as far as it is known
 */
export function bareHeaders(url: string, requestId: string, body: string): Record<string, string | number> {
  return {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer',
    'X-Request-Id': requestId,
    ...(surfaceOf(url) === 'wire' && { Deprecation: DEPRECATED_SINCE }),
  };
}

/** In the words of the surface that was asked. */
export const bareBody = (url: string, error: AppError, status: number, requestId: string): string =>
  JSON.stringify(surfaceOf(url) === 'wire' ? wireBody(error) : restBody(error, status, requestId));

const UNREADABLE: Readonly<Record<string, { status: number; code: string; message: string }>> = {
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
const NO_HTTP = { status: 400, code: 'malformed_request', message: 'The request could not be read.' };

/** Bytes that are no request: nobody knows what was asked, and the connection is of no use any more. */
export function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const { status, code, message } = UNREADABLE[error.code ?? ''] ?? NO_HTTP;
  const id = requestIdOf(undefined);
  const body = bareBody('', new AppError({ kind: 'malformed', code, message }), status, id);
  const headers = Object.entries({ ...bareHeaders('', id, body), Connection: 'close' });
  if (socket.writable) {
    const lines = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      ...headers.map(([name, value]) => `${name}: ${value}`),
    ];
    socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`);
  }
  socket.destroySoon();
}

/** `Expect:` anything but 100-continue, which node answers by itself. */
export function refuseExpectation(request: IncomingMessage, response: ServerResponse): void {
  const id = requestIdOf(request.headers['x-request-id']);
  const message = 'This server does not support the header Expect. Please remove it.';
  const error = new AppError({ kind: 'malformed', code: 'expectation_failed', message });
  const url = request.url ?? '/';
  const body = bareBody(url, error, 417, id);
  response.writeHead(417, { ...bareHeaders(url, id, body), Connection: 'close' }).end(body);
}
