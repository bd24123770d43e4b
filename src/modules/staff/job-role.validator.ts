import { Injectable } from '@nestjs/common';
import { InvalidFieldsError } from '../../common/errors/app-error';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import type { TenantRepository } from '../../tenancy/tenant-repository';
import { JobRole } from './job-role.entity';
import { fieldError } from '../../common/errors/field-error';

/** Checks job roles that are assigned to staff. */
@Injectable()
export class JobRoleValidator {
  constructor(@InjectTenantRepository(JobRole) private readonly roles: TenantRepository<JobRole>) {}

  /** Existing holders keep an archived job role; new assignments are rejected. @throws InvalidFieldsError */
  async refuseArchived(tenant: Tenant, job_role_id: readonly (string | null | undefined)[]): Promise<void> {
    const ids = [...new Set(job_role_id.filter((id): id is string => Boolean(id)))];
    if (!ids.length || !(await this.roles.count(tenant, { job_role_id: ids, status: 'archived' }))) return;
    throw new InvalidFieldsError({
      job_role_id: [fieldError('archived', 'This job role is archived. Restore it first, or choose another one.')],
    });
  }
}
