import { Injectable } from '@nestjs/common';
import { UnknownReferenceError } from '../../common/errors/record.errors';
import type { Day } from '../../common/calendar';
import { isForeignKeyViolation } from '../../infrastructure/database/transaction-manager';
import type { Tenant } from '../../tenancy/tenant';
import { ReferencesQuery } from '../../tenancy/references.query';
import { JobRoleHistoryService } from './job-role-history.service';
import { JobRoleValidator } from './job-role.validator';
import { StaffLinesService } from './staff-lines.service';
import { Staff } from './staff.entity';

/** Omitted: unchanged; null: none. */
export type StaffPlacement = Partial<Pick<Staff, 'job_role_id' | 'department_id' | 'manager_id'>>;

/** Changes job role, department and manager as part of another change of the person. */
@Injectable()
export class StaffPlacementService {
  constructor(
    private readonly jobRoleValidator: JobRoleValidator,
    private readonly referencesQuery: ReferencesQuery,
    private readonly lines: StaffLinesService,
    private readonly jobRoleHistory: JobRoleHistoryService,
  ) {}

  /** Call before the staff row is read, in the open transaction. */
  async lockStructure(tenant: Tenant, placement: StaffPlacement): Promise<void> {
    if (placement.manager_id !== undefined) await this.lines.lockStructure(tenant);
  }

  /** @returns columns to write @throws InvalidFieldsError for an archived job role that the person does not have */
  async resolveChange(
    tenant: Tenant,
    was: Staff,
    { job_role_id, department_id, manager_id }: StaffPlacement,
  ): Promise<StaffPlacement> {
    if (job_role_id !== was.job_role_id) await this.jobRoleValidator.refuseArchived(tenant, [job_role_id]);
    return {
      ...(job_role_id !== undefined && { job_role_id }),
      ...(department_id !== undefined && { department_id }),
      ...(manager_id !== undefined && { manager_id }),
    };
  }

  /** Call after the staff row was written, in the transaction that took the person's lock. @throws ManagerCycleError */
  async apply(tenant: Tenant, was: Staff, { job_role_id, manager_id }: StaffPlacement, from: Day): Promise<void> {
    if (manager_id !== undefined && manager_id !== was.manager_id)
      await this.lines.moveToManager(tenant, was.staff_id, was.manager_id, manager_id);
    if (job_role_id !== undefined && job_role_id !== was.job_role_id)
      await this.jobRoleHistory.recordChange(tenant, was, job_role_id, from);
  }

  /** Turns a foreign key violation into UnknownReferenceError. */
  async translateDatabaseError(tenant: Tenant, placement: StaffPlacement, error: unknown): Promise<unknown> {
    return isForeignKeyViolation(error)
      ? new UnknownReferenceError(await this.referencesQuery.findMissingReference(tenant, Staff, [placement]))
      : error;
  }
}
