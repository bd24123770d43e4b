import { Catch, Injectable, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { surfaceOf } from '../../common/http/surfaces';
import { AppLogger } from '../logging/app-logger';
import type { MetricDefinition } from '../metrics/metrics.service';
import { restErrorBody, legacyErrorBody, legacyErrorStatus } from '../../common/errors/error-bodies';
import { mapException } from '../../common/errors/exception-mapping';

/** Answers every error, also those before routing, in the format of the REST or the legacy API (docs/api.md). */
@Catch()
@Injectable()
export class AllExceptionsFilter implements ExceptionFilter {
  private readonly faultCounts = new Map<string, number>();
  /** Faults of the server, the database and the storage, by error code. */
  readonly faults: MetricDefinition = {
    name: 'skilgrid_faults_total',
    help: 'Responses with a fault of the server: internal, database_unavailable, storage_full, …',
    type: 'counter',
    labels: ['code'],
    read: () => [...this.faultCounts].map(([code, value]) => ({ labels: { code }, value })),
  };

  constructor(private readonly logger: AppLogger) {}

  catch(exception: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    if (request.raw.destroyed && !request.raw.complete) {
      // The client disconnected while sending (a cancelled upload): not a fault, and no response is possible.
      this.logger.log(`Cut off by the client: ${request.method} ${request.routeOptions?.url ?? ''}`, 'Server');
      reply.raw.destroy();
      return;
    }
    const { error, status, isFault } = mapException(exception);
    if (isFault) {
      this.faultCounts.set(error.code, (this.faultCounts.get(error.code) ?? 0) + 1);
      this.logger.fault(exception, { request_id: request.id, status });
    }
    if (reply.sent || reply.raw.headersSent) {
      // The response has started: only a closed connection tells the client that it is incomplete.
      reply.raw.destroy();
      return;
    }
    const isLegacy = surfaceOf(request.raw.url ?? '/') === 'legacy';
    const refusalsAre200 = (request.routeOptions?.config as { refusals_are_200?: boolean } | undefined)
      ?.refusals_are_200;
    const responseStatus = isLegacy ? legacyErrorStatus(error, status, refusalsAre200 === true) : status;
    if (error.retryAfter !== undefined) reply.header('Retry-After', String(Math.max(1, Math.ceil(error.retryAfter))));
    if (responseStatus === 401) reply.header('WWW-Authenticate', 'Bearer');
    // A streaming handler may have set these headers before it failed.
    reply.removeHeader('Content-Length').removeHeader('Content-Disposition');
    reply
      .status(responseStatus)
      .header('Cache-Control', 'no-store')
      .type('application/json; charset=utf-8')
      .send(isLegacy ? legacyErrorBody(error) : restErrorBody(error, responseStatus, request.id));
  }
}
