import { Injectable } from '@nestjs/common';
import { departments, type DepartmentRow } from '../contract/departments.resource';
import { jobRoles, type JobRoleRow } from '../contract/job-roles.resource';
import { AuditTrail } from '../platform/audit/audit-trail';
import { Clock } from '../platform/clock';
import { Transactions, isDuplicate, isForeignKeyRefusal } from '../platform/database/transactions';
import type { ListRequest } from '../platform/definitions/list-query';
import { recordOf, rowOf } from '../platform/definitions/row';
import { NotFound } from '../platform/errors/app-error';
import { newId } from '../platform/ids';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { PageOf, TenantRepository } from '../tenancy/tenant-repository';
import { Department } from './department.entity';
import { JobRole } from './job-role.entity';
import type { DepartmentChange, DepartmentWrite, JobRoleChange, JobRoleWrite } from './staff.dto';
import { Staff } from './staff.entity';
import { OwnAncestor, PlaceNameTaken, StillInUse, UnknownReference } from './staff.errors';

/** Where staff stand: departments (a tree) and job roles. */
@Injectable()
export class PlacesService {
  constructor(
    @Records(Department) private readonly departments: TenantRepository<Department>,
    @Records(JobRole) private readonly roles: TenantRepository<JobRole>,
    @Records(Staff) private readonly staff: TenantRepository<Staff>,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async listDepartments(tenant: Tenant, request: ListRequest<Department>): Promise<PageOf<DepartmentRow>> {
    const { rows, total } = await this.departments.page(tenant, request);
    return { rows: rows.map((record) => rowOf(departments, record)), total };
  }

  async oneDepartment(tenant: Tenant, department_id: string): Promise<DepartmentRow> {
    const record = await this.departments.one(tenant, { department_id });
    if (!record) throw new NotFound('department');
    return rowOf(departments, record);
  }

  /** @throws PlaceNameTaken, UnknownReference */
  async createDepartment(tenant: Tenant, body: DepartmentWrite): Promise<DepartmentRow> {
    const department_id = newId(this.clock.now());
    const record = { ...(recordOf(departments, body, 'create') as Partial<Department>), department_id };
    await this.guarded(record.name ?? '', () =>
      this.transactions.run(async () => {
        await this.departments.insert(tenant, record);
        await this.told(tenant, 'department.create', department_id, null, record);
      }),
    );
    return this.oneDepartment(tenant, department_id);
  }

  /** @throws NotFound, Stale, OwnAncestor (no cycles), PlaceNameTaken, UnknownReference */
  async changeDepartment(tenant: Tenant, department_id: string, body: DepartmentChange): Promise<DepartmentRow> {
    const change = recordOf(departments, body, 'change') as Partial<Department>;
    await this.guarded(change.name ?? '', () =>
      this.transactions.run(async () => {
        if (change.parent_id) await this.refuseCycle(tenant, department_id, change.parent_id);
        const changed = await this.departments.change(tenant, { department_id }, change, body.row_version);
        if (!changed) throw new NotFound('department');
        await this.told(tenant, 'department.change', department_id, null, change);
      }),
    );
    return this.oneDepartment(tenant, department_id);
  }

  /** @throws NotFound, StillInUse with counts */
  async removeDepartment(tenant: Tenant, department_id: string): Promise<void> {
    const removed = await this.removing(() => this.departments.remove(tenant, { department_id }), async () => ({
      staff: await this.staff.count(tenant, { department_id }),
      departments: await this.departments.count(tenant, { parent_id: department_id }),
    }), 'department', tenant, department_id);
    if (!removed) throw new NotFound('department');
  }

  async listRoles(tenant: Tenant, request: ListRequest<JobRole>): Promise<PageOf<JobRoleRow>> {
    const { rows, total } = await this.roles.page(tenant, request);
    return { rows: rows.map((record) => rowOf(jobRoles, record)), total };
  }

  async oneRole(tenant: Tenant, job_role_id: string): Promise<JobRoleRow> {
    const record = await this.roles.one(tenant, { job_role_id });
    if (!record) throw new NotFound('job role');
    return rowOf(jobRoles, record);
  }

  /** @throws PlaceNameTaken */
  async createRole(tenant: Tenant, body: JobRoleWrite): Promise<JobRoleRow> {
    const job_role_id = newId(this.clock.now());
    const record = { ...(recordOf(jobRoles, body, 'create') as Partial<JobRole>), job_role_id };
    await this.guarded(record.name ?? '', () =>
      this.transactions.run(async () => {
        await this.roles.insert(tenant, record);
        await this.told(tenant, 'job-role.create', job_role_id, null, record);
      }),
    );
    return this.oneRole(tenant, job_role_id);
  }

  /** @throws NotFound, Stale, PlaceNameTaken */
  async changeRole(tenant: Tenant, job_role_id: string, body: JobRoleChange): Promise<JobRoleRow> {
    const change = recordOf(jobRoles, body, 'change') as Partial<JobRole>;
    await this.guarded(change.name ?? '', () =>
      this.transactions.run(async () => {
        if (!(await this.roles.change(tenant, { job_role_id }, change, body.row_version))) throw new NotFound('job role');
        await this.told(tenant, 'job-role.change', job_role_id, null, change);
      }),
    );
    return this.oneRole(tenant, job_role_id);
  }

  /** @throws NotFound, StillInUse with counts */
  async removeRole(tenant: Tenant, job_role_id: string): Promise<void> {
    const removed = await this.removing(() => this.roles.remove(tenant, { job_role_id }), async () => ({
      staff: await this.staff.count(tenant, { job_role_id }),
    }), 'job role', tenant, job_role_id);
    if (!removed) throw new NotFound('job role');
  }

  /** After a foreign key has refused: which of the references names nothing here. */
  async missingAmong(tenant: Tenant, given: readonly Partial<Staff>[]): Promise<string> {
    const ids = (pick: (record: Partial<Staff>) => string | null | undefined) => [
      ...new Set(given.map(pick).filter((id): id is string => Boolean(id))),
    ];
    const department_id = ids((record) => record.department_id);
    if ((await this.departments.count(tenant, { department_id })) < department_id.length) return 'department_id';
    const job_role_id = ids((record) => record.job_role_id);
    if ((await this.roles.count(tenant, { job_role_id })) < job_role_id.length) return 'job_role_id';
    return 'manager_id';
  }

  private async refuseCycle(tenant: Tenant, department_id: string, parent_id: string): Promise<void> {
    // One read of the whole (small) tree instead of one per step upwards.
    const parents = new Map((await this.departments.find(tenant)).map((each) => [each.department_id, each.parent_id]));
    for (let at: string | null | undefined = parent_id; at; at = parents.get(at)) {
      if (at === department_id) throw new OwnAncestor('parent_id');
    }
  }

  private async guarded(name: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (isDuplicate(error)) throw new PlaceNameTaken(name);
      if (isForeignKeyRefusal(error)) throw new UnknownReference('parent_id');
      throw error;
    }
  }

  private async removing(
    remove: () => Promise<number>,
    counts: () => Promise<Record<string, number>>,
    what: string,
    tenant: Tenant,
    id: string,
  ): Promise<number> {
    try {
      return await this.transactions.run(async () => {
        const removed = await remove();
        if (removed) await this.told(tenant, `${what.replace(' ', '-')}.delete`, id, null, null);
        return removed;
      });
    } catch (error) {
      if (!isForeignKeyRefusal(error)) throw error;
      throw new StillInUse(what, await counts());
    }
  }

  private told(tenant: Tenant, action: string, id: string, was: object | null, became: object | null): Promise<void> {
    const { customer_id, actor } = tenant;
    return this.audit.record({
      customer_id,
      account_id: actor.account_id,
      role: actor.role,
      action,
      subject_type: action.split('.')[0]!,
      subject_id: id,
      was,
      became,
    });
  }
}
