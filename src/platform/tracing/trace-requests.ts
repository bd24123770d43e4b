import type { FastifyInstance, FastifyRequest } from 'fastify';
import { pathOf } from '../http/surfaces';
import type { OpenSpan } from './telemetry';
import type { Traces } from './traces';

interface Traced {
  traced?: OpenSpan | null;
}

/** A trace of each request but of those that only ask how we are, and of streams, which end with whoever reads. */
export function traceRequests(instance: FastifyInstance, traces: Traces): void {
  if (!traces.isOn) return;
  instance.decorateRequest('traced', undefined);
  instance.addHook('onRequest', (request, _reply, done) => {
    if (/^\/(health\/|metrics$|api\/live$)/.test(pathOf(request.raw.url ?? '/'))) return done();
    const parent = parentOf(request.headers.traceparent);
    const attributes = { 'http.request.method': request.method, 'skilgrid.request_id': request.id };
    const span = traces.begin({ name: request.method, kind: 'SERVER', parent, attributes });
    (request as FastifyRequest & Traced).traced = span;
    if (span) traces.within(span, () => done());
    else done();
  });
  instance.addHook('onResponse', (request, reply, done) => {
    const { traced } = request as FastifyRequest & Traced;
    const route = request.is404 ? '(none)' : (request.routeOptions.url ?? '(none)');
    if (traced)
      traces.end(traced, {
        name: `${request.method} ${route}`,
        attributes: { 'http.route': route, 'http.response.status_code': reply.statusCode },
        failed: reply.statusCode >= 500,
      });
    done();
  });
}

/** W3C Trace Context: what a proxy before us began, if it is one. */
function parentOf(header: string | string[] | undefined): string | null {
  const sent = typeof header === 'string' ? header.toLowerCase() : '';
  const [, trace, span] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/.exec(sent) ?? [];
  return trace && span && !/^0+$/.test(trace) && !/^0+$/.test(span) ? sent : null;
}
