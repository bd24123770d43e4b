import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import type { FastifyRequest } from 'fastify';
import { LISTED_ERRORS_MAX, excerpt } from '../../common/errors/error-bodies';
import { MalformedRequestError } from '../../common/errors/app-error';
import { requestContext } from '../../common/http/request-context';
import { fieldError } from '../../common/errors/field-error';

/** The customer that platform staff select; compared with the session on every route (auth/session.guard.ts). */
const ALWAYS_ALLOWED_KEY = 'customer_id';

/**
 * Rejects unknown query keys under /api with 400 (docs/api.md): a mistyped filter would silently return other rows.
 * Routes that take the whole query validate it themselves (lists, DTO classes); legacy calls accept any key.
 * A guard behind the session guard, because it is cheaper than an interceptor.
 */
@Injectable()
export class UnknownQueryKeysGuard implements CanActivate {
  private readonly allowedKeys = new WeakMap<Function, ReadonlySet<string> | 'judges it'>();

  canActivate(context: ExecutionContext): boolean {
    const { query, routeOptions } = context.switchToHttp().getRequest<FastifyRequest>();
    const isRestRoute = requestContext()?.surface === 'rest' && routeOptions.url?.startsWith('/api/') === true;
    if (isRestRoute) this.rejectUnknownKeys(Object.keys(query as object), context);
    return true;
  }

  private rejectUnknownKeys(keys: readonly string[], context: ExecutionContext): void {
    if (keys.length === 0) return;
    const allowedKeys = this.allowedKeysOf(context);
    if (allowedKeys === 'judges it') return;
    const unknownKeys = keys
      .filter((name) => name !== ALWAYS_ALLOWED_KEY && !allowedKeys.has(name))
      .slice(0, LISTED_ERRORS_MAX)
      .map(excerpt);
    if (!unknownKeys.length) return;
    const errors = unknownKeys.map((name) => [
      name,
      [fieldError('unknown_key', `"${name}" is unknown. Please remove it.`, { name })],
    ]);
    throw new MalformedRequestError(`Unknown in the query: ${unknownKeys.join(', ')}.`, Object.fromEntries(errors));
  }

  private allowedKeysOf(context: ExecutionContext): ReadonlySet<string> | 'judges it' {
    const handler = context.getHandler();
    const allowedKeys = this.allowedKeys.get(handler) ?? readQueryParameterNames(context.getClass(), handler.name);
    this.allowedKeys.set(handler, allowedKeys);
    return allowedKeys;
  }
}

/** The names of the handler's `@Query('…')` parameters; a parameter without a name takes the whole query. */
function readQueryParameterNames(controller: Function, method: string): ReadonlySet<string> | 'judges it' {
  const routeArguments = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, method) ?? {}) as Record<
    string,
    { data?: unknown }
  >;
  const queries = Object.entries(routeArguments).filter(([kind]) => kind.startsWith(`${RouteParamtypes.QUERY}:`));
  if (queries.some(([, { data }]) => typeof data !== 'string')) return 'judges it';
  return new Set(queries.map(([, { data }]) => String(data)));
}
