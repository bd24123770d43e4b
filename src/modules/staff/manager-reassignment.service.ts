import { Injectable } from '@nestjs/common';
import { fullName } from '../../contract/person-name';
import { MANAGING_STATUSES } from '../../contract/staff.resource';
import type { TransactionBatch } from '../../tenancy/transaction-batch';
import type { MovedRows, ReassignmentHooks } from '../../tenancy/reassignments.service';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import type { TenantRepository } from '../../tenancy/tenant-repository';
import { StaffLinesService } from './staff-lines.service';
import { Staff } from './staff.entity';
import { ManagerInOwnTeamError, NotEmployedError } from './staff.errors';

/**
 * Replaces a manager: direct reports and everyone below them move to the new manager. Trainings, levels, targets and
 * account of the old manager do not move.
 */
@Injectable()
export class ManagerReassignmentService {
  constructor(
    @InjectTenantRepository(Staff) private readonly staff: TenantRepository<Staff>,
    private readonly lines: StaffLinesService,
  ) {}

  /** Requires the structure lock. @throws InvalidFieldsError on `to`: not employed, or in the manager's own team */
  reassignmentHooks(): ReassignmentHooks {
    return {
      check: (tenant, from, to) => this.check(tenant, from, to),
      move: async (tenant, from, to, batch) => ({ staff: await this.reassignTeam(tenant, from, to, batch) }),
    };
  }

  private async check(tenant: Tenant, from: string, to: string): Promise<void> {
    const { status, first_name, last_name } = (await this.staff.findOne(tenant, { staff_id: to }))!;
    if (!(MANAGING_STATUSES as readonly string[]).includes(status)) throw new NotEmployedError('to');
    if (await this.lines.isSubordinate(tenant, to, from))
      throw new ManagerInOwnTeamError('to', fullName(first_name, last_name));
  }

  private async reassignTeam(
    tenant: Tenant,
    from: string,
    manager_id: string,
    transactionBatch: TransactionBatch,
  ): Promise<MovedRows> {
    const team = await this.staff.find(tenant, { manager_id: from }, { limit: transactionBatch.readLimit() });
    const staffIds = team.map((each) => each.staff_id);
    const staff_id = await this.lines.reassignTeam(tenant, staffIds, from, manager_id, transactionBatch);
    await this.staff.update(tenant, { staff_id, manager_id: from }, { manager_id });
    return { was: staff_id };
  }
}
