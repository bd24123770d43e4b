import {
  Controller,
  Injectable,
  UseGuards,
  UseInterceptors,
  applyDecorators,
  type CallHandler,
  type CanActivate,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { Observable } from 'rxjs';
import { Config } from '../platform/config/config';
import { AppError } from '../platform/errors/app-error';

/** RFC 9745: since 1 January 2026 there is a modern twin under /api. */
const DEPRECATED = '@1767225600';

@Injectable()
class TellsOfTheTwin implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    context
      .switchToHttp()
      .getResponse<{ header(name: string, value: string): unknown }>()
      .header('Deprecation', DEPRECATED);
    return next.handle();
  }
}

/** A controller of the specification's calls, at the API root, spelt as there. */
export const WireController = (prefix: string): ClassDecorator =>
  applyDecorators(Controller(prefix), UseInterceptors(TellsOfTheTwin));

class ForeignGet extends AppError {
  constructor() {
    super({
      kind: 'forbidden',
      code: 'foreign_request',
      message: 'This call changes something and may not be prefetched or sent by another site.',
    });
  }
}

interface Headed {
  headers: Record<string, string | string[] | undefined>;
}

@Injectable()
class OwnClientsOnly implements CanActivate {
  constructor(private readonly config: Config) {}

  canActivate(context: ExecutionContext): boolean {
    const { headers } = context.switchToHttp().getRequest<Headed>();
    const purpose = `${one(headers['sec-purpose'])} ${one(headers['purpose'])} ${one(headers['x-moz'])}`;
    if (/prefetch|prerender|preview/i.test(purpose)) throw new ForeignGet();
    const origin = one(headers['origin']);
    if (origin !== '' && this.config.corsOrigins.includes(origin)) return true;
    if (one(headers['sec-fetch-site']) === 'cross-site') throw new ForeignGet();
    return true;
  }
}

const one = (value: string | string[] | undefined): string => (Array.isArray(value) ? value.join(',') : (value ?? ''));

/** On a GET that changes state: refused for cross-site and prefetch requests (except from CORS_ORIGINS). */
export const ChangesState = (): MethodDecorator => UseGuards(OwnClientsOnly);
