import { scopeOf, type Scope } from './scope';

/** Who acts, as the session's claims say. */
export interface Actor {
  kind: 'customer' | 'platform' | 'api_key' | 'system';
  /** null: the system itself (workers, seed) or an API key. */
  account_id: string | null;
  /** Only of an API key. */
  api_key_id?: string;
  staff_id: string | null;
  role: 'platform' | 'admin' | 'user' | 'api_key' | 'system';
  /** Employee code, fixed for the session. */
  eid: string;
  session_id: string | null;
  /** Milliseconds; when the password was last shown. */
  authenticated_at: number;
  /** The session was made with a second factor, or got one since. */
  is_strong: boolean;
  /** Somebody stands below them, whatever their role: read with the session's row on each call. */
  is_manager: boolean;
}

/** The account or the API key; null: the system itself. */
export const actorIdOf = ({ account_id, api_key_id }: Actor): string | null => account_id ?? api_key_id ?? null;

/** What every session read brings along about the organisation. */
export interface CustomerFacts {
  customer_id: number;
  time_zone: string;
  financial_year_start_month: number;
  matrix_version: number;
  directory_version?: number | null;
  attempt_version?: number | null;
  /** Time zones set on staff records. */
  staff_time_zones?: readonly string[];
  status: string;
  /** The last millisecond in which changes are accepted; null: no end. */
  writes_until?: number | null;
  /** Since when every account needs a second factor (ms); null: it is everybody's own choice. */
  second_factor_required_since?: number | null;
}

/** An organisation's rule binds its own people; platform staff and API keys are not its people. */
export const lacksSecondFactor = (
  facts: Pick<CustomerFacts, 'second_factor_required_since'>,
  actor: Pick<Actor, 'kind' | 'is_strong'>,
): boolean => (facts.second_factor_required_since ?? null) !== null && actor.kind === 'customer' && !actor.is_strong;

const minted = Symbol('minted in tenancy/');

/**
 * Authority over one organisation's data: the first argument of every domain and repository method. Only `Tenants` makes
 * one (house.md §4, lock 1).
 */
export class Tenant {
  readonly customer_id: number;
  readonly time_zone: string;
  readonly financial_year_start_month: number;
  readonly matrix_version: number;
  readonly directory_version: number;
  readonly attempt_version: number;
  /** Time zones set on staff records; all other staff use the organisation's. */
  readonly staff_time_zones: readonly string[];
  readonly writes_until: number | null;
  /** Of every account of the organisation. */
  readonly requires_second_factor: boolean;
  /** It does, and this session was made without one: it may only set one up. */
  readonly lacks_second_factor: boolean;
  /** Whose rows may be seen; queries are narrowed by it (scope.ts), and caches are named by its key. */
  readonly scope: Scope;

  private constructor(
    facts: CustomerFacts,
    readonly actor: Actor,
  ) {
    this.customer_id = facts.customer_id;
    this.time_zone = facts.time_zone;
    this.financial_year_start_month = facts.financial_year_start_month;
    this.matrix_version = facts.matrix_version;
    this.directory_version = facts.directory_version ?? 0;
    this.attempt_version = facts.attempt_version ?? 0;
    this.staff_time_zones = facts.staff_time_zones ?? [];
    this.writes_until = facts.writes_until ?? null;
    this.requires_second_factor = (facts.second_factor_required_since ?? null) !== null;
    this.lacks_second_factor = lacksSecondFactor(facts, actor);
    this.scope = scopeOf(actor);
  }

  /** @internal tenancy/tenants.ts only; an architecture test holds it. */
  static [minted](facts: CustomerFacts, actor: Actor): Tenant {
    return new Tenant(facts, actor);
  }

  /** The subscription and its grace are over: what is there can be read and exported, not changed. */
  isExpired(now: number): boolean {
    return this.writes_until !== null && now > this.writes_until;
  }

  get isAdmin(): boolean {
    return this.actor.role === 'admin';
  }

  /** Platform staff who name no organisation: those of all are theirs to see. */
  get isAcrossAll(): boolean {
    return this.actor.kind === 'platform' && this.customer_id === 0;
  }
}

/** With whose eyes something was read, as a text: the same role and the same scope see the same. */
export const seenAs = ({ actor, scope }: Pick<Tenant, 'actor' | 'scope'>): string => `${actor.role} ${scope.key}`;

/** @internal tenancy/tenants.ts only. */
export const mintTenant = (facts: CustomerFacts, actor: Actor): Tenant => Tenant[minted](facts, actor);

/** Drivers answer large numbers as text or as numbers. */
export const instantOf = (value: unknown): number | null =>
  value === null || value === undefined ? null : Number(value);
