import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { SwaggerModule } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Config } from '../config/config';
import { DocsAccounts, type DocsAccount } from './docs-accounts';
import { describeApi } from './openapi';

/** The script that signs in with one click, where the demo is (DocsAccounts). */
const SIGN_IN = '/api/docs/sign-in.js';

/**
 * Serves /api/docs (Swagger UI from the installed package, works offline) and /api/docs-json. Call it after `app.init()`,
 * which seeds the demo's accounts, and before the server listens.
 */
export async function serveApiDocs(app: NestFastifyApplication): Promise<void> {
  const accounts = await app.get(DocsAccounts).all();
  const document = describeApi(app, guideFor(app.get(Config), accounts[0]));
  SwaggerModule.setup('api/docs', app, document, {
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
  if (!accounts.length) return;
  const script = signInScript(accounts);
  app
    .getHttpAdapter()
    .get(SIGN_IN, (_: FastifyRequest, reply: FastifyReply) =>
      reply.type('text/javascript; charset=utf-8').send(script),
    );
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
