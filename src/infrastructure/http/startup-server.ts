import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Config } from '../config/config';
import { AppError } from '../../common/errors/app-error';
import { rawResponseBody, rawResponseHeaders } from '../../common/http/raw-response';
import { requestIdOf } from '../../common/http/request-context';
import { pathOf } from '../../common/http/surfaces';

const RETRY_AFTER = 5;
const STARTING_ERROR = new AppError({
  kind: 'unavailable',
  code: 'starting',
  message: 'The service is starting. Please try again shortly.',
  retryAfter: RETRY_AFTER,
});

/**
 * Answers while the application starts (waiting for the database, running migrations): alive, not ready, 503. The
 * container engine then neither restarts the process nor sends it traffic.
 */
export class StartupServer {
  private constructor(private readonly server: Server) {}

  static async open({ port, host }: Pick<Config, 'port' | 'host'>): Promise<StartupServer> {
    const server = createServer(handleRequest);
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
    return new StartupServer(server);
  }

  /** Resolves when the port is free. */
  async close(): Promise<void> {
    const closed = new Promise<void>((done) => this.server.close(() => done()));
    this.server.closeAllConnections();
    await closed;
  }
}

function handleRequest(request: IncomingMessage, response: ServerResponse): void {
  const url = request.url ?? '/';
  const isLiveness = request.method === 'GET' && pathOf(url) === '/health/live';
  const status = isLiveness ? 200 : 503;
  const id = requestIdOf(request.headers['x-request-id']);
  const healthState = isLiveness ? { status: 'ok' } : pathOf(url) === '/health/ready' ? { status: 'starting' } : null;
  const body = healthState ? JSON.stringify(healthState) : rawResponseBody(url, STARTING_ERROR, status, id);
  response.writeHead(status, {
    ...rawResponseHeaders(url, id, body),
    // The next request must reach the started application.
    Connection: 'close',
    ...(!isLiveness && { 'Retry-After': String(RETRY_AFTER) }),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}
