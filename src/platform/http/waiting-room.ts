import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Config } from '../config/config';
import { AppError } from '../errors/app-error';
import { bareBody, bareHeaders } from './bare-answer';
import { requestIdOf } from './request-context';
import { pathOf } from './surfaces';

const RETRY_AFTER = 5;
const STARTING = new AppError({
  kind: 'unavailable',
  code: 'starting',
  message: 'The service is starting. Please try again shortly.',
  retryAfter: RETRY_AFTER,
});

/**
 * Who asks before the product is there (its database is absent, migrations run) hears so at once: alive, not ready, 503.
 * A container engine then neither takes the process for dead nor sends it requests.
 */
export class WaitingRoom {
  private constructor(private readonly server: Server) {}

  static async open({ port, host }: Pick<Config, 'port' | 'host'>): Promise<WaitingRoom> {
    const server = createServer(answer);
    await new Promise<void>((open, refuse) => server.once('error', refuse).listen(port, host, open));
    return new WaitingRoom(server);
  }

  /** The port is free again. */
  async close(): Promise<void> {
    const closed = new Promise<void>((done) => this.server.close(() => done()));
    this.server.closeAllConnections();
    await closed;
  }
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  const url = request.url ?? '/';
  const live = request.method === 'GET' && pathOf(url) === '/health/live';
  const status = live ? 200 : 503;
  const id = requestIdOf(request.headers['x-request-id']);
  const state = live ? { status: 'ok' } : pathOf(url) === '/health/ready' ? { status: 'starting' } : null;
  const body = state ? JSON.stringify(state) : bareBody(url, STARTING, status, id);
  response.writeHead(status, {
    ...bareHeaders(url, id, body),
    // The next request should find the product itself.
    Connection: 'close',
    ...(!live && { 'Retry-After': String(RETRY_AFTER) }),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}
