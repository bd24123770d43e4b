import { Injectable } from '@nestjs/common';
import { InvalidFields } from '../platform/errors/app-error';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { TenantRepository } from '../tenancy/tenant-repository';
import { JobRole } from './job-role.entity';
import { fieldError } from '../platform/errors/field-error';

/** Which job roles are given to somebody anew. */
@Injectable()
export class JobRolesOffered {
  constructor(@Records(JobRole) private readonly roles: TenantRepository<JobRole>) {}

  /** What was archived meanwhile is kept by who has it, but given to nobody anew. @throws InvalidFields */
  async refuseArchived(tenant: Tenant, job_role_id: readonly (string | null | undefined)[]): Promise<void> {
    const asked = [...new Set(job_role_id.filter((id): id is string => Boolean(id)))];
    if (!asked.length || !(await this.roles.count(tenant, { job_role_id: asked, status: 'archived' }))) return;
    throw new InvalidFields({
      job_role_id: [fieldError('archived', 'This job role is archived. Restore it first, or choose another one.')],
    });
  }
}
