import { Injectable } from '@nestjs/common';
import type { departments } from '../contract/departments.resource';
import { Announcements } from '../tenancy/announcements';
import { repoint, type Replacing } from '../tenancy/reassignments';
import { PartsOf, type ResourceParts } from '../tenancy/resources/resource-parts';
import { ResourceService } from '../tenancy/resources/resource-service';
import { Tree } from '../tenancy/resources/tree';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { TenantRepository } from '../tenancy/tenant-repository';
import { Department } from './department.entity';
import { Staff } from './staff.entity';
import { PEOPLE_PLACED } from './staff.events';

/** Where staff stand: a tree. */
@Injectable()
export class DepartmentsService extends ResourceService<Department, typeof departments> {
  private readonly tree = new Tree(this.parts.records, 'department_id');

  constructor(
    @PartsOf(Department) parts: ResourceParts<Department>,
    @Records(Staff) private readonly staff: TenantRepository<Staff>,
    private readonly announcements: Announcements,
  ) {
    super(parts);
  }

  /** @throws OwnAncestor */
  protected override async beforeChange(tenant: Tenant, was: Department, given: Partial<Department>) {
    if (given.parent_id && given.parent_id !== was.parent_id)
      await this.tree.demandNoCircle(tenant, was.department_id, given.parent_id);
    return given;
  }

  /** Each with the one above it. */
  async branches(tenant: Tenant): Promise<readonly Pick<Department, 'department_id' | 'parent_id'>[]> {
    return this.parts.records.find(tenant);
  }

  protected override async afterChange(tenant: Tenant, was: Department, { parent_id }: Partial<Department>) {
    if (parent_id !== undefined && parent_id !== was.parent_id)
      await this.announcements.publish(PEOPLE_PLACED, tenant, { staff_id: null });
  }

  /** Its people and the departments in it. */
  protected override replacing(): Replacing {
    return {
      check: (tenant, from, to) => this.tree.demandNoCircle(tenant, from, to, 'to'),
      move: async (tenant, from, department_id, batch) => {
        const [inIt, below] = [{ department_id: from }, { parent_id: from }];
        const put = { parent_id: department_id };
        const moved = {
          staff: await repoint(tenant, this.staff, 'staff_id', inIt, { department_id }, batch),
          departments: await repoint(tenant, this.parts.records, 'department_id', below, put, batch),
        };
        // Whoever stands below a department that moved stands elsewhere, too.
        const staff_id = moved.departments.was.length ? null : moved.staff.was.map(String);
        if (!staff_id || staff_id.length) await this.announcements.publish(PEOPLE_PLACED, tenant, { staff_id });
        return moved;
      },
    };
  }
}
