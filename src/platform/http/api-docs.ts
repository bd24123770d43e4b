import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Config } from '../config/config';
import { DocsAccounts, type DocsAccount } from './docs-accounts';
import { loadSwagger } from './swagger';

type Page = (request: FastifyRequest, reply: FastifyReply) => unknown;
type Pages = ReadonlyMap<string, Page>;

/** Signing in with one click, where the demo is (DocsAccounts). */
const SIGN_IN = '/api/docs/sign-in.js';
/** What Swagger answers by itself; its files stand beside. */
const PAGES = [
  '/api/docs',
  '/api/docs/',
  '/api/docs/index.html',
  '/api/docs/swagger-ui-init.js',
  '/api/docs/docs/swagger-ui-init.js',
  '/api/docs/LICENSE',
  '/api/docs-json',
  SIGN_IN,
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
      const page = (await pages()).get(address);
      if (!page) return reply.callNotFound();
      await page(request, reply);
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
  const accounts = await app.get(DocsAccounts).all();
  const document = await describeApi(app, guideFor(app.get(Config), accounts[0]));
  const pages = new Map<string, Page>();
  const adapter = {
    getType: () => 'fastify',
    getRequestUrl: (request: FastifyRequest) => request.originalUrl,
    get: (address: string, page: Page) => pages.set(address, page),
    getInstance: () => ({ register: () => undefined }),
  };
  SwaggerModule.setup('api/docs', { getHttpAdapter: () => adapter } as never, document, {
    customSiteTitle: 'Skilgrid API',
    customJs: accounts.length ? SIGN_IN : [],
    swaggerOptions: {
      persistAuthorization: true,
      displayRequestDuration: true,
      // Whoever signs in with one click sends with the next.
      tryItOutEnabled: accounts.length > 0,
      docExpansion: 'none',
      filter: true,
      validatorUrl: null,
    },
    raw: ['json'],
  });
  if (accounts.length)
    pages.set(SIGN_IN, (_, reply) => reply.type('text/javascript; charset=utf-8').send(signInScript(accounts)));
  return pages;
}

function signInScript(accounts: readonly DocsAccount[]): string {
  return `const accounts = ${JSON.stringify(accounts)};\n${fileBeside('docs-sign-in.browser.js')}`;
}

/** As it can be pasted: this server's address, and an account where there is one that everybody may know. */
function guideFor({ publicUrl }: Config, account?: DocsAccount): string {
  const { user_name, password } = account ?? { user_name: 'YOUR_USER_NAME', password: 'YOUR_PASSWORD' };
  const words: Readonly<Record<string, string>> = { origin: publicUrl, user_name, password };
  return fileBeside('api-guide.md').replace(/\{(origin|user_name|password)\}/g, (_, word: string) => words[word]!);
}

const fileBeside = (name: string): string => readFileSync(join(__dirname, name), 'utf8');
