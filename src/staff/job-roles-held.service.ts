import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../platform/audit/audit-trail';
import { dayAt, type Day } from '../platform/calendar';
import { Clock } from '../platform/clock';
import { Transactions, isForeignKeyRefusal } from '../platform/database/transactions';
import { InvalidFields, NotFound } from '../platform/errors/app-error';
import { auditEntry } from '../tenancy/audit-entry';
import { seen } from '../tenancy/seen';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { TenantRepository } from '../tenancy/tenant-repository';
import { EmploymentChanges } from './employment-changes';
import { Employments } from './employments';
import { heldRoles, pastFrom, type HeldRole, type PastRole } from './job-role-history';
import { LedgerLocks } from './ledger-locks';
import { PastJobRole } from './past-job-role.entity';
import { Staff } from './staff.entity';
import { UnknownReference } from './staff.errors';

/** Which job role somebody has, and which they had when. */
@Injectable()
export class JobRolesHeld {
  constructor(
    @Records(Staff) private readonly staff: TenantRepository<Staff>,
    @Records(PastJobRole) private readonly past: TenantRepository<PastJobRole>,
    private readonly changes: EmploymentChanges,
    private readonly locks: LedgerLocks,
    private readonly employments: Employments,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** Oldest first, the present one last; as far as their row is seen. @throws NotFound */
  async of(tenant: Tenant, staff_id: string): Promise<HeldRole[]> {
    const who = await this.staff.one(tenant, seen<Staff>(tenant, { staff_id }));
    if (!who) throw new NotFound('staff member');
    return heldRoles(await this.pastOf(tenant, staff_id), who.job_role_id);
  }

  /**
   * The role from a day on, today or one that is past; what was said about that day and later ones gives way.
   * @throws NotFound, Stale, InvalidFields, UnknownReference
   */
  async setFrom(tenant: Tenant, staff_id: string, job_role_id: string | null, from_date: Day): Promise<HeldRole[]> {
    if (from_date > this.today(tenant)) throw new InvalidFields({ from_date: ['This day is still to come.'] });
    try {
      await this.transactions.run(async () => {
        await this.locks.take(tenant, [staff_id]);
        const was = await this.staff.one(tenant, { staff_id });
        if (!was) throw new NotFound('staff member');
        await this.staff.update(tenant, { staff_id }, { job_role_id });
        await this.turn(tenant, was, job_role_id, from_date);
        const before = { job_role_id: was.job_role_id };
        await this.audit.record(auditEntry(tenant, 'staff.job-role', staff_id, before, { job_role_id, from_date }));
      });
    } catch (error) {
      if (isForeignKeyRefusal(error)) throw new UnknownReference('job_role_id');
      throw error;
    }
    return this.of(tenant, staff_id);
  }

  /** The staff row has just got another role, in the open transaction that took the person's lock; what was entered today is mended, not history. */
  async changed(tenant: Tenant, was: Staff, job_role_id: string | null): Promise<void> {
    const today = this.today(tenant);
    const isNew = dayAt(was.created_at, tenant.time_zone) === today;
    await this.turn(tenant, was, job_role_id, isNew ? was.joined : today);
  }

  /** Before the staff row itself goes, in the open transaction. */
  async forget(tenant: Tenant, staff_id: string): Promise<void> {
    await this.past.remove(tenant, { staff_id });
  }

  private async turn(tenant: Tenant, was: Staff, job_role_id: string | null, day: Day): Promise<void> {
    const { staff_id } = was;
    const past = await this.pastOf(tenant, staff_id);
    const [first] = await this.employments.before(tenant, staff_id);
    const became = pastFrom(past, was.job_role_id, job_role_id, day, first?.from_date ?? was.joined);
    await this.past.remove(tenant, { staff_id });
    if (became.length) {
      await this.past.insert(
        tenant,
        became.map((each) => ({ ...each, staff_id })),
      );
    }
    // What is required has changed, and with it every summary that was kept.
    await this.changes.tell(tenant, [staff_id]);
  }

  private async pastOf(tenant: Tenant, staff_id: string): Promise<PastRole[]> {
    const rows = await this.past.find(tenant, { staff_id }, { order: [['to_date', 'asc']] });
    return rows.map(({ job_role_id, to_date }) => ({ job_role_id, to_date }));
  }

  private today(tenant: Tenant): Day {
    return dayAt(this.clock.now(), tenant.time_zone);
  }
}
