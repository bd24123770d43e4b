import { Injectable } from '@nestjs/common';
import type { departments } from '../../contract/departments.resource';
import { DomainEventBus } from '../../tenancy/domain-event-bus';
import { repointReferences, type ReassignmentHooks } from '../../tenancy/reassignments.service';
import { InjectResourceContext, type ResourceContext } from '../../crud/resource-context';
import { ResourceService } from '../../crud/resource.service';
import { Tree } from '../../crud/tree';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import type { TenantRepository } from '../../tenancy/tenant-repository';
import { Department } from './department.entity';
import { Staff } from './staff.entity';
import { STAFF_PLACEMENT_CHANGED } from './staff.events';

/** The department tree that staff belong to. */
@Injectable()
export class DepartmentsService extends ResourceService<Department, typeof departments> {
  private readonly tree = new Tree(this.context.records, 'department_id');

  constructor(
    @InjectResourceContext(Department) parts: ResourceContext<Department>,
    @InjectTenantRepository(Staff) private readonly staff: TenantRepository<Staff>,
    private readonly eventBus: DomainEventBus,
  ) {
    super(parts);
  }

  /** @throws OwnAncestorError */
  protected override async beforeChange(tenant: Tenant, was: Department, input: Partial<Department>) {
    if (input.parent_id && input.parent_id !== was.parent_id)
      await this.tree.requireNoCycle(tenant, was.department_id, input.parent_id);
    return input;
  }

  /** Every department with its parent. */
  async listTree(tenant: Tenant): Promise<readonly Pick<Department, 'department_id' | 'parent_id'>[]> {
    return this.context.records.find(tenant);
  }

  protected override async afterChange(tenant: Tenant, was: Department, { parent_id }: Partial<Department>) {
    if (parent_id !== undefined && parent_id !== was.parent_id)
      await this.eventBus.publish(STAFF_PLACEMENT_CHANGED, tenant, { staff_id: null });
  }

  /** Moves the department's staff and its child departments. */
  protected override reassignmentHooks(): ReassignmentHooks {
    return {
      check: (tenant, from, to) => this.tree.requireNoCycle(tenant, from, to, 'to'),
      move: async (tenant, from, department_id, batch) => {
        const [inDepartment, childDepartments] = [{ department_id: from }, { parent_id: from }];
        const change = { parent_id: department_id };
        const moved = {
          staff: await repointReferences(tenant, this.staff, 'staff_id', inDepartment, { department_id }, batch),
          departments: await repointReferences(
            tenant,
            this.context.records,
            'department_id',
            childDepartments,
            change,
            batch,
          ),
        };
        // Staff below a moved department change place too, so all staff are re-evaluated.
        const staff_id = moved.departments.was.length ? null : moved.staff.was.map(String);
        if (!staff_id || staff_id.length) await this.eventBus.publish(STAFF_PLACEMENT_CHANGED, tenant, { staff_id });
        return moved;
      },
    };
  }
}
