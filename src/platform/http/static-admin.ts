import { existsSync } from 'node:fs';
import { join, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pathOf, surfaceOf } from './surfaces';

const FILE_POLICY = "default-src 'none'; frame-ancestors 'none'";
/** A worker goes by its own: what it decodes pictures with is compiled there, and nowhere else. */
const WORKER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; frame-ancestors 'none'";
const WORKER = /\.worker\b[^/\\]*\.m?js$/;
/** What helmet says of pages and downloads. A list fetches some thirty files: together it would be three kilobytes. */
const OF_PAGES = ['X-DNS-Prefetch-Control', 'X-Download-Options', 'X-Permitted-Cross-Domain-Policies'];

/**
 * The built admin: its files, and index.html for every path that is a page. Paths of the API and of the specification's
 * calls never answer a page, in whatever case of letters; neither does a file that does not exist.
 */
export async function serveAdmin(instance: FastifyInstance, folder: string): Promise<boolean> {
  if (!existsSync(join(folder, 'index.html'))) return false;
  await instance.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    // The build makes `.br` and `.gz` beside each file (scripts/compress-files.mjs); they are no addresses of their own.
    preCompressed: true,
    globIgnore: ['**/*.br', '**/*.gz'],
    cacheControl: false,
    setHeaders: (reply, path) => {
      // Names in assets/ carry a hash of their content, texts are asked for with a stamp of it (`?v=`); everything else
      // is asked for again each time.
      const lasting =
        path.startsWith(join(folder, 'assets') + sep) &&
        (!path.startsWith(join(folder, 'assets', 'i18n') + sep) || /[?&]v=/.test(reply.request.raw.url ?? ''));
      // A script or a picture has nothing to fetch; the page's own policy would be half a kilobyte on each of them.
      if (!path.includes('.html')) {
        reply.header('Content-Security-Policy', WORKER.test(path) ? WORKER_POLICY : FILE_POLICY);
        for (const name of OF_PAGES) reply.removeHeader(name);
      }
      reply.header('Cache-Control', lasting ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  const page = (request: FastifyRequest, reply: FastifyReply): unknown => {
    const url = request.raw.url ?? '/';
    const last = pathOf(url).split('/').at(-1) ?? '';
    return surfaceOf(url) === 'page' && !last.includes('.') ? reply.sendFile('index.html') : reply.callNotFound();
  };
  instance.get('/*', page);
  instance.head('/*', page);
  return true;
}
