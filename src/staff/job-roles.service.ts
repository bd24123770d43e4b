import { Injectable } from '@nestjs/common';
import type { jobRoles } from '../contract/job-roles.resource';
import { Announcements } from '../tenancy/announcements';
import type { Replacing } from '../tenancy/reassignments';
import { PartsOf, type ResourceParts } from '../tenancy/resources/resource-parts';
import { ResourceService } from '../tenancy/resources/resource-service';
import type { Tenant } from '../tenancy/tenant';
import { JobRole } from './job-role.entity';
import { JobRolesHeld } from './job-roles-held.service';
import { LedgerLocks } from './ledger-locks';
import { JOB_ROLE_ENDS, PEOPLE_PLACED } from './staff.events';

/** What staff are employed as. Who has one, and who had it when, is in job-roles-held.service.ts. */
@Injectable()
export class JobRolesService extends ResourceService<JobRole, typeof jobRoles> {
  constructor(
    @PartsOf(JobRole) parts: ResourceParts<JobRole>,
    private readonly held: JobRolesHeld,
    private readonly announcements: Announcements,
    private readonly locks: LedgerLocks,
  ) {
    super(parts);
  }

  /** What it asks for goes with it: with its lock, so that a target that is being set for it is seen. */
  protected override async beforeRemove(tenant: Tenant, { job_role_id, name }: JobRole): Promise<void> {
    await this.locks.take(tenant, [job_role_id]);
    await this.announcements.publish(JOB_ROLE_ENDS, tenant, { job_role_id, name });
    await this.locks.forget(tenant, job_role_id);
  }

  /** Who has or had it, and the rules that name it. */
  protected override async usesOf(tenant: Tenant, job_role_id: string): Promise<Record<string, number>> {
    const { assignment_rule } = await super.usesOf(tenant, job_role_id);
    return { ...(await this.held.countsOf(tenant, job_role_id)), ...(assignment_rule && { assignment_rule }) };
  }

  /** Whoever has it today has the other one from today on; what it was to whom before stays. */
  protected override replacing(): Replacing {
    return {
      move: async (tenant, from, to, batch) => {
        const staff = await this.held.moveHolders(tenant, from, to, batch);
        const staff_id = staff.was.map(String);
        if (staff_id.length) await this.announcements.publish(PEOPLE_PLACED, tenant, { staff_id });
        return { staff };
      },
    };
  }
}
