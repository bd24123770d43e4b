import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { Config } from '../config/config';
import { StartRefused } from '../config/start-refused';
import { AppError, NotFound } from '../errors/app-error';
import { bareBody, bareHeaders } from '../http/bare-answer';
import { requestIdOf } from '../http/request-context';
import { pathOf } from '../http/surfaces';
import { Log } from '../logging/log';
import { Meters } from './meters';

const PATH = '/metrics';
const NO_TOKEN = new AppError({
  kind: 'unauthenticated',
  code: 'metrics_token_needed',
  message: 'Please send the header Authorization: Bearer with the METRICS_TOKEN of this server.',
});

/** /metrics at a port of its own, for a network that only the scraper reaches. */
@Injectable()
export class MetricsPort implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private server: Server | undefined;

  constructor(
    private readonly config: Config,
    private readonly meters: Meters,
    private readonly log: Log,
  ) {}

  /** Where it listens; null: nowhere. */
  get port(): number | null {
    const address = this.server?.address();
    return typeof address === 'object' && address ? address.port : null;
  }

  /** @throws StartRefused when somebody else has the port */
  async onApplicationBootstrap(): Promise<void> {
    const { metricsPort, host } = this.config;
    if (metricsPort === null) return;
    const server = createServer((request, response) => void this.answer(request, response));
    await new Promise<void>((open, refuse) => {
      server.once('error', (error: NodeJS.ErrnoException) =>
        refuse(new StartRefused(`Configuration: METRICS_PORT ${metricsPort} cannot be opened (${error.code})`)),
      );
      server.listen(metricsPort, host, open);
    });
    this.server = server;
    this.log.log(`Metrics at ${PATH} of port ${this.port}`, 'Server');
  }

  /** Last of all: how an end goes can be seen, too. */
  async beforeApplicationShutdown(): Promise<void> {
    const { server } = this;
    if (!server) return;
    const closed = new Promise<void>((done) => server.close(() => done()));
    server.closeAllConnections();
    await closed;
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const id = requestIdOf(request.headers['x-request-id']);
    const url = request.url ?? '/';
    const say = (status: number, text: string, more: Record<string, string> = {}): void => {
      response.writeHead(status, { ...bareHeaders(PATH, id, text), ...more }).end(text);
    };
    const refuse = (error: AppError, status: number, more = {}) => say(status, bareBody(PATH, error, status, id), more);
    if (request.method !== 'GET' || pathOf(url) !== PATH) return refuse(new NotFound('address'), 404);
    if (this.config.metricsToken !== null && !isShown(this.config.metricsToken, request.headers.authorization))
      return refuse(NO_TOKEN, 401, { 'WWW-Authenticate': 'Bearer' });
    const { type, text } = await this.meters.text();
    return say(200, text, { 'Content-Type': type });
  }
}

/**
 * What every request is counted by, and /metrics among the product's own addresses where a token, and no port, is named.
 * Without either there is nothing at that address.
 */
export function meterRequests(instance: FastifyInstance, meters: Meters, config: Config): void {
  if (!meters.isOn) return;
  instance.addHook('onResponse', (request, reply, done) => {
    const route = request.is404 ? '(none)' : (request.routeOptions.url ?? '(none)');
    meters.request(route, request.method, reply.statusCode, reply.elapsedTime);
    done();
  });
  const { metricsToken, metricsPort } = config;
  if (metricsToken === null || metricsPort !== null) return;
  instance.get(PATH, async (request, reply) => {
    if (!isShown(metricsToken, request.headers.authorization)) {
      reply.status(401).header('WWW-Authenticate', 'Bearer').type('application/json; charset=utf-8');
      return bareBody(PATH, NO_TOKEN, 401, request.id);
    }
    const { type, text } = await meters.text();
    return reply.type(type).send(text);
  });
}

/** How long the comparison takes tells neither how much of it was right nor how long it is. */
function isShown(token: string, authorization: string | undefined): boolean {
  const sent = /^Bearer\s+(\S+)$/i.exec(authorization ?? '')?.[1] ?? '';
  return timingSafeEqual(digest(sent), digest(token));
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
