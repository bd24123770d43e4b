import { Injectable } from '@nestjs/common';
import { UnknownReference } from '../platform/errors/record-errors';
import type { Day } from '../platform/calendar';
import { isForeignKeyRefusal } from '../platform/database/transactions';
import type { Tenant } from '../tenancy/tenant';
import { References } from '../tenancy/references';
import { JobRolesHeld } from './job-roles-held.service';
import { JobRolesOffered } from './job-roles-offered';
import { StaffLines } from './staff-lines';
import { Staff } from './staff.entity';

/** What is left out stays as it was; null: none. */
export type Place = Partial<Pick<Staff, 'job_role_id' | 'department_id' | 'manager_id'>>;

/** Where somebody works from a day on, told together with what moves them there. */
@Injectable()
export class NewPlace {
  constructor(
    private readonly offered: JobRolesOffered,
    private readonly references: References,
    private readonly lines: StaffLines,
    private readonly roles: JobRolesHeld,
  ) {}

  /** Before the person's row is read, in the open transaction. */
  async changing(tenant: Tenant, place: Place): Promise<void> {
    if (place.manager_id !== undefined) await this.lines.changing(tenant);
  }

  /** @returns what the row gets. @throws InvalidFields for an archived job role that they do not have */
  async of(tenant: Tenant, was: Staff, { job_role_id, department_id, manager_id }: Place): Promise<Place> {
    if (job_role_id !== was.job_role_id) await this.offered.refuseArchived(tenant, [job_role_id]);
    return {
      ...(job_role_id !== undefined && { job_role_id }),
      ...(department_id !== undefined && { department_id }),
      ...(manager_id !== undefined && { manager_id }),
    };
  }

  /** The row has just got it, in the open transaction that took the person's lock. @throws ManagerCircle */
  async taken(tenant: Tenant, was: Staff, { job_role_id, manager_id }: Place, from: Day): Promise<void> {
    if (manager_id !== undefined && manager_id !== was.manager_id)
      await this.lines.move(tenant, was.staff_id, was.manager_id, manager_id);
    if (job_role_id !== undefined && job_role_id !== was.job_role_id)
      await this.roles.changed(tenant, was, job_role_id, from);
  }

  /** What the database's keys refuse, in words. */
  async worded(tenant: Tenant, place: Place, error: unknown): Promise<unknown> {
    return isForeignKeyRefusal(error)
      ? new UnknownReference(await this.references.missingAmong(tenant, Staff, [place]))
      : error;
  }
}
