import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { TransactionManager } from '../infrastructure/database/transaction-manager';
import { MalformedRequestError } from '../common/errors/app-error';
import { DRY_RUN_ROUTE, SINGLE_USE_ROUTE, VERSIONED_ROUTE } from '../common/http/route-metadata';
import { surfaceOf } from '../common/http/surfaces';
import type { DryRunAnswer, RouteRecord } from './access.decorators';
import { DryRunService } from './dry-run.service';
import { IdempotencyService } from './idempotency.service';
import { RecordVersionsService } from './record-versions.service';
import type { Tenant } from './tenant';

interface Request {
  method: string;
  headers: Record<string, string | string[] | undefined>;
  raw: { url?: string };
  params: Record<string, string>;
  body?: unknown;
  tenant?: Tenant;
  routeOptions: { config: { takes_upload?: boolean } };
}
interface HttpResponse {
  statusCode: number;
  status(code: number): unknown;
  header(name: string, value: string): unknown;
}
type Work = () => Promise<unknown>;
type Targets = Parameters<Reflector['getAllAndOverride']>[1];

/**
 * `Idempotency-Key` on POST, `If-Match` on changes, `X-Dry-Run` on DELETE and routes with `@DryRun()` (docs/api.md).
 * With one of these headers the handler runs in one transaction with the check and may run again after a deadlock.
 * `X-Dry-Run` accepts only true and false, because ignoring another value would make the change.
 */
@Injectable()
export class SafeWritesInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly transactions: TransactionManager,
    private readonly idempotencyService: IdempotencyService,
    private readonly versions: RecordVersionsService,
    private readonly dryRunService: DryRunService,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<Request>();
    const { tenant } = request;
    const { key, ifMatch, dryRun } = parseHeaders(request);
    if (dryRun === undefined && (!tenant || request.method === 'GET' || (key === undefined && ifMatch === undefined)))
      return next.handle();

    const isDryRun = dryRun !== undefined && parseDryRun(dryRun);
    const targets = [context.getHandler(), context.getClass()];
    const isSingleUse = this.reflector.getAllAndOverride<string | undefined>(SINGLE_USE_ROUTE, targets) !== undefined;
    const handler: Work = () => lastValueFrom(next.handle(), { defaultValue: undefined });
    const work =
      !tenant || ifMatch === undefined ? handler : this.withVersionCheck(request, tenant, targets, ifMatch, handler);
    if (isDryRun) return from(this.dryRun(request, targets, work));
    if (!tenant) return next.handle();
    if (key !== undefined && !isSingleUse)
      return from(this.runIdempotent(key, request, tenant, context.switchToHttp().getResponse<HttpResponse>(), work));
    return ifMatch === undefined || request.routeOptions.config.takes_upload
      ? from(work())
      : from(this.transactions.runOutermost(work));
  }

  private withVersionCheck(request: Request, tenant: Tenant, targets: Targets, ifMatch: string, handler: Work): Work {
    const routeRecord = this.reflector.getAllAndOverride<RouteRecord | undefined>(VERSIONED_ROUTE, targets);
    // Settings exist once per customer and have no id in the path.
    const id = request.params['id'] ?? (routeRecord?.column === 'customer_id' ? String(tenant.customer_id) : undefined);
    if (!routeRecord || id === undefined)
      throw new MalformedRequestError('If-Match is not supported here, because there is no version.');
    this.versions.validateIfMatch(ifMatch);
    return async () => {
      // An upload can be read only once and takes long, so it is checked before and not within one transaction.
      await this.transactions.run(() => this.versions.requireMatch(tenant, routeRecord, id, ifMatch));
      return handler();
    };
  }

  /** @throws MalformedRequestError if the route has no dry run; ignoring the header would make the change */
  private async dryRun(request: Request, targets: Targets, work: Work): Promise<unknown> {
    const dryRunAnswer = this.reflector.getAllAndOverride<DryRunAnswer | undefined>(DRY_RUN_ROUTE, targets);
    const isPossible = request.method === 'DELETE' || dryRunAnswer !== undefined;
    if (!isPossible || request.routeOptions.config.takes_upload)
      throw new MalformedRequestError('This call does not support X-Dry-Run.');
    const { answer, effects } = await this.dryRunService.run(work);
    if (request.method === 'DELETE') return undefined;
    return dryRunAnswer === 'effects' ? effects : answer;
  }

  private async runIdempotent(
    key: string,
    request: Request,
    tenant: Tenant,
    answer: HttpResponse,
    work: Work,
  ): Promise<unknown> {
    const { method, body } = request;
    const outcome = await this.idempotencyService.runOnce(
      tenant,
      { key, method, url: request.raw.url ?? '', body },
      async () => {
        const result = await work();
        return {
          status: answer.statusCode,
          body: result,
          shouldStore: (result as { Status?: unknown } | null)?.Status !== false,
        };
      },
    );
    if (outcome.replayed) {
      answer.status(outcome.status);
      answer.header('Idempotency-Replayed', 'true');
    }
    return outcome.body;
  }
}

function parseHeaders(request: Request) {
  const { method, raw } = request;
  const ifMatchHeader = headerOf(request, 'if-match');
  return {
    key: method === 'POST' ? headerOf(request, 'idempotency-key') : undefined,
    // The legacy API has no versions.
    ifMatch: ifMatchHeader === undefined || surfaceOf(raw.url ?? '') === 'legacy' ? undefined : ifMatchHeader,
    dryRun: surfaceOf(raw.url ?? '') === 'legacy' ? undefined : headerOf(request, 'x-dry-run'),
  };
}

/** @throws MalformedRequestError for anything but true and false */
function parseDryRun(value: string): boolean {
  const text = value.trim().toLowerCase();
  if (text !== 'true' && text !== 'false') throw new MalformedRequestError('Send X-Dry-Run as true or false.');
  return text === 'true';
}

function headerOf(request: Request, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}
