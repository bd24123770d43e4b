import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { Malformed } from '../errors/app-error';
import { boundBroken } from './body-bounds';

/** JSON only: bounds kept and prototype keys refused, an empty body is no body. Everything else is 415. */
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
}
