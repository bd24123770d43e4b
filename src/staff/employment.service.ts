import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Employment } from '../contract/staff-answers';
import { SEATED_STATUSES as SEATED, type StaffRow } from '../contract/staff.resource';
import { INVITATION_ACCEPTED, SIGN_IN_EMAIL_CHANGED } from '../identity/account.events';
import { Accounts } from '../identity/accounts.service';
import { isLastDayOver } from '../identity/last-day';
import { StaffAccounts } from '../identity/staff-accounts.service';
import { AuditTrail } from '../platform/audit/audit-trail';
import { dayAt, type Day } from '../platform/calendar';
import { Clock } from '../platform/clock';
import { Transactions } from '../platform/database/transactions';
import { InvalidFields } from '../platform/errors/app-error';
import { WrongStatus } from '../platform/errors/record-errors';
import { PlanUsage } from '../subscriptions/plan-usage';
import { Announcements } from '../tenancy/announcements';
import { auditEntry, sameFields } from '../tenancy/audit-entry';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { TenantRepository } from '../tenancy/tenant-repository';
import { Employments } from './employments';
import { LedgerLocks } from './ledger-locks';
import { NewPlace, type Place } from './new-place';
import { Staff } from './staff.entity';
import { EMPLOYMENT_CHANGED, PEOPLE_LEFT, PEOPLE_PLACED } from './staff.events';
import { StaffService } from './staff.service';
import { fieldError } from '../platform/errors/field-error';

/** Before anything else is written: whoever completes a training meanwhile has the lock and wants the row. */
const REWRITES_SPANS: readonly string[] = ['leave', 'stay', 'end', 'return'];

const SEATED_STATUSES: readonly string[] = SEATED;

/** Undoes what was begun on a row that somebody else has changed meanwhile. */
class MovedMeanwhile extends Error {}

/**
 * invited → active ⇄ suspended → left (domain.md, staff). Suspended keeps the seat; left, from the end of the last day on,
 * frees it.
 */
@Injectable()
export class EmploymentService implements OnModuleInit {
  constructor(
    @Records(Staff) private readonly staff: TenantRepository<Staff>,
    private readonly people: StaffService,
    private readonly directory: Accounts,
    private readonly accounts: StaffAccounts,
    private readonly usage: PlanUsage,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
    private readonly announcements: Announcements,
    private readonly locks: LedgerLocks,
    private readonly employments: Employments,
    private readonly places: NewPlace,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.announcements.listen(INVITATION_ACCEPTED, async (tenant, { staff_id }) => {
      await this.staff.update(tenant, { staff_id, status: 'invited' }, { status: 'active' });
    });
    // The record keeps up, unless it names another address than the one that was signed in with.
    this.announcements.listen(SIGN_IN_EMAIL_CHANGED, async (tenant, { staff_id, was, email }) => {
      if (!(await this.staff.update(tenant, { staff_id, email: was }, { email }))) return;
      await this.audit.record(auditEntry(tenant, 'staff.change', staff_id, { email: was }, { email }));
    });
  }

  /**
   * Owes the mail with the set-password link, again if need be; for somebody who signs in already it sets the role.
   * @throws NotFound, WrongStatus, LastAdmin, AddressInUse, InvalidFields without an e-mail
   */
  async invite(tenant: Tenant, staff_id: string, role: 'admin' | 'user'): Promise<StaffRow> {
    return this.moving(tenant, staff_id, 'invite', ['invited', 'active'], async (was) => {
      if (!was.email)
        throw new InvalidFields({
          email: [fieldError('email_first', 'Enter an email address first. The invitation is sent to it.')],
        });
      const signsIn = was.status === 'active' && was.account_role !== null;
      if (!signsIn) await this.people.demandFreeAddress(tenant, staff_id, was.email);
      const awaited = await this.accounts.invite(tenant, { ...was, email: was.email, role });
      return { account_role: role, ...(awaited && { status: 'invited', invited_at: this.clock.now() }) };
    });
  }

  /**
   * Takes the invitation back: its link is dead at once, and they stay on as somebody who does not sign in.
   * @throws NotFound, WrongStatus
   */
  async withdrawInvitation(tenant: Tenant, staff_id: string): Promise<StaffRow> {
    return this.moving(tenant, staff_id, 'withdraw-invitation', ['invited'], async () => {
      await this.accounts.withdrawInvitation(tenant, staff_id);
      return { status: 'active', account_role: null, invited_at: null };
    });
  }

  /** Ends their sessions at once. @throws NotFound, WrongStatus */
  async suspend(tenant: Tenant, staff_id: string): Promise<StaffRow> {
    return this.moving(tenant, staff_id, 'suspend', ['invited', 'active'], async () => {
      await this.accounts.suspendOf(tenant, staff_id);
      return { status: 'suspended' };
    });
  }

  /** @throws NotFound, WrongStatus */
  async reactivate(tenant: Tenant, staff_id: string): Promise<StaffRow> {
    return this.moving(tenant, staff_id, 'reactivate', ['suspended'], async (was) => {
      const awaited = await this.accounts.reactivateOf(tenant, staff_id, was.email);
      return { status: awaited ? 'invited' : 'active' };
    });
  }

  /**
   * Today or a future day: only records the day; it takes effect when the day ends in the organisation's time zone, and
   * calling again changes it. A past day takes effect at once.
   * @param isImmediate end the employment now, for staff added by mistake (undo of an import)
   * @throws NotFound, WrongStatus, LastAdmin, InvalidFields when the day lies before joining
   */
  async leave(tenant: Tenant, staff_id: string, last_active_day: Day, isImmediate = false): Promise<StaffRow> {
    return this.moving(tenant, staff_id, 'leave', SEATED_STATUSES, async (was) => {
      if (last_active_day < was.joined) {
        throw new InvalidFields({
          last_active_day: [
            fieldError('before_joining', `This is before the joining date (${was.joined}).`, { joined: was.joined }),
          ],
        });
      }
      await this.accounts.requireAnotherAdmin(tenant, staff_id);
      await this.directory.follow(tenant, staff_id, { last_active_day });
      if (!isImmediate && last_active_day >= this.today(tenant)) return { last_active_day };
      return { last_active_day, ...(await this.releaseSeatAndAccount(tenant, staff_id)) };
    });
  }

  /** Cancels a planned leaving; no-op if none is planned. @throws NotFound, WrongStatus */
  async stay(tenant: Tenant, staff_id: string): Promise<StaffRow> {
    return this.moving(tenant, staff_id, 'stay', SEATED_STATUSES, async () => {
      await this.directory.follow(tenant, staff_id, { last_active_day: null });
      return { last_active_day: null };
    });
  }

  /**
   * Sets status, seat and account of staff whose last day has ended. Sign-in and sessions check the day themselves
   * (identity/last-day.ts), so the time at which this runs does not matter.
   * @returns number of staff processed, at most `limit`
   */
  async closeDueEmployments(tenant: Tenant, limit: number): Promise<number> {
    const due = { status: [...SEATED_STATUSES], last_active_day: { lt: this.today(tenant) } };
    const found = await this.staff.find(tenant, due, { limit, order: [['staff_id', 'asc']] });
    for (const { staff_id } of found)
      await this.moving(tenant, staff_id, 'end', [...SEATED_STATUSES, 'left'], async () => ({}));
    return found.length;
  }

  private async releaseSeatAndAccount(tenant: Tenant, staff_id: string): Promise<Pick<Staff, 'status'>> {
    await this.usage.give(tenant, 'staff');
    await this.accounts.closeOf(tenant, staff_id);
    return { status: 'left' };
  }

  /**
   * They come back: a further employment begins, the earlier ones and their history stay. Takes a seat of the plan. Who
   * leaves loses the account for good, so one who is to sign in again is invited again. They work where they worked, or
   * where `place` says, with its job role from the first day on.
   * @throws NotFound, WrongStatus, PlanLimitReached, InvalidFields, UnknownReference, ManagerCircle, TooManyTries
   */
  async comeBack(
    tenant: Tenant,
    staff_id: string,
    first_day: Day,
    role: 'admin' | 'user' | null = null,
    place: Place = {},
  ): Promise<StaffRow> {
    const back = async (was: Staff): Promise<Partial<Staff>> => {
      const to_date = was.last_active_day!;
      if (first_day <= to_date) {
        throw new InvalidFields({
          first_day: [
            fieldError('employed_until', `This person was employed until ${to_date}. Choose a later date.`, {
              to_date,
            }),
          ],
        });
      }
      if (role && !was.email)
        throw new InvalidFields({
          role: [fieldError('email_first', 'Enter an email address first. The invitation is sent to it.')],
        });
      if (role) await this.people.demandFreeAddress(tenant, staff_id, was.email!);
      await this.usage.take(tenant, 'staff');
      const placed = await this.places.of(tenant, was, place);
      await this.employments.close(tenant, staff_id, { from_date: was.joined, to_date });
      const employed = { ...placed, status: 'active', joined: first_day, last_active_day: null };
      if (!role) return { ...employed, account_role: null, invited_at: null };
      const awaited = await this.accounts.invite(tenant, { ...was, last_active_day: null, email: was.email!, role });
      const invited_at = awaited ? this.clock.now() : was.invited_at;
      return { ...employed, account_role: role, invited_at, ...(awaited && { status: 'invited' }) };
    };
    return this.moving(tenant, staff_id, 'return', ['left'], back, {
      before: () => this.places.changing(tenant, place),
      after: (was) => this.places.taken(tenant, was, place, first_day),
    }).catch(async (error: unknown) => {
      throw await this.places.worded(tenant, place, error);
    });
  }

  /** Oldest first, the present or last one last; a learner's own, a manager's line. @throws NotFound */
  async of(tenant: Tenant, staff_id: string): Promise<Employment[]> {
    const { joined, last_active_day } = await this.people.record(tenant, staff_id);
    return [...(await this.employments.before(tenant, staff_id)), { from_date: joined, to_date: last_active_day }];
  }

  /**
   * One status to the next, guarded by the row it was read from: of two at once the other looks again, and is refused only
   * when the status it finds then does not allow the command.
   */
  private async moving(
    tenant: Tenant,
    staff_id: string,
    command: string,
    from: readonly string[],
    work: (was: Staff) => Promise<Partial<Staff>>,
    around: { before?: () => Promise<void>; after?: (was: Staff) => Promise<void> } = {},
  ): Promise<StaffRow> {
    const move = async (): Promise<void> => {
      await around.before?.();
      if (REWRITES_SPANS.includes(command)) await this.locks.take(tenant, [staff_id]);
      let was = await this.people.record(tenant, staff_id);
      if (this.isOver(tenant, was)) {
        await this.write(tenant, 'leave', was, await this.releaseSeatAndAccount(tenant, staff_id));
        was = await this.people.record(tenant, staff_id);
      }
      if (!from.includes(was.status)) throw new WrongStatus(command, was.status);
      await this.write(tenant, command, was, await work(was));
      await around.after?.(was);
    };
    for (let done = false; !done;) {
      done = await this.transactions.run(move).then(
        () => true,
        (error: unknown) => {
          if (error instanceof MovedMeanwhile) return false;
          throw error;
        },
      );
    }
    return this.people.one(tenant, staff_id);
  }

  /** Optimistic update of the row as it was read; skipped if nothing changes. @throws MovedMeanwhile */
  private async write(tenant: Tenant, command: string, was: Staff, change: Partial<Staff>): Promise<void> {
    const { staff_id } = was;
    const before = sameFields(was, change);
    if (hasNoChange(before, change)) return;
    const moved = await this.staff.update(
      tenant,
      { staff_id, status: was.status, row_version: was.row_version },
      change,
    );
    if (!moved) throw new MovedMeanwhile();
    await this.audit.record(auditEntry(tenant, `staff.${command}`, staff_id, before, change));
    if (change.status !== undefined && change.status !== was.status)
      await this.announcements.publish(PEOPLE_PLACED, tenant, { staff_id: [staff_id] });
    if (change.status === 'left' && was.status !== 'left')
      await this.announcements.publish(PEOPLE_LEFT, tenant, { staff_id: [staff_id] });
    if (change.last_active_day !== undefined)
      await this.announcements.publish(EMPLOYMENT_CHANGED, tenant, { staff_id: [staff_id] });
  }

  /** The last day has ended but the job has not run yet. */
  private isOver(tenant: Tenant, { status, last_active_day }: Staff): boolean {
    return SEATED_STATUSES.includes(status) && isLastDayOver(last_active_day, this.clock.now(), tenant.time_zone);
  }

  private today(tenant: Tenant): Day {
    return dayAt(this.clock.now(), tenant.time_zone);
  }
}

const hasNoChange = (was: Partial<Staff>, change: Partial<Staff>): boolean =>
  Object.entries(change).every(([name, value]) => was[name as keyof Staff] === value);
