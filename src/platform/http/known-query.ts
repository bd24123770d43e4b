import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import type { FastifyRequest } from 'fastify';
import { ERRORS_TOLD, shown } from '../errors/answers';
import { Malformed } from '../errors/app-error';
import { requestContext } from './request-context';
import { fieldError } from '../errors/field-error';

/** Of which organisation platform staff look at something: compared with the session on every route (tenancy/session.guard.ts). */
const ALWAYS = 'customer_id';

/**
 * What a route under /api does not know is refused, not passed over (contract.md, Bounds): a mistyped filter would answer
 * something else than what was asked for. A route that takes the whole query judges it by itself (lists, DTO classes);
 * the specification's calls take whatever that client sends. A guard, after that of the session: it costs less than an
 * interceptor.
 */
@Injectable()
export class KnownQuery implements CanActivate {
  private readonly known = new WeakMap<Function, ReadonlySet<string> | 'judges it'>();

  canActivate(context: ExecutionContext): boolean {
    const { query, routeOptions } = context.switchToHttp().getRequest<FastifyRequest>();
    const rest = requestContext()?.surface === 'rest' && routeOptions.url?.startsWith('/api/') === true;
    if (rest) this.check(Object.keys(query as object), context);
    return true;
  }

  private check(sent: readonly string[], context: ExecutionContext): void {
    if (sent.length === 0) return;
    const known = this.namesOf(context);
    if (known === 'judges it') return;
    const unknown = sent
      .filter((name) => name !== ALWAYS && !known.has(name))
      .slice(0, ERRORS_TOLD)
      .map(shown);
    if (!unknown.length) return;
    const errors = unknown.map((name) => [
      name,
      [fieldError('unknown_key', `"${name}" is unknown. Please remove it.`, { name })],
    ]);
    throw new Malformed(`Unknown in the query: ${unknown.join(', ')}.`, Object.fromEntries(errors));
  }

  private namesOf(context: ExecutionContext): ReadonlySet<string> | 'judges it' {
    const handler = context.getHandler();
    const known = this.known.get(handler) ?? namesTaken(context.getClass(), handler.name);
    this.known.set(handler, known);
    return known;
  }
}

/** Of the handler's `@Query('…')` parameters; one without a name takes all there is. */
function namesTaken(controller: Function, method: string): ReadonlySet<string> | 'judges it' {
  const taken = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, method) ?? {}) as Record<
    string,
    { data?: unknown }
  >;
  const queries = Object.entries(taken).filter(([kind]) => kind.startsWith(`${RouteParamtypes.QUERY}:`));
  if (queries.some(([, { data }]) => typeof data !== 'string')) return 'judges it';
  return new Set(queries.map(([, { data }]) => String(data)));
}
