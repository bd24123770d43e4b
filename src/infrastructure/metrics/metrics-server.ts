import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { Config } from '../config/config';
import { StartupError } from '../config/startup-error';
import { AppError, NotFoundError } from '../../common/errors/app-error';
import { rawResponseBody, rawResponseHeaders } from '../../common/http/raw-response';
import { requestIdOf } from '../../common/http/request-context';
import { pathOf } from '../../common/http/surfaces';
import { AppLogger } from '../logging/app-logger';
import { MetricsService } from './metrics.service';

const METRICS_PATH = '/metrics';
const MISSING_TOKEN_ERROR = new AppError({
  kind: 'unauthenticated',
  code: 'metrics_token_needed',
  message: 'Please send the header Authorization: Bearer with the METRICS_TOKEN of this server.',
});

/** Serves /metrics on a separate port, for a network that only the scraper reaches. */
@Injectable()
export class MetricsServer implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private server: Server | undefined;

  constructor(
    private readonly config: Config,
    private readonly metrics: MetricsService,
    private readonly logger: AppLogger,
  ) {}

  /** The listening port; null if not listening. */
  get port(): number | null {
    const address = this.server?.address();
    return typeof address === 'object' && address ? address.port : null;
  }

  /** @throws StartupError when the port is in use */
  async onApplicationBootstrap(): Promise<void> {
    const { metricsPort, host } = this.config;
    if (metricsPort === null) return;
    const server = createServer((request, response) => void this.handleRequest(request, response));
    await new Promise<void>((resolve, reject) => {
      server.once('error', (error: NodeJS.ErrnoException) =>
        reject(new StartupError(`Configuration: METRICS_PORT ${metricsPort} cannot be opened (${error.code})`)),
      );
      server.listen(metricsPort, host, resolve);
    });
    this.server = server;
    this.logger.log(`Metrics at ${METRICS_PATH} of port ${this.port}`, 'Server');
  }

  /** Closes late, so that shutdown can be observed. */
  async beforeApplicationShutdown(): Promise<void> {
    const { server } = this;
    if (!server) return;
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeAllConnections();
    await closed;
  }

  private async handleRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const id = requestIdOf(request.headers['x-request-id']);
    const url = request.url ?? '/';
    const send = (status: number, text: string, extraHeaders: Record<string, string> = {}): void => {
      response.writeHead(status, { ...rawResponseHeaders(METRICS_PATH, id, text), ...extraHeaders }).end(text);
    };
    const sendError = (error: AppError, status: number, extraHeaders = {}) =>
      send(status, rawResponseBody(METRICS_PATH, error, status, id), extraHeaders);
    if (request.method !== 'GET' || pathOf(url) !== METRICS_PATH) return sendError(new NotFoundError('address'), 404);
    if (this.config.metricsToken !== null && !isTokenValid(this.config.metricsToken, request.headers.authorization))
      return sendError(MISSING_TOKEN_ERROR, 401, { 'WWW-Authenticate': 'Bearer' });
    const { type, text } = await this.metrics.text();
    return send(200, text, { 'Content-Type': type });
  }
}

/** Counts every request, and serves /metrics on the main port if a token and no separate port is configured. */
export function registerRequestMetrics(instance: FastifyInstance, metrics: MetricsService, config: Config): void {
  if (!metrics.isEnabled) return;
  instance.addHook('onResponse', (request, reply, done) => {
    const route = request.is404 ? '(none)' : (request.routeOptions.url ?? '(none)');
    metrics.observeRequest(route, request.method, reply.statusCode, reply.elapsedTime);
    done();
  });
  const { metricsToken, metricsPort } = config;
  if (metricsToken === null || metricsPort !== null) return;
  instance.get(METRICS_PATH, async (request, reply) => {
    if (!isTokenValid(metricsToken, request.headers.authorization)) {
      reply.status(401).header('WWW-Authenticate', 'Bearer').type('application/json; charset=utf-8');
      return rawResponseBody(METRICS_PATH, MISSING_TOKEN_ERROR, 401, request.id);
    }
    const { type, text } = await metrics.text();
    return reply.type(type).send(text);
  });
}

/** Compares digests in constant time: timing reveals neither content nor length. */
function isTokenValid(expectedToken: string, authorization: string | undefined): boolean {
  const token = /^Bearer\s+(\S+)$/i.exec(authorization ?? '')?.[1] ?? '';
  return timingSafeEqual(digest(token), digest(expectedToken));
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
