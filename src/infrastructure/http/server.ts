import type { IncomingMessage } from 'node:http';
import fastifyCookie from '@fastify/cookie';
import type { DynamicModule, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Config } from '../config/config';
import { bucketOrigin } from '../files/bucket-address';
import { AllExceptionsFilter } from './all-exceptions.filter';
import { AppError, MalformedRequestError, NotFoundError } from '../../common/errors/app-error';
import { mapException } from '../../common/errors/exception-mapping';
import { AppLogger } from '../logging/app-logger';
import { MetricsService } from '../metrics/metrics.service';
import { registerRequestMetrics } from '../metrics/metrics-server';
import { traceRequests } from '../tracing/trace-requests';
import { TraceService } from '../tracing/trace.service';
import { serveApiDocs } from './api-docs';
import {
  DEPRECATED_SINCE,
  rawResponseBody,
  rawResponseHeaders,
  rejectExpectHeader,
  rejectUnparsableRequest,
} from '../../common/http/raw-response';
import { registerBodyParsers } from './body-parsers';
import { compressJson } from './compress-json';
import { registerCors } from './cors';
import { GracefulShutdownService } from './graceful-shutdown.service';
import { findDuplicateHeader } from '../../common/http/duplicate-headers';
import { closeIdleResponses } from './idle-response-timeout';
import { UnknownQueryKeysGuard } from './unknown-query-keys.guard';
import { MALFORMED_QUERY, parseQuery, findRepeatedKey, type ParsedQuery } from '../../common/http/query-string';
import {
  networkAddress,
  requestIdOf,
  withRequestContext,
  type RequestContext,
} from '../../common/http/request-context';
import { securityHeaders } from './security-headers';
import { limitBodyDuration, limitUploadSilence } from './body-timeouts';
import { serveAdmin } from './static-admin';
import { surfaceOf } from '../../common/http/surfaces';
import { DtoValidationPipe } from '../../common/http/dto-validation.pipe';

/** Body types that a route accepts besides JSON (takes-upload.ts, takes-form.ts). */
interface BodyRouteConfig {
  takes_upload?: boolean;
  takes_form?: boolean;
}
type ContextualRequest = FastifyRequest & { requestContext?: RequestContext };

const BODY_MAX = 1_048_576;
const URL_MAX = 8_192;

/** The application on Fastify, complete but not yet listening. `app.init()` has run. */
export async function createServer(appModule: Type | DynamicModule, config: Config): Promise<NestFastifyApplication> {
  const adapter = new FastifyAdapter({
    exposeHeadRoutes: false,
    bodyLimit: BODY_MAX,
    trustProxy: trustProxyOption(config.trustProxy),
    requestIdHeader: false,
    genReqId: (request: IncomingMessage) => requestIdOf(request.headers['x-request-id']),
    routerOptions: { maxParamLength: 512, querystringParser: parseQuery as never },
    frameworkErrors: rejectBeforeRouting as never,
    clientErrorHandler: rejectUnparsableRequest as never,
    // Rejected below: Node's own 400 has neither a body nor our headers.
    http: { requireHostHeader: false },
    // Keeps Fastify from loading its schema compilers: DTOs are validated by class-validator.
    schemaController: { compilersFactory: { buildValidator: rejectSchemas, buildSerializer: rejectSchemas } },
    multipart: { limits: { files: 1, fields: 20, fieldSize: 65_536, fileSize: 4 * 1024 ** 3 } },
  });
  const instance = adapter.getInstance() as unknown as FastifyInstance;
  const logger = new AppLogger(config);
  instance.server.on('checkExpectation', rejectExpectHeader);
  registerRequestHooks(instance, logger, securityHeaders(bucketOrigin(config.files)));
  registerBodyParsers(instance);

  const app = await NestFactory.create<NestFastifyApplication>(appModule, adapter, {
    bodyParser: false,
    abortOnError: false,
    logger: logger,
    forceCloseConnections: false,
  });
  await instance.register(fastifyCookie);
  await registerCors(instance, config.corsOrigins);
  compressJson(instance);
  closeIdleResponses(instance);
  rejectInvalidRequests(instance, config.legacyCalls);
  const exceptionsFilter = new AllExceptionsFilter(logger);
  app.useGlobalFilters(exceptionsFilter);
  if (!config.isWeb) serveHealthOnly(instance);
  app.useGlobalGuards(new UnknownQueryKeysGuard());
  app.useGlobalPipes(new DtoValidationPipe());
  app.get(GracefulShutdownService).watch(app.getHttpServer());
  registerRequestMetrics(instance, app.get(MetricsService), config);
  traceRequests(instance, app.get(TraceService));
  app.get(MetricsService).register(exceptionsFilter.faults);
  await serveAdmin(instance, config.adminFolder);
  await app.init();
  await serveApiDocs(app);
  return app;
}

/** Hooks of every request, also without a matching route: request id, body types, headers, context, log line. */
function registerRequestHooks(
  instance: FastifyInstance,
  logger: AppLogger,
  headers: Readonly<Record<string, string>>,
): void {
  instance.decorateRequest('requestContext', undefined);
  instance.addHook('onRequest', (request, reply, done) => {
    const url = request.raw.url ?? '/';
    const surface = surfaceOf(url);
    reply.headers(headers).header('X-Request-Id', request.id);
    if (surface !== 'page') reply.header('Cache-Control', 'no-store');
    if (surface === 'legacy') reply.header('Deprecation', DEPRECATED_SINCE);
    const context: RequestContext = {
      requestId: request.id,
      address: networkAddress(request.ip ?? ''),
      userAgent: String(request.headers['user-agent'] ?? '').slice(0, 255),
      surface,
      languages: { cookie: request.headers.cookie, accepted: request.headers['accept-language'] },
    };
    (request as ContextualRequest).requestContext = context;
    withRequestContext(context, () => done());
  });
  instance.addHook('preParsing', (request, _reply, _payload, done) => {
    const type = request.headers['content-type'] ?? '';
    const isUpload = /^\s*(?:multipart\/|application\/octet-stream\b)/i.test(type);
    const { takes_upload: acceptsUpload = false, takes_form = false } = request.routeOptions.config as BodyRouteConfig;
    const isForm = /^\s*application\/x-www-form-urlencoded\b/i.test(type);
    const { 'content-length': contentLength, 'transfer-encoding': transferEncoding } = request.headers;
    if (contentLength !== undefined || transferEncoding !== undefined)
      (acceptsUpload ? limitUploadSilence : limitBodyDuration)(request.raw);
    done(
      ((isUpload && !acceptsUpload) || (isForm && !takes_form)) && !request.is404 ? unsupportedMediaError : undefined,
    );
  });
  instance.addHook('preSerialization', (_request, reply, payload, done) => {
    // Every response that is a record also carries its version as ETag (docs/api.md).
    const version = (payload as { row_version?: unknown } | null)?.row_version;
    if (typeof version === 'number' && reply.statusCode < 300) reply.header('ETag', `"${version}"`);
    done(null, payload);
  });
  instance.addHook('onResponse', (request, reply, done) => {
    logger.request({
      method: request.method,
      route: request.is404 ? '(none)' : (request.routeOptions.url ?? '(none)'),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      request_id: request.id,
      // onResponse runs outside the AsyncLocalStorage of the request.
      ...(request as ContextualRequest).requestContext?.principal,
    });
    done();
  });
}

/** Registered after the security and CORS hooks, so that rejections carry their headers too. */
function rejectInvalidRequests(instance: FastifyInstance, legacyCalls: boolean): void {
  instance.addHook('onRequest', (request, _reply, done) => {
    const url = request.raw.url ?? '/';
    const isLegacy = surfaceOf(url) === 'legacy';
    if (isLegacy && !legacyCalls) return done(new NotFoundError('call'));
    const lacksHost = request.headers.host === undefined && request.raw.httpVersion !== '1.0';
    if (lacksHost) return done(new MalformedRequestError('Send the header Host.'));
    const duplicateHeader = findDuplicateHeader(request.raw.rawHeaders);
    if (duplicateHeader !== undefined)
      return done(new MalformedRequestError(`The header ${duplicateHeader} is sent more than once.`));
    done(findAddressError(url, request.query as ParsedQuery, isLegacy));
  });
}

/** A worker process (ROLE) answers only health and metrics requests. */
function serveHealthOnly(instance: FastifyInstance): void {
  instance.addHook('onRequest', (request, _reply, done) => {
    const { pathname } = new URL(request.raw.url ?? '/', 'http://worker');
    done(pathname.startsWith('/health/') || pathname === '/metrics' ? undefined : new NotFoundError('address'));
  });
}

/** A number of hops, or the addresses of the trusted proxies. */
function trustProxyOption(
  proxies: Config['trustProxy'],
): boolean | string[] | ((address: string, hop: number) => boolean) {
  if (typeof proxies === 'number') return (_address, hop) => hop < proxies;
  return proxies === false ? false : [...proxies];
}

const rejectSchemas = (): never => {
  throw new Error('Fastify schemas are not supported; describe routes by DTO classes');
};

const unsupportedMediaError = new AppError({
  kind: 'unsupported_media',
  code: 'unsupported_media',
  message: 'Please send the body as application/json.',
});

function findAddressError(url: string, query: ParsedQuery | null, isLegacy: boolean): Error | undefined {
  if (url.length > URL_MAX) {
    return Object.assign(new Error('URL too long'), { name: 'FastifyError', statusCode: 414 });
  }
  if (/%00/.test(url)) return new MalformedRequestError('The address holds a zero byte.');
  if (!query) return undefined;
  if ((query as { [MALFORMED_QUERY]?: true })[MALFORMED_QUERY])
    return new MalformedRequestError('The query string cannot be read.');
  if (!isLegacy) return undefined;
  const repeatedParameter = findRepeatedKey(query);
  return repeatedParameter === undefined
    ? undefined
    : new MalformedRequestError(`The parameter ${repeatedParameter} is given more than once.`);
}

/** A malformed URL or an over-long path parameter: the router rejects it before any hook or filter. */
function rejectBeforeRouting(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const { error: appError, status } = mapException(error);
  const url = request.raw.url ?? '/';
  const body = rawResponseBody(url, appError, status, request.id);
  reply.raw.writeHead(status, rawResponseHeaders(url, request.id, body)).end(body);
}
