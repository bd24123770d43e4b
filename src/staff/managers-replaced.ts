import { Injectable } from '@nestjs/common';
import { fullName } from '../contract/person-name';
import { MANAGING_STATUSES } from '../contract/staff.resource';
import type { Batch } from '../tenancy/batch';
import type { Passed, Replacing } from '../tenancy/reassignments';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { TenantRepository } from '../tenancy/tenant-repository';
import { StaffLines } from './staff-lines';
import { Staff } from './staff.entity';
import { InOwnTeam, NotWorkingHere } from './staff.errors';

/**
 * Another manager takes a manager's place: whoever stood right below the one stands below the other from the next request
 * on, each with everybody below them. What is their own (trainings, levels, targets, their account) stays theirs.
 */
@Injectable()
export class ManagersReplaced {
  constructor(
    @Records(Staff) private readonly staff: TenantRepository<Staff>,
    private readonly lines: StaffLines,
  ) {}

  /** With the line locked. @throws InvalidFields (`to`: not working here, in that team) */
  replacing(): Replacing {
    return {
      check: (tenant, from, to) => this.check(tenant, from, to),
      move: async (tenant, from, to, batch) => ({ staff: await this.pass(tenant, from, to, batch) }),
    };
  }

  private async check(tenant: Tenant, from: string, to: string): Promise<void> {
    const { status, first_name, last_name } = (await this.staff.one(tenant, { staff_id: to }))!;
    if (!(MANAGING_STATUSES as readonly string[]).includes(status)) throw new NotWorkingHere('to');
    if (await this.lines.isBelow(tenant, to, from)) throw new InOwnTeam('to', fullName(first_name, last_name));
  }

  private async pass(tenant: Tenant, from: string, manager_id: string, batch: Batch): Promise<Passed> {
    const team = await this.staff.find(tenant, { manager_id: from }, { limit: batch.reads() });
    const people = team.map((each) => each.staff_id);
    const staff_id = await this.lines.pass(tenant, people, from, manager_id, batch);
    await this.staff.update(tenant, { staff_id, manager_id: from }, { manager_id });
    return { was: staff_id };
  }
}
