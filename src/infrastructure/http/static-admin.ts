import { existsSync } from 'node:fs';
import { join, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pathOf, surfaceOf } from '../../common/http/surfaces';

const FILE_CSP = "default-src 'none'; frame-ancestors 'none'";
/** Web workers compile WebAssembly to decode pictures; nothing else does. */
const WORKER_CSP = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; frame-ancestors 'none'";
const WORKER_FILE = /\.worker\b[^/\\]*\.m?js$/;
/** Headers that matter for pages and downloads only; on some thirty assets they would add three kilobytes. */
const PAGE_ONLY_HEADERS = ['X-DNS-Prefetch-Control', 'X-Download-Options', 'X-Permitted-Cross-Domain-Policies'];

/**
 * Serves the built admin: its files, and index.html for every page path. API and legacy paths never answer a page, in
 * upper or lower case, and neither do missing files.
 * @returns false if there is no build
 */
export async function serveAdmin(instance: FastifyInstance, folder: string): Promise<boolean> {
  if (!existsSync(join(folder, 'index.html'))) return false;
  await instance.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    // `.br` and `.gz` variants come from scripts/compress-files.mjs and are not addressable themselves.
    preCompressed: true,
    globIgnore: ['**/*.br', '**/*.gz'],
    cacheControl: false,
    setHeaders: (reply, path) => {
      // Names in assets/ contain a content hash, texts a version parameter (`?v=`); everything else is revalidated.
      const isImmutable =
        path.startsWith(join(folder, 'assets') + sep) &&
        (!path.startsWith(join(folder, 'assets', 'i18n') + sep) || /[?&]v=/.test(reply.request.raw.url ?? ''));
      // Assets load nothing themselves; the page's policy would add half a kilobyte to each of them.
      if (!path.includes('.html')) {
        reply.header('Content-Security-Policy', WORKER_FILE.test(path) ? WORKER_CSP : FILE_CSP);
        for (const name of PAGE_ONLY_HEADERS) reply.removeHeader(name);
      }
      reply.header('Cache-Control', isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  const servePage = (request: FastifyRequest, reply: FastifyReply): unknown => {
    const url = request.raw.url ?? '/';
    const lastSegment = pathOf(url).split('/').at(-1) ?? '';
    return surfaceOf(url) === 'page' && !lastSegment.includes('.')
      ? reply.sendFile('index.html')
      : reply.callNotFound();
  };
  instance.get('/*', servePage);
  instance.head('/*', servePage);
  return true;
}
