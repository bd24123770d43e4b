import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { catchError, from, mergeMap, throwError, type Observable } from 'rxjs';
import { InvalidBodyError } from '../common/errors/app-error';
import { VERSIONED_ROUTE } from '../common/http/route-metadata';
import { UNCHANGED_FIELDS_ROUTE, type RouteRecord } from './access.decorators';
import { RecordVersionsService } from './record-versions.service';
import type { Tenant } from './tenant';

interface Request {
  method: string;
  params: Record<string, string>;
  body?: unknown;
  tenant?: Tenant;
}

/**
 * Clients send whole rows, and a rule may be newer than a stored value ("n/a" as a website). A rejected field that
 * equals the stored value is treated as not sent. The stored value is read only after a rejection.
 */
@Injectable()
export class UnchangedFieldsInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly records: RecordVersionsService,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<Request>();
    const targets = [context.getHandler(), context.getClass()];
    const unchangedFieldsRecord = this.reflector.getAllAndOverride<RouteRecord | undefined>(
      UNCHANGED_FIELDS_ROUTE,
      targets,
    );
    const routeRecord = this.reflector.getAllAndOverride<RouteRecord | undefined>(VERSIONED_ROUTE, targets);
    const record = unchangedFieldsRecord ?? (request.method === 'PATCH' ? routeRecord : undefined);
    if (!request.tenant || !record) return next.handle();
    return next.handle().pipe(
      catchError((error: unknown) => {
        if (!(error instanceof InvalidBodyError)) return throwError(() => error);
        return from(this.removeUnchanged(request, record, error)).pipe(
          mergeMap((hasChanged) => (hasChanged ? next.handle() : throwError(() => error))),
        );
      }),
    );
  }

  /** @returns true if a field was removed from the body */
  private async removeUnchanged(request: Request, record: RouteRecord, { errors }: InvalidBodyError): Promise<boolean> {
    const { tenant, params, body } = request;
    const id = params['id'];
    if (!tenant || id === undefined || typeof body !== 'object' || body === null) return false;
    const sentFields = body as Record<string, unknown>;
    const rejectedTexts = Object.keys(errors ?? {}).filter((name) => typeof sentFields[name] === 'string');
    const storedTexts = rejectedTexts.length ? await this.records.readTexts(tenant, record, id, rejectedTexts) : {};
    const unchanged = rejectedTexts.filter((name) => storedTexts[name] === sentFields[name]);
    if (!unchanged.length) return false;
    request.body = Object.fromEntries(Object.entries(sentFields).filter(([name]) => !unchanged.includes(name)));
    return true;
  }
}
