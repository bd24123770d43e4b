import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { MalformedRequestError } from '../../common/errors/app-error';
import { findExceededLimit } from './json-body-limits';

const FORM_MAX_BYTES = 1_024;

/**
 * Registers the body parsers. JSON: size limits, prototype keys are rejected, an empty body is undefined. Octet streams
 * are passed on unread; only upload routes accept them (server.ts). Everything else is 415.
 */
export function registerBodyParsers(instance: FastifyInstance): void {
  const parse = instance.getDefaultJsonParser('error', 'error');
  instance.removeContentTypeParser('text/plain');
  instance.removeContentTypeParser('application/json');
  instance.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    // An invalid byte sequence would be stored as a replacement character.
    if (!isUtf8(body as Buffer)) return done(new MalformedRequestError('The body is not valid UTF-8.'), undefined);
    const exceededLimit = findExceededLimit(body as Buffer);
    if (exceededLimit !== null) return done(new MalformedRequestError(exceededLimit), undefined);
    return parse(request, body.toString(), (error, parsed: unknown) =>
      error ? done(new MalformedRequestError('The body is not valid JSON.'), undefined) : done(null, parsed),
    );
  });
  instance.addContentTypeParser('application/octet-stream', (_request, body, done) => done(null, body));
  // Forms of pages without scripts (takes-form.ts): the content is ignored, all parameters are in the URL.
  const formOptions = { parseAs: 'string', bodyLimit: FORM_MAX_BYTES } as const;
  instance.addContentTypeParser('application/x-www-form-urlencoded', formOptions, (_request, _body, done) =>
    done(null),
  );
}
