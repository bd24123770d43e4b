import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { Malformed } from '../errors/app-error';
import { boundBroken } from './body-bounds';

const FORM_MAX = 1_024;

/**
 * JSON: bounds kept and prototype keys refused, an empty body is no body. Plain bytes are handed on as they come, where a
 * route takes uploads (server.ts). Everything else is 415.
 */
export function readJsonBodies(instance: FastifyInstance): void {
  const parse = instance.getDefaultJsonParser('error', 'error');
  instance.removeContentTypeParser('text/plain');
  instance.removeContentTypeParser('application/json');
  instance.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    // Half a character would become a question mark and be kept as one.
    if (!isUtf8(body as Buffer)) return done(new Malformed('The body is not valid UTF-8.'), undefined);
    const broken = boundBroken(body as Buffer);
    if (broken !== null) return done(new Malformed(broken), undefined);
    return parse(request, body.toString(), (error, parsed: unknown) =>
      error ? done(new Malformed('The body is not valid JSON.'), undefined) : done(null, parsed),
    );
  });
  instance.addContentTypeParser('application/octet-stream', (_request, body, done) => done(null, body));
  // Where a route takes the button of a plain page (takes-form.ts): what it says is in its address.
  const read = { parseAs: 'string', bodyLimit: FORM_MAX } as const;
  instance.addContentTypeParser('application/x-www-form-urlencoded', read, (_request, _body, done) => done(null));
}
