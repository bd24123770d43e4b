import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { Transactions } from '../platform/database/transactions';
import { Malformed } from '../platform/errors/app-error';
import { DRY_RUN_ROUTE, SINGLE_USE_ROUTE, VERSIONED_ROUTE } from '../platform/http/public-routes';
import { surfaceOf } from '../platform/http/surfaces';
import type { DryRunAnswer, Versioned } from './access';
import { DryRuns } from './dry-runs';
import { Idempotency } from './idempotency';
import { RecordVersions } from './record-versions';
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
interface Answer {
  statusCode: number;
  status(code: number): unknown;
  header(name: string, value: string): unknown;
}
type Work = () => Promise<unknown>;
type Targets = Parameters<Reflector['getAllAndOverride']>[1];

/**
 * `Idempotency-Key` on POST and `If-Match` on changes (contract.md, Integrity). Only who sends one of them pays for it:
 * the handler then runs in one transaction with the check, and may run again when that transaction must.
 * `X-Dry-Run: true` on DELETE and on routes with `@DryRun()`: answers what the change would do, and rolls it back. Any
 * value but true and false is refused: passing it over would make the change.
 */
@Injectable()
export class SafeWrites implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly transactions: Transactions,
    private readonly idempotency: Idempotency,
    private readonly versions: RecordVersions,
    private readonly dryRuns: DryRuns,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<Request>();
    const { tenant } = request;
    const { key, ifMatch, dryRun } = askedFor(request);
    if (dryRun === undefined && (!tenant || request.method === 'GET' || (key === undefined && ifMatch === undefined)))
      return next.handle();

    const isDryRun = dryRun !== undefined && parseDryRun(dryRun);
    const targets = [context.getHandler(), context.getClass()];
    const single = this.reflector.getAllAndOverride<string | undefined>(SINGLE_USE_ROUTE, targets) !== undefined;
    const handler: Work = () => lastValueFrom(next.handle(), { defaultValue: undefined });
    const work = !tenant || ifMatch === undefined ? handler : this.checked(request, tenant, targets, ifMatch, handler);
    if (isDryRun) return from(this.dryRun(request, targets, work));
    if (!tenant) return next.handle();
    if (key !== undefined && !single)
      return from(this.onceOnly(key, request, tenant, context.switchToHttp().getResponse<Answer>(), work));
    return ifMatch === undefined || request.routeOptions.config.takes_upload
      ? from(work())
      : from(this.transactions.around(work));
  }

  private checked(request: Request, tenant: Tenant, targets: Targets, ifMatch: string, handler: Work): Work {
    const versioned = this.reflector.getAllAndOverride<Versioned | undefined>(VERSIONED_ROUTE, targets);
    // What every organisation has one of (its settings) is named by nobody: it is the caller's.
    const id = request.params['id'] ?? (versioned?.column === 'customer_id' ? String(tenant.customer_id) : undefined);
    if (!versioned || id === undefined)
      throw new Malformed('If-Match is not supported here, because there is no version.');
    this.versions.demandForm(ifMatch);
    return async () => {
      // An upload's bytes come only once and take their time: it is judged before, not within one transaction.
      await this.transactions.run(() => this.versions.demand(tenant, versioned, id, ifMatch));
      return handler();
    };
  }

  /** @throws Malformed if the route has no dry run; ignoring the header would make the change */
  private async dryRun(request: Request, targets: Targets, work: Work): Promise<unknown> {
    const answers = this.reflector.getAllAndOverride<DryRunAnswer | undefined>(DRY_RUN_ROUTE, targets);
    const isPossible = request.method === 'DELETE' || answers !== undefined;
    if (!isPossible || request.routeOptions.config.takes_upload)
      throw new Malformed('This call does not support X-Dry-Run.');
    const { answer, effects } = await this.dryRuns.run(work);
    if (request.method === 'DELETE') return undefined;
    return answers === 'effects' ? effects : answer;
  }

  private async onceOnly(key: string, request: Request, tenant: Tenant, answer: Answer, work: Work): Promise<unknown> {
    const { method, body } = request;
    const done = await this.idempotency.once(tenant, { key, method, url: request.raw.url ?? '', body }, async () => {
      const result = await work();
      return {
        status: answer.statusCode,
        body: result,
        kept: (result as { Status?: unknown } | null)?.Status !== false,
      };
    });
    if (done.replayed) {
      answer.status(done.status);
      answer.header('Idempotency-Replayed', 'true');
    }
    return done.body;
  }
}

function askedFor(request: Request) {
  const { method, raw } = request;
  const sent = headerOf(request, 'if-match');
  return {
    key: method === 'POST' ? headerOf(request, 'idempotency-key') : undefined,
    // The specification's calls know nothing of versions.
    ifMatch: sent === undefined || surfaceOf(raw.url ?? '') === 'wire' ? undefined : sent,
    dryRun: surfaceOf(raw.url ?? '') === 'wire' ? undefined : headerOf(request, 'x-dry-run'),
  };
}

/** @throws Malformed for anything but true and false */
function parseDryRun(value: string): boolean {
  const text = value.trim().toLowerCase();
  if (text !== 'true' && text !== 'false') throw new Malformed('Send X-Dry-Run as true or false.');
  return text === 'true';
}

function headerOf(request: Request, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}
