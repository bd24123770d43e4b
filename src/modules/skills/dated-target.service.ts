import type { Fields } from '../../contract/fields';
import type { ResourceDefinition } from '../../contract/resource';
import type { Where } from '../../infrastructure/database/where';
import type { AppError } from '../../common/errors/app-error';
import type { LedgerLocks } from '../staff/ledger-locks';
import { restrictToVisible } from '../../tenancy/row-visibility';
import type { ResourceContext } from '../../crud/resource-context';
import type { Tenant } from '../../tenancy/tenant';
import { DatedRecordService } from './dated-record.service';
import type { PairReferenceChecker } from './pair-reference-checker';
import type { RoleTarget } from './role-target.entity';
import { DuplicateTargetDateError } from './skill-ledger.errors';
import type { SkillTarget } from './skill-target.entity';

/** Base of both kinds of targets: a holder has at most one target per skill and first day. */
export abstract class DatedTargetService<
  E extends SkillTarget | RoleTarget,
  D extends ResourceDefinition<Fields>,
> extends DatedRecordService<E, D> {
  constructor(
    context: ResourceContext<E>,
    referenceChecker: PairReferenceChecker,
    private readonly locks: LedgerLocks,
  ) {
    super(context, referenceChecker);
  }

  /** Role targets have no staff_id: a user who may read them sees all of them. */
  protected override restrictToVisible(tenant: Tenant, where: Where<E>): Where<E> {
    return restrictToVisible(tenant, where as Where<SkillTarget>) as Where<E>;
  }

  protected override beforeCreate(tenant: Tenant, records: readonly Partial<E>[]): Promise<void> {
    return this.lockHolders(tenant, records);
  }

  protected override async beforeChange(tenant: Tenant, current: E, values: Partial<E>): Promise<Partial<E>> {
    await this.lockHolders(tenant, [current]);
    return super.beforeChange(tenant, current, values);
  }

  protected override beforeRemove(tenant: Tenant, current: E): Promise<void> {
    return this.lockHolders(tenant, [current]);
  }

  protected override async findDuplicate(_tenant: Tenant, [values]: readonly Partial<E>[]): Promise<AppError> {
    return new DuplicateTargetDateError(values!.from_date!);
  }

  /** Locks the targets of the holders: the grid reads them before it writes. */
  private lockHolders(tenant: Tenant, targets: readonly Partial<SkillTarget & RoleTarget>[]): Promise<void> {
    const holders = targets.map(({ staff_id, job_role_id }) => staff_id ?? job_role_id!);
    return this.locks.acquire(tenant, holders);
  }
}
