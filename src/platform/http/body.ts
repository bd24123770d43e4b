import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { Malformed } from '../errors/app-error';

const DEPTH_MAX = 30;

/** JSON only: prototype keys refused, depth bounded, an empty body is no body. Everything else is 415. */
export function readJsonBodies(instance: FastifyInstance): void {
  const parse = instance.getDefaultJsonParser('error', 'error');
  instance.removeContentTypeParser('text/plain');
  instance.removeContentTypeParser('application/json');
  instance.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    // Half a character would become a question mark and be kept as one.
    if (!isUtf8(body as Buffer)) return done(new Malformed('The body is not valid UTF-8.'), undefined);
    return parse(request, body.toString(), (error, parsed: unknown) => {
      if (error) return done(new Malformed('The body is not valid JSON.'), undefined);
      if (isDeeperThan(parsed, DEPTH_MAX)) {
        return done(new Malformed(`The body is nested deeper than ${DEPTH_MAX} levels.`), undefined);
      }
      return done(null, parsed);
    });
  });
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  for (const key in value) if (isDeeperThan((value as Record<string, unknown>)[key], levels - 1)) return true;
  return false;
}
