import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { SwaggerModule } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Config } from '../config/config';
import { DocsAccountRegistry, type DocsAccount } from './docs-account-registry';
import { buildOpenApiDocument } from './openapi';

/** One-click sign-in script; served only where demo accounts exist. */
const SIGN_IN_SCRIPT_PATH = '/api/docs/sign-in.js';

/**
 * Serves /api/docs (Swagger UI from the installed package, works offline) and /api/docs-json. Call it after
 * `app.init()`, which seeds the demo accounts, and before the server listens.
 */
export async function serveApiDocs(app: NestFastifyApplication): Promise<void> {
  const accounts = await app.get(DocsAccountRegistry).all();
  const document = buildOpenApiDocument(app, renderApiGuide(app.get(Config), accounts[0]));
  SwaggerModule.setup('api/docs', app, document, {
    customSiteTitle: 'Skilgrid API',
    customJs: accounts.length ? SIGN_IN_SCRIPT_PATH : [],
    swaggerOptions: {
      persistAuthorization: true,
      displayRequestDuration: true,
      // After the one-click sign-in the requests are ready to be sent.
      tryItOutEnabled: accounts.length > 0,
      docExpansion: 'none',
      filter: true,
      validatorUrl: null,
    },
    raw: ['json'],
  });
  if (!accounts.length) return;
  const script = buildSignInScript(accounts);
  app
    .getHttpAdapter()
    .get(SIGN_IN_SCRIPT_PATH, (_: FastifyRequest, reply: FastifyReply) =>
      reply.type('text/javascript; charset=utf-8').send(script),
    );
}

function buildSignInScript(accounts: readonly DocsAccount[]): string {
  return `const accounts = ${JSON.stringify(accounts)};\n${readSiblingFile('docs-sign-in.browser.js')}`;
}

/** Fills in this server's address and a demo account, so that the examples can be pasted. */
function renderApiGuide({ publicUrl }: Config, account?: DocsAccount): string {
  const { user_name, password } = account ?? { user_name: 'YOUR_USER_NAME', password: 'YOUR_PASSWORD' };
  const placeholders: Readonly<Record<string, string>> = { origin: publicUrl, user_name, password };
  return readSiblingFile('api-guide.md').replace(
    /\{(origin|user_name|password)\}/g,
    (_, placeholder: string) => placeholders[placeholder]!,
  );
}

const readSiblingFile = (name: string): string => readFileSync(join(__dirname, name), 'utf8');
