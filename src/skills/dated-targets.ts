import type { Fields } from '../contract/fields';
import type { ResourceDefinition } from '../contract/resource';
import type { Where } from '../platform/database/where';
import type { AppError } from '../platform/errors/app-error';
import type { LedgerLocks } from '../staff/ledger-locks';
import { seen } from '../tenancy/seen';
import type { ResourceParts } from '../tenancy/resources/resource-parts';
import type { Tenant } from '../tenancy/tenant';
import { DatedPairs } from './dated-pairs';
import type { KnownPairs } from './known-pairs';
import type { RoleTarget } from './role-target.entity';
import { AlreadyDatedSo } from './skill-ledger.errors';
import type { SkillTarget } from './skill-target.entity';

/** What both kinds of target have in common: at most one of a pair begins on a day. */
export abstract class DatedTargets<
  E extends SkillTarget | RoleTarget,
  D extends ResourceDefinition<Fields>,
> extends DatedPairs<E, D> {
  constructor(
    parts: ResourceParts<E>,
    known: KnownPairs,
    private readonly locks: LedgerLocks,
  ) {
    super(parts, known);
  }

  /** A job role's targets are nobody's own; who sees them at all sees all of them. */
  protected override seen(tenant: Tenant, asked: Where<E>): Where<E> {
    return seen(tenant, asked as Where<SkillTarget>) as Where<E>;
  }

  protected override beforeCreate(tenant: Tenant, made: readonly Partial<E>[]): Promise<void> {
    return this.alone(tenant, made);
  }

  protected override async beforeChange(tenant: Tenant, was: E, given: Partial<E>): Promise<Partial<E>> {
    await this.alone(tenant, [was]);
    return super.beforeChange(tenant, was, given);
  }

  protected override beforeRemove(tenant: Tenant, was: E): Promise<void> {
    return this.alone(tenant, [was]);
  }

  protected override async takenAmong(_tenant: Tenant, [given]: readonly Partial<E>[]): Promise<AppError> {
    return new AlreadyDatedSo(given!.from_date!);
  }

  /** With the holders' targets: the grid reads them and then writes what follows from them. */
  private alone(tenant: Tenant, targets: readonly Partial<SkillTarget & RoleTarget>[]): Promise<void> {
    const holders = targets.map(({ staff_id, job_role_id }) => staff_id ?? job_role_id!);
    return this.locks.take(tenant, holders);
  }
}
