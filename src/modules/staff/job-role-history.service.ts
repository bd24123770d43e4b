import { Injectable } from '@nestjs/common';
import type { JobRolePeriod } from '../../contract/staff.responses';
import { AuditTrailService } from '../../infrastructure/audit/audit-trail.service';
import { dayAt, type Day } from '../../common/calendar';
import { Clock } from '../../common/clock';
import { TransactionManager, isForeignKeyViolation } from '../../infrastructure/database/transaction-manager';
import type { Where } from '../../infrastructure/database/where';
import { InvalidFieldsError, NotFoundError } from '../../common/errors/app-error';
import { UnknownReferenceError } from '../../common/errors/record.errors';
import { DomainEventBus } from '../../tenancy/domain-event-bus';
import { buildAuditEntry } from '../../tenancy/audit-entry';
import type { TransactionBatch } from '../../tenancy/transaction-batch';
import type { MovedRows } from '../../tenancy/reassignments.service';
import { restrictToVisible } from '../../tenancy/row-visibility';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import type { TenantRepository } from '../../tenancy/tenant-repository';
import { EmploymentHistoryService } from './employment-history.service';
import { toTimeline, rewritePastRoles, type PastRole } from './job-role-history';
import { LedgerLocks } from './ledger-locks';
import { PastJobRole } from './past-job-role.entity';
import { JobRoleValidator } from './job-role.validator';
import { Staff } from './staff.entity';
import { EMPLOYMENT_CHANGED, STAFF_PLACEMENT_CHANGED } from './staff.events';
import { fieldError } from '../../common/errors/field-error';

/** Rows written per person: lock, staff row, past roles deleted and inserted. */
const HOLDER_ROWS = 5;

/** Present and past job roles of staff. */
@Injectable()
export class JobRoleHistoryService {
  constructor(
    @InjectTenantRepository(Staff) private readonly staff: TenantRepository<Staff>,
    @InjectTenantRepository(PastJobRole) private readonly pastRoles: TenantRepository<PastJobRole>,
    private readonly eventBus: DomainEventBus,
    private readonly jobRoleValidator: JobRoleValidator,
    private readonly locks: LedgerLocks,
    private readonly employmentHistoryService: EmploymentHistoryService,
    private readonly transactions: TransactionManager,
    private readonly audit: AuditTrailService,
    private readonly clock: Clock,
  ) {}

  /** Oldest first, the present one last. Subject to row visibility. @throws NotFoundError */
  async list(tenant: Tenant, staff_id: string): Promise<JobRolePeriod[]> {
    const person = await this.staff.findOne(tenant, restrictToVisible<Staff>(tenant, { staff_id }));
    if (!person) throw new NotFoundError('staff member');
    return toTimeline(await this.findPastRoles(tenant, staff_id), person.job_role_id);
  }

  /**
   * Sets the role from a day, today or earlier; replaces what was recorded for that day and later.
   * @throws NotFoundError, StaleRecordError, InvalidFieldsError, UnknownReferenceError
   */
  async setFrom(
    tenant: Tenant,
    staff_id: string,
    job_role_id: string | null,
    from_date: Day,
  ): Promise<JobRolePeriod[]> {
    const today = this.today(tenant);
    if (from_date > today)
      throw new InvalidFieldsError({
        from_date: [fieldError('day_to_come', `This date is in the future. Choose ${today} or earlier.`, { today })],
      });
    try {
      await this.transactions.run(async () => {
        await this.locks.acquire(tenant, [staff_id]);
        const was = await this.staff.findOne(tenant, { staff_id });
        if (!was) throw new NotFoundError('staff member');
        if (job_role_id !== was.job_role_id) await this.jobRoleValidator.refuseArchived(tenant, [job_role_id]);
        await this.staff.update(tenant, { staff_id }, { job_role_id });
        await this.rewriteHistory(tenant, was, job_role_id, from_date);
        if (job_role_id !== was.job_role_id)
          await this.eventBus.publish(STAFF_PLACEMENT_CHANGED, tenant, { staff_id: [staff_id] });
        const before = { job_role_id: was.job_role_id };
        await this.audit.record(
          buildAuditEntry(tenant, 'staff.job-role', staff_id, before, { job_role_id, from_date }),
        );
      });
    } catch (error) {
      if (isForeignKeyViolation(error)) throw new UnknownReferenceError('job_role_id');
      throw error;
    }
    return this.list(tenant, staff_id);
  }

  /** Call after the staff row got another role, in the transaction that took the person's lock. */
  async recordChange(tenant: Tenant, was: Staff, job_role_id: string | null, from?: Day): Promise<void> {
    await this.rewriteHistory(tenant, was, job_role_id, from ?? this.firstDayOfChange(tenant, was));
  }

  /**
   * Gives holders of `from` the role `to` from today on, one batch. Staff who left keep their role. Runs in the open
   * transaction. @returns staff ids
   */
  async moveHolders(tenant: Tenant, from: string, to: string, transactionBatch: TransactionBatch): Promise<MovedRows> {
    const where = this.whereCurrentHolder(tenant, from);
    const limit = transactionBatch.readLimit(HOLDER_ROWS);
    const records = await this.staff.find(tenant, where, { limit, order: [['staff_id', 'asc']] });
    const staff_id = transactionBatch.take(records, HOLDER_ROWS).map((each) => each.staff_id);
    await this.locks.acquire(tenant, staff_id);
    // Read again: the rows may have changed before the locks were granted.
    const people = await this.staff.find(tenant, { ...where, staff_id });
    await this.staff.update(tenant, { ...where, staff_id }, { job_role_id: to });
    await this.rewriteHistories(tenant, people, to);
    return { was: people.map((each) => each.staff_id) };
  }

  /** Counts current and past holders, which prevent deletion of a job role. */
  async countUses(tenant: Tenant, job_role_id: string): Promise<{ staff: number; past_holders: number }> {
    const present = this.whereCurrentHolder(tenant, job_role_id);
    const leftWithRole = { job_role_id, last_active_day: { lt: this.today(tenant) } };
    const pastRoles = { staff_id: { among: this.pastRoles.selectColumn(tenant, { job_role_id }, 'staff_id') } };
    const pastHolders = { anyOf: [leftWithRole, pastRoles] };
    return {
      staff: await this.staff.count(tenant, present),
      past_holders: await this.staff.count(tenant, pastHolders),
    };
  }

  /** Call before the staff row is deleted, in the same transaction. */
  async remove(tenant: Tenant, staff_id: string): Promise<void> {
    await this.pastRoles.remove(tenant, { staff_id });
  }

  private whereCurrentHolder(tenant: Tenant, job_role_id: string): Where<Staff> {
    return { job_role_id, anyOf: [{ last_active_day: null }, { last_active_day: { gte: this.today(tenant) } }] };
  }

  /** Like `recordChange` for several people, in one statement. Levels do not change, so no event is published. */
  private async rewriteHistories(tenant: Tenant, people: readonly Staff[], job_role_id: string): Promise<void> {
    if (!people.length) return;
    const staff_id = people.map((each) => each.staff_id);
    const firstDays = await this.employmentHistoryService.findFirstDays(tenant, staff_id);
    const pastRoles = new Map<string, PastRole[]>();
    for (const row of await this.pastRoles.find(tenant, { staff_id }, { order: [['to_date', 'asc']] }))
      pastRoles.set(row.staff_id, [...(pastRoles.get(row.staff_id) ?? []), row]);
    const rows = people.flatMap((was) => {
      const joined = firstDays.get(was.staff_id) ?? was.joined;
      const before = pastRoles.get(was.staff_id) ?? [];
      const after = rewritePastRoles(before, was.job_role_id, job_role_id, this.firstDayOfChange(tenant, was), joined);
      return after.map(({ job_role_id: pastRoleId, to_date }) => ({
        staff_id: was.staff_id,
        job_role_id: pastRoleId,
        to_date,
      }));
    });
    await this.pastRoles.remove(tenant, { staff_id });
    if (rows.length) await this.pastRoles.insert(tenant, rows);
  }

  /** A role entered today corrects the record from the joining day; otherwise it applies from today. */
  private firstDayOfChange(tenant: Tenant, was: Staff): Day {
    const today = this.today(tenant);
    return dayAt(was.created_at, tenant.time_zone) === today ? was.joined : today;
  }

  private async rewriteHistory(tenant: Tenant, was: Staff, job_role_id: string | null, day: Day): Promise<void> {
    const { staff_id } = was;
    const pastRoles = await this.findPastRoles(tenant, staff_id);
    const [first] = await this.employmentHistoryService.listPast(tenant, staff_id);
    const rows = rewritePastRoles(pastRoles, was.job_role_id, job_role_id, day, first?.from_date ?? was.joined);
    await this.pastRoles.remove(tenant, { staff_id });
    if (rows.length) {
      await this.pastRoles.insert(
        tenant,
        rows.map((each) => ({ ...each, staff_id })),
      );
    }
    // Required levels have changed, so stored summaries are stale.
    await this.eventBus.publish(EMPLOYMENT_CHANGED, tenant, { staff_id: [staff_id] });
  }

  private async findPastRoles(tenant: Tenant, staff_id: string): Promise<PastRole[]> {
    const rows = await this.pastRoles.find(tenant, { staff_id }, { order: [['to_date', 'asc']] });
    return rows.map(({ job_role_id, to_date }) => ({ job_role_id, to_date }));
  }

  private today(tenant: Tenant): Day {
    return dayAt(this.clock.now(), tenant.time_zone);
  }
}
