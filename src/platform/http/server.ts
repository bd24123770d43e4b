import type { IncomingMessage } from 'node:http';
import fastifyCookie from '@fastify/cookie';
import type { DynamicModule, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Config } from '../config/config';
import { AnswerFilter } from '../errors/answer.filter';
import { AppError, Malformed, NotFound } from '../errors/app-error';
import { understand } from '../errors/understand';
import { Log } from '../logging/log';
import { serveApiDocs } from './api-docs';
import { DEPRECATED_SINCE, bareBody, bareHeaders, refuseExpectation, refuseUnreadable } from './bare-answer';
import { readJsonBodies } from './body';
import { compressJson } from './compress-json';
import { letOriginsIn } from './cross-origin';
import { GracefulShutdown } from './graceful-shutdown';
import { headerSentTwice } from './header-sent-twice';
import { KnownQuery } from './known-query';
import { BROKEN_QUERY, parseQuery, repeatedKey, type Query } from './query-string';
import { networkAddress, requestIdOf, withRequestContext } from './request-context';
import { SECURITY_HEADERS } from './security-headers';
import { mustArrive, mustGoOn } from './slow-body';
import { serveAdmin } from './static-admin';
import { surfaceOf } from './surfaces';
import { ValidationPipe } from './validation.pipe';

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
  everyRequest(instance, log);
  readJsonBodies(instance);

  const app = await NestFactory.create<NestFastifyApplication>(appModule, adapter, {
    bodyParser: false,
    abortOnError: false,
    logger: log,
    forceCloseConnections: false,
  });
  await instance.register(fastifyCookie);
  letOriginsIn(instance, config.corsOrigins);
  compressJson(instance);
  refuseWrongAddresses(instance, config.legacyCalls);
  app.useGlobalFilters(new AnswerFilter(log));
  app.useGlobalGuards(new KnownQuery());
  app.useGlobalPipes(new ValidationPipe());
  app.get(GracefulShutdown).watch(app.getHttpServer());
  serveApiDocs(app);
  await serveAdmin(instance, config.adminFolder);
  await app.init();
  return app;
}

/** What holds for every request, matched or not: identity, bounds, headers, context and the log line. */
function everyRequest(instance: FastifyInstance, log: Log): void {
  instance.addHook('onRequest', (request, reply, done) => {
    const url = request.raw.url ?? '/';
    const surface = surfaceOf(url);
    reply.headers(SECURITY_HEADERS).header('X-Request-Id', request.id);
    if (surface !== 'page') reply.header('Cache-Control', 'no-store');
    if (surface === 'wire') reply.header('Deprecation', DEPRECATED_SINCE);
    const context = {
      requestId: request.id,
      address: networkAddress(request.ip ?? ''),
      userAgent: String(request.headers['user-agent'] ?? '').slice(0, 255),
      surface,
      languages: { cookie: request.headers.cookie, accepted: request.headers['accept-language'] },
    };
    withRequestContext(context, () => done());
  });
  instance.addHook('preParsing', (request, _reply, _payload, done) => {
    const multipart = /^\s*multipart\//i.test(request.headers['content-type'] ?? '');
    const takes = (request.routeOptions.config as { takes_upload?: boolean }).takes_upload === true;
    const { 'content-length': length, 'transfer-encoding': parts } = request.headers;
    if (length !== undefined || parts !== undefined) (takes ? mustGoOn : mustArrive)(request.raw);
    done(multipart && !takes && !request.is404 ? unsupportedMedia : undefined);
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
