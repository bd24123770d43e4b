import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { catchError, from, mergeMap, throwError, type Observable } from 'rxjs';
import { UnfitBody } from '../platform/errors/app-error';
import { VERSIONED_ROUTE } from '../platform/http/public-routes';
import { ECHOED, type Versioned } from './access';
import { RecordVersions } from './record-versions';
import type { Tenant } from './tenant';

interface Request {
  method: string;
  params: Record<string, string>;
  body?: unknown;
  tenant?: Tenant;
}

/**
 * What was accepted once does not stand in the way of another change: clients echo whole rows, and a rule may be younger
 * than what a row holds ("n/a" as a website). A field that no rule lets pass, but that is what is kept, is taken as not
 * sent. Looked up only when a body was refused, so nobody else pays for it.
 */
@Injectable()
export class UnchangedFields implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly records: RecordVersions,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<Request>();
    const targets = [context.getHandler(), context.getClass()];
    const echoed = this.reflector.getAllAndOverride<Versioned | undefined>(ECHOED, targets);
    const versioned = this.reflector.getAllAndOverride<Versioned | undefined>(VERSIONED_ROUTE, targets);
    const record = echoed ?? (request.method === 'PATCH' ? versioned : undefined);
    if (!request.tenant || !record) return next.handle();
    return next.handle().pipe(
      catchError((error: unknown) => {
        if (!(error instanceof UnfitBody)) return throwError(() => error);
        return from(this.withoutUnchanged(request, record, error)).pipe(
          mergeMap((isOther) => (isOther ? next.handle() : throwError(() => error))),
        );
      }),
    );
  }

  /** @returns whether something was left out */
  private async withoutUnchanged(request: Request, record: Versioned, { errors }: UnfitBody): Promise<boolean> {
    const { tenant, params, body } = request;
    const id = params['id'];
    if (!tenant || id === undefined || typeof body !== 'object' || body === null) return false;
    const sent = body as Record<string, unknown>;
    const texts = Object.keys(errors ?? {}).filter((name) => typeof sent[name] === 'string');
    const kept = texts.length ? await this.records.kept(tenant, record, id, texts) : {};
    const unchanged = texts.filter((name) => kept[name] === sent[name]);
    if (!unchanged.length) return false;
    request.body = Object.fromEntries(Object.entries(sent).filter(([name]) => !unchanged.includes(name)));
    return true;
  }
}
