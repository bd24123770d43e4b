import { Injectable } from '@nestjs/common';
import type { HeldRole } from '../contract/staff-answers';
import { AuditTrail } from '../platform/audit/audit-trail';
import { dayAt, type Day } from '../platform/calendar';
import { Clock } from '../platform/clock';
import { Transactions, isForeignKeyRefusal } from '../platform/database/transactions';
import type { Where } from '../platform/database/where';
import { InvalidFields, NotFound } from '../platform/errors/app-error';
import { UnknownReference } from '../platform/errors/record-errors';
import { Announcements } from '../tenancy/announcements';
import { auditEntry } from '../tenancy/audit-entry';
import type { Batch } from '../tenancy/batch';
import type { Passed } from '../tenancy/reassignments';
import { seen } from '../tenancy/seen';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { TenantRepository } from '../tenancy/tenant-repository';
import { Employments } from './employments';
import { heldRoles, pastFrom, type PastRole } from './job-role-history';
import { LedgerLocks } from './ledger-locks';
import { PastJobRole } from './past-job-role.entity';
import { JobRolesOffered } from './job-roles-offered';
import { Staff } from './staff.entity';
import { EMPLOYMENT_CHANGED, PEOPLE_PLACED } from './staff.events';
import { fieldError } from '../platform/errors/field-error';

/** Of one person: the lock, the row, and what they had before, taken out and written again. */
const HOLDER_ROWS = 5;

/** Which job role somebody has, and which they had when. */
@Injectable()
export class JobRolesHeld {
  constructor(
    @Records(Staff) private readonly staff: TenantRepository<Staff>,
    @Records(PastJobRole) private readonly past: TenantRepository<PastJobRole>,
    private readonly announcements: Announcements,
    private readonly offered: JobRolesOffered,
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
    const today = this.today(tenant);
    if (from_date > today)
      throw new InvalidFields({
        from_date: [fieldError('day_to_come', `This date is in the future. Choose ${today} or earlier.`, { today })],
      });
    try {
      await this.transactions.run(async () => {
        await this.locks.take(tenant, [staff_id]);
        const was = await this.staff.one(tenant, { staff_id });
        if (!was) throw new NotFound('staff member');
        if (job_role_id !== was.job_role_id) await this.offered.refuseArchived(tenant, [job_role_id]);
        await this.staff.update(tenant, { staff_id }, { job_role_id });
        await this.turn(tenant, was, job_role_id, from_date);
        if (job_role_id !== was.job_role_id)
          await this.announcements.publish(PEOPLE_PLACED, tenant, { staff_id: [staff_id] });
        const before = { job_role_id: was.job_role_id };
        await this.audit.record(auditEntry(tenant, 'staff.job-role', staff_id, before, { job_role_id, from_date }));
      });
    } catch (error) {
      if (isForeignKeyRefusal(error)) throw new UnknownReference('job_role_id');
      throw error;
    }
    return this.of(tenant, staff_id);
  }

  /** The staff row has just got another role, in the open transaction that took the person's lock. */
  async changed(tenant: Tenant, was: Staff, job_role_id: string | null, from?: Day): Promise<void> {
    await this.turn(tenant, was, job_role_id, from ?? this.beginning(tenant, was));
  }

  /**
   * Whoever has `from` today has `to` from today on, as many as there is room for; who left keeps what they left with. In
   * the open transaction.
   * @returns who
   */
  async moveHolders(tenant: Tenant, from: string, to: string, batch: Batch): Promise<Passed> {
    const holding = this.holders(tenant, from);
    const limit = batch.reads(HOLDER_ROWS);
    const found = await this.staff.find(tenant, holding, { limit, order: [['staff_id', 'asc']] });
    const staff_id = batch.take(found, HOLDER_ROWS).map((each) => each.staff_id);
    await this.locks.take(tenant, staff_id);
    // Read again: what was read before the locks may have changed until they were granted.
    const people = await this.staff.find(tenant, { ...holding, staff_id });
    await this.staff.update(tenant, { ...holding, staff_id }, { job_role_id: to });
    await this.rewriteAll(tenant, people, to);
    return { was: people.map((each) => each.staff_id) };
  }

  /** Why a job role cannot be deleted: who has it, and how many had it or left with it. */
  async countsOf(tenant: Tenant, job_role_id: string): Promise<{ staff: number; past_holders: number }> {
    const present = this.holders(tenant, job_role_id);
    const left = { job_role_id, last_active_day: { lt: this.today(tenant) } };
    const past = { staff_id: { among: this.past.chosen(tenant, { job_role_id }, 'staff_id') } };
    const had = { anyOf: [left, past] };
    return { staff: await this.staff.count(tenant, present), past_holders: await this.staff.count(tenant, had) };
  }

  /** Before the staff row itself goes, in the open transaction. */
  async forget(tenant: Tenant, staff_id: string): Promise<void> {
    await this.past.remove(tenant, { staff_id });
  }

  private holders(tenant: Tenant, job_role_id: string): Where<Staff> {
    return { job_role_id, anyOf: [{ last_active_day: null }, { last_active_day: { gte: this.today(tenant) } }] };
  }

  /** As `changed` for each of them, with one statement for all. Their levels are as they were: nobody is told. */
  private async rewriteAll(tenant: Tenant, people: readonly Staff[], job_role_id: string): Promise<void> {
    if (!people.length) return;
    const staff_id = people.map((each) => each.staff_id);
    const first = await this.employments.firstDays(tenant, staff_id);
    const past = new Map<string, PastRole[]>();
    for (const row of await this.past.find(tenant, { staff_id }, { order: [['to_date', 'asc']] }))
      past.set(row.staff_id, [...(past.get(row.staff_id) ?? []), row]);
    const became = people.flatMap((was) => {
      const joined = first.get(was.staff_id) ?? was.joined;
      const before = past.get(was.staff_id) ?? [];
      const after = pastFrom(before, was.job_role_id, job_role_id, this.beginning(tenant, was), joined);
      return after.map(({ job_role_id: had, to_date }) => ({ staff_id: was.staff_id, job_role_id: had, to_date }));
    });
    await this.past.remove(tenant, { staff_id });
    if (became.length) await this.past.insert(tenant, became);
  }

  /** What was entered today is mended, not history. */
  private beginning(tenant: Tenant, was: Staff): Day {
    const today = this.today(tenant);
    return dayAt(was.created_at, tenant.time_zone) === today ? was.joined : today;
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
    await this.announcements.publish(EMPLOYMENT_CHANGED, tenant, { staff_id: [staff_id] });
  }

  private async pastOf(tenant: Tenant, staff_id: string): Promise<PastRole[]> {
    const rows = await this.past.find(tenant, { staff_id }, { order: [['to_date', 'asc']] });
    return rows.map(({ job_role_id, to_date }) => ({ job_role_id, to_date }));
  }

  private today(tenant: Tenant): Day {
    return dayAt(this.clock.now(), tenant.time_zone);
  }
}
