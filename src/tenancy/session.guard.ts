import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import type { ApiKeyScope } from '../contract/api-keys.resource';
import type { Role } from '../contract/resource';
import { AuditTrail } from '../platform/audit/audit-trail';
import { Clock } from '../platform/clock';
import { NotFound } from '../platform/errors/app-error';
import { isReadScope, keyScopesOf } from '../platform/http/public-routes';
import { tellWhose } from '../platform/http/request-context';
import { Throttle } from '../platform/throttle/throttle';
import { ALLOWED, ALSO_WHEN_EXPIRED, PLATFORM_WRITES, PUBLIC, WITHOUT_SECOND_FACTOR, type Opened } from './access';
import { ApiKeyDoor } from './api-key-door';
import { PlatformViews } from './platform-views';
import type { LiveSession } from './session-row';
import {
  ApiKeyRefused,
  CustomerNeeded,
  KeyScopeMissing,
  NotAllowed,
  ScopeHeadersMissing,
  SecondFactorRequired,
  SessionExpired,
  SubscriptionExpired,
  TenantMismatch,
  ViewOnly,
} from './tenancy.errors';
import { lacksSecondFactor, type Tenant } from './tenant';
import { Tenants } from './tenants';

interface GuardedRequest {
  method: string;
  headers: Record<string, string | string[] | undefined>;
  raw: { rawHeaders: string[] };
  query?: unknown;
  params?: unknown;
  body?: unknown;
  user?: LiveSession | null;
  tenant?: Tenant;
  routeOptions: { url?: string };
}

/** A client with a wrong header repeats it with every request: one audit event in this time says so. */
const MISMATCH_EVERY_MS = 10 * 60_000;

type Targets = readonly [ReturnType<ExecutionContext['getHandler']>, ReturnType<ExecutionContext['getClass']>];

/** What the decorators of one route say. */
interface Said {
  opened: Opened | undefined;
  allowed: readonly Role[];
  /** The scopes of which an API key needs one; empty: keys are not admitted. */
  keyScopes: readonly ApiKeyScope[];
  platformWrites: boolean;
}

/**
 * Every route is closed (house.md §5, Doors). In this order: the token (401), the scope headers' presence (400), their
 * values (403, audited), a second factor where the organisation requires one (403), the role (403), any customer_id in
 * the request (404 when foreign), and whether the subscription still allows changes (402). A program comes with `x-api-key` instead: the key (401), whether keys are admitted and
 * the key's scope (403), any customer_id (404), the subscription (402). Only a scope that is not `:read` admits a change.
 */
@Injectable()
export class SessionGuard extends AuthGuard('session') implements CanActivate {
  private readonly said = new Map<Function, Map<Function, Said>>();

  constructor(
    private readonly reflector: Reflector,
    private readonly tenants: Tenants,
    private readonly keys: ApiKeyDoor,
    private readonly views: PlatformViews,
    private readonly audit: AuditTrail,
    private readonly throttle: Throttle,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const targets = [context.getHandler(), context.getClass()] as const;
    const request = context.switchToHttp().getRequest<GuardedRequest>();
    const { opened, allowed, keyScopes, platformWrites } = this.saidOf(...targets);
    if (opened) {
      if (opened.recognise) await this.recognise(context, request, opened);
      return true;
    }
    if (request.headers['x-api-key'] !== undefined && !request.headers.authorization) {
      request.tenant = await this.byKey(request, keyScopes);
      tellWhose({ customer_id: request.tenant.customer_id, account_id: null });
      this.refuseExpired(request, request.tenant, targets);
      return true;
    }
    const session = await this.sessionOf(context, request);
    if (!session) throw new SessionExpired();
    tellWhose({ customer_id: session.facts.customer_id, account_id: session.actor.account_id });
    await this.checkScope(request, session);
    if (lacksSecondFactor(session.facts, session.actor)) this.refuseWeak(targets);
    if (!allowed.includes(session.actor.role as Role)) throw new NotAllowed();
    request.tenant = await this.tenantFor(request, session, { platformWrites, ofOne: isOfOne(allowed, keyScopes) });
    this.refuseExpired(request, request.tenant, targets);
    return true;
  }

  /** What a route's decorators say stays as it is: metadata is looked up once. */
  private saidOf(handler: Function, controller: Function): Said {
    let routes = this.said.get(controller);
    if (!routes) this.said.set(controller, (routes = new Map()));
    let said = routes.get(handler);
    if (!said) {
      const of = <T>(name: string) =>
        this.reflector.getAllAndOverride<T | undefined>(name, [handler as never, controller as never]);
      const allowed = of<readonly Role[]>(ALLOWED) ?? [];
      said = {
        opened: of<Opened>(PUBLIC),
        allowed,
        keyScopes: allowed.includes('api_key') ? keyScopesOf(handler, controller) : [],
        platformWrites: of<boolean>(PLATFORM_WRITES) ?? false,
      };
      routes.set(handler, said);
    }
    return said;
  }

  private async byKey(request: GuardedRequest, keyScopes: readonly ApiKeyScope[]): Promise<Tenant> {
    const key = await this.keys.live(String(request.headers['x-api-key']));
    if (!key) throw new ApiKeyRefused();
    const scopes = request.method === 'GET' ? keyScopes : keyScopes.filter((scope) => !isReadScope(scope));
    if (!scopes.length) throw new NotAllowed();
    if (!scopes.some((scope) => key.scopes.includes(scope))) throw new KeyScopeMissing(scopes);
    return this.tenantFor(request, key);
  }

  private refuseWeak(targets: Targets): void {
    if (!this.reflector.getAllAndOverride<string | undefined>(WITHOUT_SECOND_FACTOR, [...targets]))
      throw new SecondFactorRequired();
  }

  private refuseExpired({ method }: GuardedRequest, tenant: Tenant, targets: Targets): void {
    if (method === 'GET' || !tenant.isExpired(this.clock.now())) return;
    if (!this.reflector.getAllAndOverride<string | undefined>(ALSO_WHEN_EXPIRED, [...targets]))
      throw new SubscriptionExpired();
  }

  /** Passport hands over what the strategy found; whether that is enough is decided above. */
  override handleRequest<T>(error: unknown, user: T | false): T {
    if (error) throw error;
    return (user || null) as T;
  }

  private async recognise(context: ExecutionContext, request: GuardedRequest, { scoped }: Opened): Promise<void> {
    const session = await this.sessionOf(context, request);
    if (session && scoped?.((request.query ?? {}) as Record<string, unknown>)) await this.checkScope(request, session);
    if (session) request.tenant = this.tenants.ofSession(session.facts, session.actor);
  }

  private async sessionOf(context: ExecutionContext, request: GuardedRequest): Promise<LiveSession | null> {
    if (!request.headers.authorization) return null;
    await super.canActivate(context);
    return request.user ?? null;
  }

  private async checkScope(request: GuardedRequest, session: LiveSession): Promise<void> {
    const sent = { EID: headerValues(request, 'eid'), OID: headerValues(request, 'oid') };
    const missing = (['EID', 'OID'] as const).filter((name) => sent[name].every((value) => value.trim() === ''));
    if (missing.length) throw new ScopeHeadersMissing(missing);
    const right = { EID: session.actor.eid, OID: String(session.facts.customer_id) };
    const wrong = (['EID', 'OID'] as const).filter((name) => sent[name].length !== 1 || sent[name][0] !== right[name]);
    if (!wrong.length) return;
    const { account_id, role } = session.actor;
    await this.throttle.oncePer(MISMATCH_EVERY_MS, `tenant-mismatch:${account_id}:${wrong.join('+')}`, () =>
      this.audit.record({
        customer_id: session.facts.customer_id,
        account_id,
        role,
        action: 'session.tenant_mismatch',
        became: { eid: sent.EID.join(', ').slice(0, 100), oid: sent.OID.join(', ').slice(0, 100) },
      }),
    );
    throw new TenantMismatch();
  }

  private async tenantFor(
    request: GuardedRequest,
    session: LiveSession,
    { platformWrites, ofOne }: { platformWrites: boolean; ofOne: boolean } = { platformWrites: false, ofOne: false },
  ): Promise<Tenant> {
    const named = namedCustomers(request, platformWrites);
    if (session.actor.kind !== 'platform') {
      if (named.some((value) => value !== String(session.facts.customer_id))) throw new NotFound();
      return this.tenants.ofSession(session.facts, session.actor);
    }
    const [customer, ...others] = [...new Set(named)];
    if (customer === undefined && ofOne) throw new CustomerNeeded();
    // Two organisations in one request: which of them is meant is nobody's to guess.
    if (others.length) throw new NotFound();
    if (customer === undefined || (platformWrites && request.method !== 'GET'))
      return this.tenants.ofSession(session.facts, session.actor);
    if (request.method !== 'GET') {
      // The number that their own sign-in answered says no more than none.
      if (!ofOne && customer === String(session.facts.customer_id))
        return this.tenants.ofSession(session.facts, session.actor);
      throw new ViewOnly();
    }
    if (!/^\d{1,9}$/.test(customer)) throw new NotFound();
    const viewed = await this.tenants.viewedBy(session.actor, Number(customer));
    if (!viewed) throw new NotFound();
    await this.views.seen(session.actor, viewed.customer_id, request.routeOptions.url ?? '');
    return viewed;
  }
}

/**
 * What an organisation's API key may read is that organisation's: platform staff say whose of it they look at. What they
 * run over all organisations (customers, subscribers, messages) is behind no key (contract.md, Who may do what).
 */
const isOfOne = (allowed: readonly Role[], keyScopes: readonly ApiKeyScope[]): boolean =>
  allowed.includes('platform') && keyScopes.some(isReadScope);

/** Node joins repeated headers with ", ": count them where they are still apart. */
function headerValues(request: GuardedRequest, name: string): string[] {
  const values: string[] = [];
  const raw = request.raw.rawHeaders;
  for (let i = 0; i < raw.length; i += 2) if (raw[i]!.toLowerCase() === name) values.push(raw[i + 1]!);
  return values;
}

/**
 * Every `customer_id` the request names, in path, query or body; an empty one means absent (contract.md, Envelope).
 * @param byId what platform staff change is an organisation: `:id` in the path names one, too
 */
function namedCustomers(request: GuardedRequest, byId: boolean): string[] {
  const named: string[] = [];
  const { id } = (request.params ?? {}) as { id?: unknown };
  if (byId && typeof id === 'string') named.push(id);
  for (const part of [request.params, request.query, request.body]) {
    const value = (part as Record<string, unknown> | null | undefined)?.['customer_id'];
    for (const one of Array.isArray(value) ? value : [value]) {
      if (typeof one === 'string' || typeof one === 'number') {
        if (String(one).trim() !== '') named.push(String(one).trim());
      } else if (one !== undefined && one !== null) named.push('?');
    }
  }
  return named;
}
