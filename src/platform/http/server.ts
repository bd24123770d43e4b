import type { IncomingMessage } from 'node:http';
import fastifyCookie from '@fastify/cookie';
import type { DynamicModule, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Config } from '../config/config';
import { bucketOrigin } from '../files/bucket-address';
import { AnswerFilter } from '../errors/answer.filter';
import { AppError, Malformed, NotFound } from '../errors/app-error';
import { understand } from '../errors/understand';
import { Log } from '../logging/log';
import { Meters } from '../metrics/meters';
import { meterRequests } from '../metrics/metrics-door';
import { traceRequests } from '../tracing/trace-requests';
import { Traces } from '../tracing/traces';
import { serveApiDocs } from './api-docs';
import { DEPRECATED_SINCE, bareBody, bareHeaders, refuseExpectation, refuseUnreadable } from './bare-answer';
import { readJsonBodies } from './body';
import { compressJson } from './compress-json';
import { registerCors } from './cors';
import { GracefulShutdown } from './graceful-shutdown';
import { headerSentTwice } from './header-sent-twice';
import { cutIdleReplies } from './idle-reply';
import { KnownQuery } from './known-query';
import { BROKEN_QUERY, parseQuery, repeatedKey, type Query } from './query-string';
import { networkAddress, requestIdOf, withRequestContext, type RequestContext } from './request-context';
import { securityHeaders } from './security-headers';
import { mustArrive, mustGoOn } from './slow-body';
import { serveAdmin } from './static-admin';
import { surfaceOf } from './surfaces';
import { ValidationPipe } from './validation.pipe';

/** What a route takes besides JSON (takes-upload.ts, takes-form.ts). */
interface TakenBodies {
  takes_upload?: boolean;
  takes_form?: boolean;
}
/** A request that knows its own context. */
type Told = FastifyRequest & { told?: RequestContext };

const BODY_MAX = 1_048_576;
const URL_MAX = 8_192;

/** The application on Fastify, complete but not yet listening. `app.init()` has run. */
export async function createServer(appModule: Type | DynamicModule, config: Config): Promise<NestFastifyApplication> {
  const adapter = new FastifyAdapter({
    exposeHeadRoutes: false,
    bodyLimit: BODY_MAX,
    trustProxy: trusted(config.trustProxy),
    requestIdHeader: false,
    genReqId: (request: IncomingMessage) => requestIdOf(request.headers['x-request-id']),
    routerOptions: { maxParamLength: 512, querystringParser: parseQuery as never },
    frameworkErrors: refuseBeforeRouting as never,
    clientErrorHandler: refuseUnreadable as never,
    // Refused below: node would do it without a word and without a header.
    http: { requireHostHeader: false },
    // Fastify loads its own otherwise, for schemas that no route of ours has: DTOs are judged by class-validator.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    multipart: { limits: { files: 1, fields: 20, fieldSize: 65_536, fileSize: 4 * 1024 ** 3 } },
  });
  const instance = adapter.getInstance() as unknown as FastifyInstance;
  const log = new Log(config);
  instance.server.on('checkExpectation', refuseExpectation);
  everyRequest(instance, log, securityHeaders(bucketOrigin(config.files)));
  readJsonBodies(instance);

  const app = await NestFactory.create<NestFastifyApplication>(appModule, adapter, {
    bodyParser: false,
    abortOnError: false,
    logger: log,
    forceCloseConnections: false,
  });
  await instance.register(fastifyCookie);
  await registerCors(instance, config.corsOrigins);
  compressJson(instance);
  cutIdleReplies(instance);
  refuseWrongAddresses(instance, config.legacyCalls);
  const answers = new AnswerFilter(log);
  app.useGlobalFilters(answers);
  if (!config.isWeb) answerHealthAlone(instance);
  app.useGlobalGuards(new KnownQuery());
  app.useGlobalPipes(new ValidationPipe());
  app.get(GracefulShutdown).watch(app.getHttpServer());
  meterRequests(instance, app.get(Meters), config);
  traceRequests(instance, app.get(Traces));
  app.get(Meters).watch(answers.faults);
  await serveAdmin(instance, config.adminFolder);
  await app.init();
  await serveApiDocs(app);
  return app;
}

/** What holds for every request, matched or not: identity, bounds, headers, context and the log line. */
function everyRequest(instance: FastifyInstance, log: Log, headers: Readonly<Record<string, string>>): void {
  instance.decorateRequest('told', undefined);
  instance.addHook('onRequest', (request, reply, done) => {
    const url = request.raw.url ?? '/';
    const surface = surfaceOf(url);
    reply.headers(headers).header('X-Request-Id', request.id);
    if (surface !== 'page') reply.header('Cache-Control', 'no-store');
    if (surface === 'wire') reply.header('Deprecation', DEPRECATED_SINCE);
    const context: RequestContext = {
      requestId: request.id,
      address: networkAddress(request.ip ?? ''),
      userAgent: String(request.headers['user-agent'] ?? '').slice(0, 255),
      surface,
      languages: { cookie: request.headers.cookie, accepted: request.headers['accept-language'] },
    };
    (request as Told).told = context;
    withRequestContext(context, () => done());
  });
  instance.addHook('preParsing', (request, _reply, _payload, done) => {
    const type = request.headers['content-type'] ?? '';
    const uploads = /^\s*(?:multipart\/|application\/octet-stream\b)/i.test(type);
    const { takes_upload: takes = false, takes_form = false } = request.routeOptions.config as TakenBodies;
    const form = /^\s*application\/x-www-form-urlencoded\b/i.test(type);
    const { 'content-length': length, 'transfer-encoding': parts } = request.headers;
    if (length !== undefined || parts !== undefined) (takes ? mustGoOn : mustArrive)(request.raw);
    done(((uploads && !takes) || (form && !takes_form)) && !request.is404 ? unsupportedMedia : undefined);
  });
  instance.addHook('preSerialization', (_request, reply, payload, done) => {
    // A record tells its version as a header too, wherever one is answered (contract.md, Integrity).
    const version = (payload as { row_version?: unknown } | null)?.row_version;
    if (typeof version === 'number' && reply.statusCode < 300) reply.header('ETag', `"${version}"`);
    done(null, payload);
  });
  instance.addHook('onResponse', (request, reply, done) => {
    log.request({
      method: request.method,
      route: request.is404 ? '(none)' : (request.routeOptions.url ?? '(none)'),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      request_id: request.id,
      // An answer's end is heard outside of what asked for it.
      ...(request as Told).told?.whose,
    });
    done();
  });
}

/** After the hooks that protect an answer and open it to other origins: a refusal carries their headers too. */
function refuseWrongAddresses(instance: FastifyInstance, legacyCalls: boolean): void {
  instance.addHook('onRequest', (request, _reply, done) => {
    const url = request.raw.url ?? '/';
    const wire = surfaceOf(url) === 'wire';
    if (wire && !legacyCalls) return done(new NotFound('call'));
    const nowhere = request.headers.host === undefined && request.raw.httpVersion !== '1.0';
    if (nowhere) return done(new Malformed('Send the header Host.'));
    const twice = headerSentTwice(request.raw.rawHeaders);
    if (twice !== undefined) return done(new Malformed(`The header ${twice} is sent more than once.`));
    done(wrongAddress(url, request.query as Query, wire));
  });
}

/** A worker (ROLE): balancers and container engines ask how it is, and nobody else asks anything. */
function answerHealthAlone(instance: FastifyInstance): void {
  instance.addHook('onRequest', (request, _reply, done) => {
    const { pathname } = new URL(request.raw.url ?? '/', 'http://worker');
    done(pathname.startsWith('/health/') || pathname === '/metrics' ? undefined : new NotFound('address'));
  });
}

/** A number of hops, or the proxies' addresses; nobody is believed otherwise. */
function trusted(proxies: Config['trustProxy']): boolean | string[] | ((address: string, hop: number) => boolean) {
  if (typeof proxies === 'number') return (_address, hop) => hop < proxies;
  return proxies === false ? false : [...proxies];
}

const noSchemas = (): never => {
  throw new Error('A route has a schema of Fastify’s; the product describes its routes by DTOs');
};

const unsupportedMedia = new AppError({
  kind: 'unsupported_media',
  code: 'unsupported_media',
  message: 'Please send the body as application/json.',
});

function wrongAddress(url: string, query: Query | null, wire: boolean): Error | undefined {
  if (url.length > URL_MAX) {
    return Object.assign(new Error('URL too long'), { name: 'FastifyError', statusCode: 414 });
  }
  if (/%00/.test(url)) return new Malformed('The address holds a zero byte.');
  if (!query) return undefined;
  if ((query as { [BROKEN_QUERY]?: true })[BROKEN_QUERY]) return new Malformed('The query string cannot be read.');
  if (!wire) return undefined;
  const repeated = repeatedKey(query);
  return repeated === undefined ? undefined : new Malformed(`The parameter ${repeated} is given more than once.`);
}

/** A malformed URL or an over-long path parameter: refused by the router, before any hook or filter. */
function refuseBeforeRouting(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const { error: refusal, status } = understand(error);
  const url = request.raw.url ?? '/';
  const body = bareBody(url, refusal, status, request.id);
  reply.raw.writeHead(status, bareHeaders(url, request.id, body)).end(body);
}
