import type { FastifyInstance, FastifyRequest } from 'fastify';
import { pathOf } from '../../common/http/surfaces';
import type { OpenSpan } from './telemetry';
import type { TraceService } from './trace.service';

interface Traced {
  traced?: OpenSpan | null;
}

/** Traces every request except health checks, metrics and live event streams, which last as long as their reader. */
export function traceRequests(instance: FastifyInstance, traceService: TraceService): void {
  if (!traceService.isEnabled) return;
  instance.decorateRequest('traced', undefined);
  instance.addHook('onRequest', (request, _reply, done) => {
    if (/^\/(health\/|metrics$|api\/live$)/.test(pathOf(request.raw.url ?? '/'))) return done();
    const parent = parseTraceparent(request.headers.traceparent);
    const attributes = { 'http.request.method': request.method, 'skilgrid.request_id': request.id };
    const span = traceService.begin({ name: request.method, kind: 'SERVER', parent, attributes });
    (request as FastifyRequest & Traced).traced = span;
    if (span) traceService.runInSpan(span, () => done());
    else done();
  });
  instance.addHook('onResponse', (request, reply, done) => {
    const { traced } = request as FastifyRequest & Traced;
    const route = request.is404 ? '(none)' : (request.routeOptions.url ?? '(none)');
    if (traced)
      traceService.end(traced, {
        name: `${request.method} ${route}`,
        attributes: { 'http.route': route, 'http.response.status_code': reply.statusCode },
        failed: reply.statusCode >= 500,
      });
    done();
  });
}

/** The W3C traceparent sent by a proxy, if valid. */
function parseTraceparent(rawHeader: string | string[] | undefined): string | null {
  const header = typeof rawHeader === 'string' ? rawHeader.toLowerCase() : '';
  const [, traceId, spanId] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/.exec(header) ?? [];
  return traceId && spanId && !/^0+$/.test(traceId) && !/^0+$/.test(spanId) ? header : null;
}
