import { Catch, Injectable, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { surfaceOf } from '../http/surfaces';
import { Log } from '../logging/log';
import type { Figure } from '../metrics/meters';
import { restBody, wireBody, wireStatus } from './answers';
import { understand } from './understand';

/** Every error of every route, and of what comes before routes, in the words of the surface that was asked. */
@Catch()
@Injectable()
export class AnswerFilter implements ExceptionFilter {
  private readonly counted = new Map<string, number>();
  /** Our own, the database's and the storage's, by the code of the answer. */
  readonly faults: Figure = {
    name: 'skilgrid_faults_total',
    help: 'Answers that say it was not the asker’s fault: internal, database_unavailable, storage_full, …',
    type: 'counter',
    labels: ['code'],
    read: () => [...this.counted].map(([code, value]) => ({ labels: { code }, value })),
  };

  constructor(private readonly log: Log) {}

  catch(exception: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    if (request.raw.destroyed && !request.raw.complete) {
      // The client went away in the middle of sending (a cancelled upload): nobody's fault, and nobody to answer.
      this.log.log(`Cut off by the client: ${request.method} ${request.routeOptions?.url ?? ''}`, 'Server');
      reply.raw.destroy();
      return;
    }
    const { error, status, fault } = understand(exception);
    if (fault) {
      this.counted.set(error.code, (this.counted.get(error.code) ?? 0) + 1);
      this.log.fault(exception, { request_id: request.id, status });
    }
    if (reply.sent || reply.raw.headersSent) {
      // The answer had begun: only a broken connection tells the client that it is not whole.
      reply.raw.destroy();
      return;
    }
    const wire = surfaceOf(request.raw.url ?? '/') === 'wire';
    const refusalsAre200 = (request.routeOptions?.config as { refusals_are_200?: boolean } | undefined)
      ?.refusals_are_200;
    const answered = wire ? wireStatus(error, status, refusalsAre200 === true) : status;
    if (error.retryAfter !== undefined) reply.header('Retry-After', String(Math.max(1, Math.ceil(error.retryAfter))));
    if (answered === 401) reply.header('WWW-Authenticate', 'Bearer');
    // A handler that streams may have named another type before it failed.
    reply.removeHeader('Content-Length').removeHeader('Content-Disposition');
    reply
      .status(answered)
      .header('Cache-Control', 'no-store')
      .type('application/json; charset=utf-8')
      .send(wire ? wireBody(error) : restBody(error, answered, request.id));
  }
}
