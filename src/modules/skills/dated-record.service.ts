import type { Fields } from '../../contract/fields';
import type { ResourceDefinition, WriteOf } from '../../contract/resource';
import type { Where } from '../../infrastructure/database/where';
import type { AppError } from '../../common/errors/app-error';
import { restrictToSelf } from '../../tenancy/row-visibility';
import type { ResourceContext } from '../../crud/resource-context';
import { ResourceService } from '../../crud/resource.service';
import type { Tenant } from '../../tenancy/tenant';
import type { TenantRecord } from '../../tenancy/tenant-record';
import type { PairReferenceChecker } from './pair-reference-checker';
import { refuseEndBeforeStart } from './skill-ledger.errors';

interface DatedRecord extends TenantRecord {
  skill_id: string;
  from_date: string;
  to_date: string | null;
}

/** Base service for dated records about a skill and a staff member or job role. */
export abstract class DatedRecordService<
  E extends DatedRecord,
  D extends ResourceDefinition<Fields>,
> extends ResourceService<E, D> {
  constructor(
    context: ResourceContext<E>,
    private readonly referenceChecker: PairReferenceChecker,
  ) {
    super(context);
  }

  /** Learners and managers see only their own records. */
  protected override restrictToVisible(tenant: Tenant, where: Where<E>): Where<E> {
    return restrictToSelf(tenant, where as Where<E & { staff_id: string }>) as Where<E>;
  }

  /** @throws EndBeforeStartError */
  protected override buildNewRecord(values: Partial<E>, body: WriteOf<D>): Partial<E> {
    refuseEndBeforeStart(values.from_date!, values.to_date);
    return super.buildNewRecord(values, body);
  }

  /** @throws EndBeforeStartError */
  protected override async beforeChange(_tenant: Tenant, current: E, values: Partial<E>): Promise<Partial<E>> {
    refuseEndBeforeStart(current.from_date, values.to_date);
    return values;
  }

  /** @returns UnknownStaffError, UnknownReferenceError (job role) or UnknownSkillError */
  protected override async buildUnknownReferenceError(
    tenant: Tenant,
    values: readonly Partial<E>[],
  ): Promise<AppError> {
    return (
      (await this.referenceChecker.findUnknownReference(tenant, values)) ??
      super.buildUnknownReferenceError(tenant, values)
    );
  }
}
