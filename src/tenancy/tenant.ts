import { resolveRowScope, type RowScope } from './row-scope';

/** The current user: who acts in this request. */
export interface Actor {
  kind: 'customer' | 'platform' | 'api_key' | 'system';
  /** null: the system (workers, seed) or an API key */
  account_id: string | null;
  api_key_id?: string;
  staff_id: string | null;
  role: 'platform' | 'admin' | 'user' | 'api_key' | 'system';
  /** Employee code, fixed for the session. */
  eid: string;
  session_id: string | null;
  /** Milliseconds; when the password was last entered */
  authenticated_at: number;
  /** The session was opened with a second factor, or got one since. */
  is_strong: boolean;
  /** Has staff below them, whatever the role; read with the session on each request. */
  is_manager: boolean;
}

/** Account or API key; null: the system */
export const getActorId = ({ account_id, api_key_id }: Actor): string | null => account_id ?? api_key_id ?? null;

export interface CustomerContext {
  customer_id: number;
  time_zone: string;
  financial_year_start_month: number;
  matrix_version: number;
  directory_version?: number | null;
  attempt_version?: number | null;
  staff_time_zones?: readonly string[];
  status: string;
  /** Last millisecond in which changes are accepted; null: no end */
  writes_until?: number | null;
  /** Since when every account needs a second factor (ms); null: optional */
  second_factor_required_since?: number | null;
}

/** The rule applies to accounts of the customer, not to platform staff or API keys. */
export const lacksSecondFactor = (
  customer: Pick<CustomerContext, 'second_factor_required_since'>,
  actor: Pick<Actor, 'kind' | 'is_strong'>,
): boolean => (customer.second_factor_required_since ?? null) !== null && actor.kind === 'customer' && !actor.is_strong;

const CREATE_TENANT = Symbol('minted in tenancy/');

/**
 * Access to the data of one customer: first argument of every service and repository method. Only `TenantFactory`
 * creates one (docs/architecture.md).
 */
export class Tenant {
  readonly customer_id: number;
  readonly time_zone: string;
  readonly financial_year_start_month: number;
  readonly matrix_version: number;
  readonly directory_version: number;
  readonly attempt_version: number;
  /** Other staff use the time zone of the customer. */
  readonly staff_time_zones: readonly string[];
  readonly writes_until: number | null;
  readonly requires_second_factor: boolean;
  /** The session may only set up a second factor. */
  readonly lacks_second_factor: boolean;
  /** Visible rows; restricts queries and is part of cache keys (row-scope.ts). */
  readonly scope: RowScope;

  private constructor(
    customer: CustomerContext,
    readonly actor: Actor,
  ) {
    this.customer_id = customer.customer_id;
    this.time_zone = customer.time_zone;
    this.financial_year_start_month = customer.financial_year_start_month;
    this.matrix_version = customer.matrix_version;
    this.directory_version = customer.directory_version ?? 0;
    this.attempt_version = customer.attempt_version ?? 0;
    this.staff_time_zones = customer.staff_time_zones ?? [];
    this.writes_until = customer.writes_until ?? null;
    this.requires_second_factor = (customer.second_factor_required_since ?? null) !== null;
    this.lacks_second_factor = lacksSecondFactor(customer, actor);
    this.scope = resolveRowScope(actor);
  }

  /** @internal tenant.factory.ts only. */
  static [CREATE_TENANT](customer: CustomerContext, actor: Actor): Tenant {
    return new Tenant(customer, actor);
  }

  /** Subscription and grace period are over: reading and export only. */
  isExpired(now: number): boolean {
    return this.writes_until !== null && now > this.writes_until;
  }

  get isAdmin(): boolean {
    return this.actor.role === 'admin';
  }

  /** Platform staff without a customer: all customers are visible. */
  get isAcrossAll(): boolean {
    return this.actor.kind === 'platform' && this.customer_id === 0;
  }
}

/** Cache key of what may be seen: equal for the same role and scope. */
export const visibilityKey = ({ actor, scope }: Pick<Tenant, 'actor' | 'scope'>): string =>
  `${actor.role} ${scope.key}`;

/** @internal tenant.factory.ts only. */
export const createTenant = (customer: CustomerContext, actor: Actor): Tenant => Tenant[CREATE_TENANT](customer, actor);

/** Drivers return large numbers as text or as numbers. */
export const toInstant = (value: unknown): number | null =>
  value === null || value === undefined ? null : Number(value);
