import { Injectable } from '@nestjs/common';
import { departments, type DepartmentRow } from '../contract/departments.resource';
import { jobRoles, type JobRoleRow } from '../contract/job-roles.resource';
import { AuditTrail } from '../platform/audit/audit-trail';
import { Clock } from '../platform/clock';
import { Transactions, isDuplicate, isForeignKeyRefusal } from '../platform/database/transactions';
import type { Where } from '../platform/database/where';
import type { ListRequest } from '../platform/definitions/list-query';
import { recordOf, rowOf } from '../platform/definitions/row';
import { NotFound } from '../platform/errors/app-error';
import { newId } from '../platform/ids';
import { sameFields } from '../tenancy/audit-entry';
import { References } from '../tenancy/references';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { PageOf, TenantRepository } from '../tenancy/tenant-repository';
import { Department } from './department.entity';
import { LedgerLocks } from './ledger-locks';
import { JobRole } from './job-role.entity';
import type { DepartmentChange, DepartmentWrite, JobRoleChange, JobRoleWrite } from './staff.dto';
import { Staff } from './staff.entity';
import { OwnAncestor, PlaceNameTaken, StillInUse, UnknownReference } from './staff.errors';

/** Where staff stand: departments (a tree) and job roles. */
@Injectable()
export class PlacesService {
  constructor(
    @Records(Department) private readonly departments: TenantRepository<Department>,
    @Records(Staff) private readonly staff: TenantRepository<Staff>,
    @Records(JobRole) private readonly roles: TenantRepository<JobRole>,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
    private readonly references: References,
    private readonly locks: LedgerLocks,
    private readonly clock: Clock,
  ) {}

  async listDepartments(tenant: Tenant, request: ListRequest<Department>): Promise<PageOf<DepartmentRow>> {
    const page = await this.departments.page(tenant, request);
    return { ...page, rows: page.rows.map((record) => rowOf(departments, record)) };
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
        const was = await this.departments.one(tenant, { department_id });
        const changed = await this.departments.change(tenant, { department_id }, change, body.row_version);
        if (!was || !changed) throw new NotFound('department');
        await this.told(tenant, 'department.change', department_id, sameFields(was, change), change);
      }),
    );
    return this.oneDepartment(tenant, department_id);
  }

  /** @throws NotFound, StillInUse with counts */
  async removeDepartment(tenant: Tenant, department_id: string): Promise<void> {
    await this.removing(tenant, 'department', department_id, Department, this.departments, { department_id });
  }

  /**
   * Its people and the departments in it go to another one, so that it can be deleted; twice moves nothing more.
   * @throws NotFound, OwnAncestor (below it), UnknownReference
   */
  async reassignDepartment(tenant: Tenant, department_id: string, to: string): Promise<Record<string, number>> {
    return this.transactions.run(async () => {
      await this.oneDepartment(tenant, department_id);
      if (!(await this.departments.one(tenant, { department_id: to }))) throw new UnknownReference('to');
      await this.refuseCycle(tenant, department_id, to, 'to');
      const staff = await this.staff.update(tenant, { department_id }, { department_id: to });
      const children = await this.departments.update(tenant, { parent_id: department_id }, { parent_id: to });
      const moved = { staff, departments: children };
      await this.told(tenant, 'department.reassign', department_id, null, { to, ...moved });
      return moved;
    });
  }

  async listRoles(tenant: Tenant, request: ListRequest<JobRole>): Promise<PageOf<JobRoleRow>> {
    const page = await this.roles.page(tenant, request);
    return { ...page, rows: page.rows.map((record) => rowOf(jobRoles, record)) };
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
        const was = await this.roles.one(tenant, { job_role_id });
        const changed = await this.roles.change(tenant, { job_role_id }, change, body.row_version);
        if (!was || !changed) throw new NotFound('job role');
        await this.told(tenant, 'job-role.change', job_role_id, sameFields(was, change), change);
      }),
    );
    return this.oneRole(tenant, job_role_id);
  }

  /** @throws NotFound, StillInUse with counts */
  async removeRole(tenant: Tenant, job_role_id: string): Promise<void> {
    await this.transactions.run(async () => {
      await this.locks.forget(tenant, job_role_id);
      await this.removing(tenant, 'job role', job_role_id, JobRole, this.roles, { job_role_id });
    });
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

  private async refuseCycle(tenant: Tenant, department_id: string, parent_id: string, field = 'parent_id') {
    // One read of the whole (small) tree instead of one per step upwards.
    const parents = new Map((await this.departments.find(tenant)).map((each) => [each.department_id, each.parent_id]));
    for (let at: string | null | undefined = parent_id; at; at = parents.get(at)) {
      if (at === department_id) throw new OwnAncestor(field);
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

  private async removing<E extends Department | JobRole>(
    tenant: Tenant,
    what: string,
    id: string,
    entity: typeof Department | typeof JobRole,
    places: TenantRepository<E>,
    where: Where<E>,
  ): Promise<void> {
    try {
      await this.transactions.run(async () => {
        const was = await places.one(tenant, where);
        if (!was || !(await places.remove(tenant, where))) throw new NotFound(what);
        await this.told(tenant, `${what.replace(' ', '-')}.delete`, id, was, null);
      });
    } catch (error) {
      if (!isForeignKeyRefusal(error)) throw error;
      throw new StillInUse(what, await this.references.countsOf(tenant, entity, id));
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
