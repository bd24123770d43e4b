import { Injectable } from '@nestjs/common';
import type { jobRoles } from '../../contract/job-roles.resource';
import { DomainEventBus } from '../../tenancy/domain-event-bus';
import type { ReassignmentHooks } from '../../tenancy/reassignments.service';
import { InjectResourceContext, type ResourceContext } from '../../crud/resource-context';
import { ResourceService } from '../../crud/resource.service';
import type { Tenant } from '../../tenancy/tenant';
import { JobRole } from './job-role.entity';
import { JobRoleHistoryService } from './job-role-history.service';
import { LedgerLocks } from './ledger-locks';
import { JOB_ROLE_REMOVED, STAFF_PLACEMENT_CHANGED } from './staff.events';

/** Present and past holders are in job-role-history.service.ts. */
@Injectable()
export class JobRolesService extends ResourceService<JobRole, typeof jobRoles> {
  constructor(
    @InjectResourceContext(JobRole) parts: ResourceContext<JobRole>,
    private readonly jobRoleHistory: JobRoleHistoryService,
    private readonly eventBus: DomainEventBus,
    private readonly locks: LedgerLocks,
  ) {
    super(parts);
  }

  /** Takes the role's lock first, so that a target being set for it is seen and removed too. */
  protected override async beforeRemove(tenant: Tenant, { job_role_id, name }: JobRole): Promise<void> {
    await this.locks.acquire(tenant, [job_role_id]);
    await this.eventBus.publish(JOB_ROLE_REMOVED, tenant, { job_role_id, name });
    await this.locks.remove(tenant, job_role_id);
  }

  /** Present and past holders, and the assignment rules that name it. */
  protected override async countReferences(tenant: Tenant, job_role_id: string): Promise<Record<string, number>> {
    const { assignment_rule } = await super.countReferences(tenant, job_role_id);
    return {
      ...(await this.jobRoleHistory.countUses(tenant, job_role_id)),
      ...(assignment_rule && { assignment_rule }),
    };
  }

  /** Current holders get the other role from today on; past roles stay. */
  protected override reassignmentHooks(): ReassignmentHooks {
    return {
      move: async (tenant, from, to, batch) => {
        const staff = await this.jobRoleHistory.moveHolders(tenant, from, to, batch);
        const staff_id = staff.was.map(String);
        if (staff_id.length) await this.eventBus.publish(STAFF_PLACEMENT_CHANGED, tenant, { staff_id });
        return { staff };
      },
    };
  }
}
