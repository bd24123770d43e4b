import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import type { ApiKeyScope } from '../contract/api-keys.resource';
import type { Role } from '../contract/resource';
import { AuditTrailService } from '../infrastructure/audit/audit-trail.service';
import { Clock } from '../common/clock';
import { NotFoundError } from '../common/errors/app-error';
import { isReadScope, keyScopesOf, ALLOWED_ROLES, PUBLIC_ROUTE } from '../common/http/route-metadata';
import { setRequestPrincipal } from '../common/http/request-context';
import { ThrottleService } from '../infrastructure/throttle/throttle.service';
import {
  ALLOW_WHEN_EXPIRED,
  PLATFORM_WRITES,
  ALLOW_WITHOUT_SECOND_FACTOR,
  type PublicRouteOptions,
} from '../tenancy/access.decorators';
import { ApiKeyAuthenticator } from './api-key-authenticator';
import { ImpersonationAuditService } from '../tenancy/impersonation-audit.service';
import type { ActiveSession } from './active-session';
import {
  ApiKeyRejectedError,
  CustomerRequiredError,
  ApiKeyScopeMissingError,
  NotAllowedError,
  ScopeHeadersMissingError,
  SecondFactorRequiredError,
  SessionExpiredError,
  SubscriptionExpiredError,
  TenantMismatchError,
  ViewOnlyError,
} from '../tenancy/tenancy.errors';
import { lacksSecondFactor, type Tenant } from '../tenancy/tenant';
import { TenantFactory } from '../tenancy/tenant.factory';

interface GuardedRequest {
  method: string;
  headers: Record<string, string | string[] | undefined>;
  raw: { rawHeaders: string[] };
  query?: unknown;
  params?: unknown;
  body?: unknown;
  user?: ActiveSession | null;
  tenant?: Tenant;
  routeOptions: { url?: string };
}

/** A client with a wrong header repeats it with every request; one audit event per interval is enough. */
const MISMATCH_AUDIT_INTERVAL_MS = 10 * 60_000;

type Targets = readonly [ReturnType<ExecutionContext['getHandler']>, ReturnType<ExecutionContext['getClass']>];

/** Decorator metadata of one route. */
interface RouteRules {
  publicOptions: PublicRouteOptions | undefined;
  allowed: readonly Role[];
  /** The API key needs one of these scopes; empty: API keys are not allowed. */
  keyScopes: readonly ApiKeyScope[];
  allowsPlatformWrites: boolean;
}

/**
 * All routes are closed by default. Checks in this order: token (401), presence of the scope headers (400), their
 * values (403, audited), second factor if the customer requires one (403), role (403), customer_id in the request (404
 * when foreign), subscription (402). With `x-api-key`: key (401), scope (403), customer_id (404), subscription (402).
 */
@Injectable()
export class SessionGuard extends AuthGuard('session') implements CanActivate {
  private readonly rulesByRoute = new Map<Function, Map<Function, RouteRules>>();

  constructor(
    private readonly reflector: Reflector,
    private readonly tenantFactory: TenantFactory,
    private readonly apiKeys: ApiKeyAuthenticator,
    private readonly impersonationAudit: ImpersonationAuditService,
    private readonly audit: AuditTrailService,
    private readonly throttleService: ThrottleService,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const targets = [context.getHandler(), context.getClass()] as const;
    const request = context.switchToHttp().getRequest<GuardedRequest>();
    const { publicOptions, allowed, keyScopes, allowsPlatformWrites } = this.rulesOf(...targets);
    if (publicOptions) {
      if (publicOptions.optionalSession) await this.attachOptionalSession(context, request, publicOptions);
      return true;
    }
    if (request.headers['x-api-key'] !== undefined && !request.headers.authorization) {
      request.tenant = await this.authenticateApiKey(request, keyScopes);
      setRequestPrincipal({ customer_id: request.tenant.customer_id, account_id: null });
      this.requireActiveSubscription(request, request.tenant, targets);
      return true;
    }
    const session = await this.authenticateSession(context, request);
    if (!session) throw new SessionExpiredError();
    setRequestPrincipal({ customer_id: session.customer.customer_id, account_id: session.actor.account_id });
    await this.checkIdentityHeaders(request, session);
    if (lacksSecondFactor(session.customer, session.actor)) this.requireSecondFactor(targets);
    if (!allowed.includes(session.actor.role as Role)) throw new NotAllowedError();
    request.tenant = await this.resolveTenant(request, session, {
      allowsPlatformWrites,
      needsCustomer: requiresCustomer(allowed, keyScopes),
    });
    this.requireActiveSubscription(request, request.tenant, targets);
    return true;
  }

  /** Metadata never changes, so it is read once per route. */
  private rulesOf(handler: Function, controller: Function): RouteRules {
    let routes = this.rulesByRoute.get(controller);
    if (!routes) this.rulesByRoute.set(controller, (routes = new Map()));
    let rules = routes.get(handler);
    if (!rules) {
      const metadata = <T>(name: string) =>
        this.reflector.getAllAndOverride<T | undefined>(name, [handler as never, controller as never]);
      const allowed = metadata<readonly Role[]>(ALLOWED_ROLES) ?? [];
      rules = {
        publicOptions: metadata<PublicRouteOptions>(PUBLIC_ROUTE),
        allowed,
        keyScopes: allowed.includes('api_key') ? keyScopesOf(handler, controller) : [],
        allowsPlatformWrites: metadata<boolean>(PLATFORM_WRITES) ?? false,
      };
      routes.set(handler, rules);
    }
    return rules;
  }

  private async authenticateApiKey(request: GuardedRequest, keyScopes: readonly ApiKeyScope[]): Promise<Tenant> {
    const key = await this.apiKeys.authenticate(String(request.headers['x-api-key']));
    if (!key) throw new ApiKeyRejectedError();
    const scopes = request.method === 'GET' ? keyScopes : keyScopes.filter((scope) => !isReadScope(scope));
    if (!scopes.length) throw new NotAllowedError();
    if (!scopes.some((scope) => key.scopes.includes(scope))) throw new ApiKeyScopeMissingError(scopes);
    return this.resolveTenant(request, key);
  }

  private requireSecondFactor(targets: Targets): void {
    if (!this.reflector.getAllAndOverride<string | undefined>(ALLOW_WITHOUT_SECOND_FACTOR, [...targets]))
      throw new SecondFactorRequiredError();
  }

  private requireActiveSubscription({ method }: GuardedRequest, tenant: Tenant, targets: Targets): void {
    if (method === 'GET' || !tenant.isExpired(this.clock.now())) return;
    if (!this.reflector.getAllAndOverride<string | undefined>(ALLOW_WHEN_EXPIRED, [...targets]))
      throw new SubscriptionExpiredError();
  }

  /** Passport passes the result of the strategy; `canActivate` decides. */
  override handleRequest<T>(error: unknown, user: T | false): T {
    if (error) throw error;
    return (user || null) as T;
  }

  private async attachOptionalSession(
    context: ExecutionContext,
    request: GuardedRequest,
    { requiresScopeHeaders }: PublicRouteOptions,
  ): Promise<void> {
    const session = await this.authenticateSession(context, request);
    if (session && requiresScopeHeaders?.((request.query ?? {}) as Record<string, unknown>))
      await this.checkIdentityHeaders(request, session);
    if (session) request.tenant = this.tenantFactory.forSession(session.customer, session.actor);
  }

  private async authenticateSession(context: ExecutionContext, request: GuardedRequest): Promise<ActiveSession | null> {
    if (!request.headers.authorization) return null;
    await super.canActivate(context);
    return request.user ?? null;
  }

  private async checkIdentityHeaders(request: GuardedRequest, session: ActiveSession): Promise<void> {
    const headers = { EID: headerValues(request, 'eid'), OID: headerValues(request, 'oid') };
    const missing = (['EID', 'OID'] as const).filter((name) => headers[name].every((value) => value.trim() === ''));
    if (missing.length) throw new ScopeHeadersMissingError(missing);
    const expected = { EID: session.actor.eid, OID: String(session.customer.customer_id) };
    const mismatches = (['EID', 'OID'] as const).filter(
      (name) => headers[name].length !== 1 || headers[name][0] !== expected[name],
    );
    if (!mismatches.length) return;
    const { account_id, role } = session.actor;
    await this.throttleService.oncePer(
      MISMATCH_AUDIT_INTERVAL_MS,
      `tenant-mismatch:${account_id}:${mismatches.join('+')}`,
      () =>
        this.audit.record({
          customer_id: session.customer.customer_id,
          account_id,
          role,
          action: 'session.tenant_mismatch',
          became: { eid: headers.EID.join(', ').slice(0, 100), oid: headers.OID.join(', ').slice(0, 100) },
        }),
    );
    throw new TenantMismatchError();
  }

  private async resolveTenant(
    request: GuardedRequest,
    session: ActiveSession,
    { allowsPlatformWrites, needsCustomer }: { allowsPlatformWrites: boolean; needsCustomer: boolean } = {
      allowsPlatformWrites: false,
      needsCustomer: false,
    },
  ): Promise<Tenant> {
    const customerIds = findCustomerIds(request, allowsPlatformWrites);
    if (session.actor.kind !== 'platform') {
      if (customerIds.some((value) => value !== String(session.customer.customer_id))) throw new NotFoundError();
      return this.tenantFactory.forSession(session.customer, session.actor);
    }
    const [customer, ...others] = [...new Set(customerIds)];
    if (customer === undefined && needsCustomer) throw new CustomerRequiredError();
    // Several customers in one request are ambiguous.
    if (others.length) throw new NotFoundError();
    if (customer === undefined || (allowsPlatformWrites && request.method !== 'GET'))
      return this.tenantFactory.forSession(session.customer, session.actor);
    if (request.method !== 'GET') {
      // The customer number of the platform session means the same as none.
      if (!needsCustomer && customer === String(session.customer.customer_id))
        return this.tenantFactory.forSession(session.customer, session.actor);
      throw new ViewOnlyError();
    }
    if (!/^\d{1,9}$/.test(customer)) throw new NotFoundError();
    const customerTenant = await this.tenantFactory.forImpersonation(session.actor, Number(customer));
    if (!customerTenant) throw new NotFoundError();
    await this.impersonationAudit.recordView(session.actor, customerTenant.customer_id, request.routeOptions.url ?? '');
    return customerTenant;
  }
}

/**
 * Routes that API keys may read belong to one customer, so platform staff must name it. Routes across customers
 * (customers, subscribers, messages) are not open to API keys.
 */
const requiresCustomer = (allowed: readonly Role[], keyScopes: readonly ApiKeyScope[]): boolean =>
  allowed.includes('platform') && keyScopes.some(isReadScope);

/** Node joins repeated headers with ", "; the raw list keeps them apart. */
function headerValues(request: GuardedRequest, name: string): string[] {
  const values: string[] = [];
  const raw = request.raw.rawHeaders;
  for (let i = 0; i < raw.length; i += 2) if (raw[i]!.toLowerCase() === name) values.push(raw[i + 1]!);
  return values;
}

/**
 * Every `customer_id` in path, query or body; an empty one counts as absent.
 * @param includePathId `:id` in the path is a customer number as well
 */
function findCustomerIds(request: GuardedRequest, includePathId: boolean): string[] {
  const customerIds: string[] = [];
  const { id } = (request.params ?? {}) as { id?: unknown };
  if (includePathId && typeof id === 'string') customerIds.push(id);
  for (const part of [request.params, request.query, request.body]) {
    const value = (part as Record<string, unknown> | null | undefined)?.['customer_id'];
    for (const each of Array.isArray(value) ? value : [value]) {
      if (typeof each === 'string' || typeof each === 'number') {
        if (String(each).trim() !== '') customerIds.push(String(each).trim());
      } else if (each !== undefined && each !== null) customerIds.push('?');
    }
  }
  return customerIds;
}
