import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { loadSwagger } from './swagger';

type Page = (request: FastifyRequest, reply: FastifyReply) => unknown;
type Pages = ReadonlyMap<string, Page>;

/** What Swagger answers by itself; its files stand beside. */
const PAGES = [
  '/api/docs',
  '/api/docs/',
  '/api/docs/index.html',
  '/api/docs/swagger-ui-init.js',
  '/api/docs/docs/swagger-ui-init.js',
  '/api/docs/LICENSE',
  '/api/docs-json',
];
const FILES = ['/api/docs/', '/api/docs/docs/'];

/** /api/docs (Swagger UI from the installed package, works offline) and /api/docs-json. Loaded and made on first use. */
export function serveApiDocs(app: NestFastifyApplication): void {
  let made: Promise<Pages> | undefined;
  const pages = () => (made ??= pagesOf(app).catch(forgetting));
  const forgetting = (error: unknown): never => {
    made = undefined;
    throw error;
  };
  const adapter = app.getHttpAdapter();
  for (const address of PAGES) {
    adapter.get(address, async (request: FastifyRequest, reply: FastifyReply) => {
      await (await pages()).get(address)!(request, reply);
      return reply;
    });
  }
  const instance = adapter.getInstance() as unknown as FastifyInstance;
  const root = dirname(createRequire(require.resolve('@nestjs/swagger')).resolve('swagger-ui-dist/package.json'));
  for (const prefix of FILES) void instance.register(fastifyStatic, { root, prefix, decorateReply: false });
}

/** What Swagger's own setup would register, which is too late once the server listens. */
async function pagesOf(app: NestFastifyApplication): Promise<Pages> {
  const { SwaggerModule } = await loadSwagger();
  // No start needs its words.
  const { describeApi } = require('./openapi') as typeof import('./openapi');
  const document = await describeApi(app);
  const pages = new Map<string, Page>();
  const adapter = {
    getType: () => 'fastify',
    getRequestUrl: (request: FastifyRequest) => request.originalUrl,
    get: (address: string, page: Page) => pages.set(address, page),
    getInstance: () => ({ register: () => undefined }),
  };
  SwaggerModule.setup('api/docs', { getHttpAdapter: () => adapter } as never, document, {
    customSiteTitle: 'Skilgrid API',
    swaggerOptions: {
      persistAuthorization: true,
      displayRequestDuration: true,
      docExpansion: 'none',
      filter: true,
      validatorUrl: null,
    },
    raw: ['json'],
  });
  return pages;
}
