import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Employment } from '../../contract/staff.responses';
import { SEATED_STATUSES as SEATED, type StaffRow } from '../../contract/staff.resource';
import { INVITATION_ACCEPTED, SIGN_IN_EMAIL_CHANGED } from '../identity/account.events';
import { AccountsService } from '../identity/accounts.service';
import { isLastDayOver } from '../identity/last-day';
import { StaffAccountsService } from '../identity/staff-accounts.service';
import { AuditTrailService } from '../../infrastructure/audit/audit-trail.service';
import { dayAt, type Day } from '../../common/calendar';
import { Clock } from '../../common/clock';
import { TransactionManager } from '../../infrastructure/database/transaction-manager';
import { InvalidFieldsError } from '../../common/errors/app-error';
import { WrongStatusError } from '../../common/errors/record.errors';
import { PlanUsageService } from '../subscriptions/plan-usage.service';
import { DomainEventBus } from '../../tenancy/domain-event-bus';
import { buildAuditEntry, pickFields } from '../../tenancy/audit-entry';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import type { TenantRepository } from '../../tenancy/tenant-repository';
import { EmploymentHistoryService } from './employment-history.service';
import { LedgerLocks } from './ledger-locks';
import { StaffPlacementService, type StaffPlacement } from './staff-placement.service';
import { Staff } from './staff.entity';
import { EMPLOYMENT_CHANGED, STAFF_LEFT, STAFF_PLACEMENT_CHANGED } from './staff.events';
import { StaffService } from './staff.service';
import { fieldError } from '../../common/errors/field-error';

/** Take the person's lock before any other write; concurrent training completions hold it too. */
const SPAN_COMMANDS: readonly string[] = ['leave', 'stay', 'end', 'return'];

const SEATED_STATUSES: readonly string[] = SEATED;

/** Rolls the transaction back when the row was changed by another request. */
class ConcurrentChangeError extends Error {}

/**
 * invited → active ⇄ suspended → left (docs/domain.md). Suspended keeps the seat; left frees it after the last active
 * day.
 */
@Injectable()
export class EmploymentService implements OnModuleInit {
  constructor(
    @InjectTenantRepository(Staff) private readonly staff: TenantRepository<Staff>,
    private readonly staffService: StaffService,
    private readonly directory: AccountsService,
    private readonly accounts: StaffAccountsService,
    private readonly usage: PlanUsageService,
    private readonly transactions: TransactionManager,
    private readonly audit: AuditTrailService,
    private readonly eventBus: DomainEventBus,
    private readonly locks: LedgerLocks,
    private readonly employmentHistoryService: EmploymentHistoryService,
    private readonly placements: StaffPlacementService,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.eventBus.listen(INVITATION_ACCEPTED, async (tenant, { staff_id }) => {
      await this.staff.update(tenant, { staff_id, status: 'invited' }, { status: 'active' });
    });
    // Keeps the record's address in step, unless it differs from the address used to sign in.
    this.eventBus.listen(SIGN_IN_EMAIL_CHANGED, async (tenant, { staff_id, was, email }) => {
      if (!(await this.staff.update(tenant, { staff_id, email: was }, { email }))) return;
      await this.audit.record(buildAuditEntry(tenant, 'staff.change', staff_id, { email: was }, { email }));
    });
  }

  /**
   * Queues the mail with the set-password link; may be repeated. For staff who already sign in it only sets the role.
   * @throws NotFoundError, WrongStatusError, LastAdminError, AddressInUseError, InvalidFieldsError without an e-mail
   */
  async invite(tenant: Tenant, staff_id: string, role: 'admin' | 'user'): Promise<StaffRow> {
    return this.transition(tenant, staff_id, 'invite', ['invited', 'active'], async (was) => {
      if (!was.email)
        throw new InvalidFieldsError({
          email: [fieldError('email_first', 'Enter an email address first. The invitation is sent to it.')],
        });
      const signsIn = was.status === 'active' && was.account_role !== null;
      if (!signsIn) await this.staffService.requireFreeEmail(tenant, staff_id, was.email);
      const isPending = await this.accounts.invite(tenant, { ...was, email: was.email, role });
      return { account_role: role, ...(isPending && { status: 'invited', invited_at: this.clock.now() }) };
    });
  }

  /** The link becomes invalid at once; the person stays as staff without sign-in. @throws NotFoundError, WrongStatusError */
  async withdrawInvitation(tenant: Tenant, staff_id: string): Promise<StaffRow> {
    return this.transition(tenant, staff_id, 'withdraw-invitation', ['invited'], async () => {
      await this.accounts.withdrawInvitation(tenant, staff_id);
      return { status: 'active', account_role: null, invited_at: null };
    });
  }

  /** Ends their sessions at once. @throws NotFoundError, WrongStatusError */
  async suspend(tenant: Tenant, staff_id: string): Promise<StaffRow> {
    return this.transition(tenant, staff_id, 'suspend', ['invited', 'active'], async () => {
      await this.accounts.suspend(tenant, staff_id);
      return { status: 'suspended' };
    });
  }

  /** @throws NotFoundError, WrongStatusError */
  async reactivate(tenant: Tenant, staff_id: string): Promise<StaffRow> {
    return this.transition(tenant, staff_id, 'reactivate', ['suspended'], async (was) => {
      const isPending = await this.accounts.reactivate(tenant, staff_id, was.email);
      return { status: isPending ? 'invited' : 'active' };
    });
  }

  /**
   * Today or a future day: only records the day; it takes effect when the day ends in the customer's time zone, and
   * calling again changes it. A past day takes effect at once.
   * @param isImmediate end the employment now, for staff added by mistake (undo of an import)
   * @throws NotFoundError, WrongStatusError, LastAdminError, InvalidFieldsError when the day lies before joining
   */
  async leave(tenant: Tenant, staff_id: string, last_active_day: Day, isImmediate = false): Promise<StaffRow> {
    return this.transition(tenant, staff_id, 'leave', SEATED_STATUSES, async (was) => {
      if (last_active_day < was.joined) {
        throw new InvalidFieldsError({
          last_active_day: [
            fieldError('before_joining', `This is before the joining date (${was.joined}).`, { joined: was.joined }),
          ],
        });
      }
      await this.accounts.requireOtherAdmin(tenant, staff_id);
      await this.directory.syncStaff(tenant, staff_id, { last_active_day });
      if (!isImmediate && last_active_day >= this.today(tenant)) return { last_active_day };
      return { last_active_day, ...(await this.releaseSeatAndAccount(tenant, staff_id)) };
    });
  }

  /** Cancels a planned leaving; no-op if none is planned. @throws NotFoundError, WrongStatusError */
  async stay(tenant: Tenant, staff_id: string): Promise<StaffRow> {
    return this.transition(tenant, staff_id, 'stay', SEATED_STATUSES, async () => {
      await this.directory.syncStaff(tenant, staff_id, { last_active_day: null });
      return { last_active_day: null };
    });
  }

  /**
   * Sets status, seat and account of staff whose last day has ended. Sign-in and sessions check the day themselves
   * (modules/identity/last-day.ts), so the time of the run does not matter.
   * @returns number of staff processed, at most `limit`
   */
  async closeDueEmployments(tenant: Tenant, limit: number): Promise<number> {
    const due = { status: [...SEATED_STATUSES], last_active_day: { lt: this.today(tenant) } };
    const records = await this.staff.find(tenant, due, { limit, order: [['staff_id', 'asc']] });
    for (const { staff_id } of records)
      await this.transition(tenant, staff_id, 'end', [...SEATED_STATUSES, 'left'], async () => ({}));
    return records.length;
  }

  private async releaseSeatAndAccount(tenant: Tenant, staff_id: string): Promise<Pick<Staff, 'status'>> {
    await this.usage.release(tenant, 'staff');
    await this.accounts.close(tenant, staff_id);
    return { status: 'left' };
  }

  /**
   * Starts a new employment; earlier ones and their history stay. Takes a seat of the plan. The old account is gone
   * for good, so sign-in needs a new invitation. The previous placement applies unless `placement` overrides it; its
   * job role counts from the first day.
   * @throws NotFoundError, WrongStatusError, PlanLimitReachedError, InvalidFieldsError, UnknownReferenceError, ManagerCycleError, TooManyAttemptsError
   */
  async rehire(
    tenant: Tenant,
    staff_id: string,
    first_day: Day,
    role: 'admin' | 'user' | null = null,
    placement: StaffPlacement = {},
  ): Promise<StaffRow> {
    const buildRehire = async (was: Staff): Promise<Partial<Staff>> => {
      const to_date = was.last_active_day!;
      if (first_day <= to_date) {
        throw new InvalidFieldsError({
          first_day: [
            fieldError('employed_until', `This person was employed until ${to_date}. Choose a later date.`, {
              to_date,
            }),
          ],
        });
      }
      if (role && !was.email)
        throw new InvalidFieldsError({
          role: [fieldError('email_first', 'Enter an email address first. The invitation is sent to it.')],
        });
      if (role) await this.staffService.requireFreeEmail(tenant, staff_id, was.email!);
      await this.usage.reserve(tenant, 'staff');
      const placementChange = await this.placements.resolveChange(tenant, was, placement);
      await this.employmentHistoryService.archive(tenant, staff_id, { from_date: was.joined, to_date });
      const employmentFields = { ...placementChange, status: 'active', joined: first_day, last_active_day: null };
      if (!role) return { ...employmentFields, account_role: null, invited_at: null };
      const isPending = await this.accounts.invite(tenant, { ...was, last_active_day: null, email: was.email!, role });
      const invited_at = isPending ? this.clock.now() : was.invited_at;
      return { ...employmentFields, account_role: role, invited_at, ...(isPending && { status: 'invited' }) };
    };
    return this.transition(tenant, staff_id, 'return', ['left'], buildRehire, {
      before: () => this.placements.lockStructure(tenant, placement),
      after: (was) => this.placements.apply(tenant, was, placement, first_day),
    }).catch(async (error: unknown) => {
      throw await this.placements.translateDatabaseError(tenant, placement, error);
    });
  }

  /** Oldest first. Learners see their own, managers their line. @throws NotFoundError */
  async listEmployments(tenant: Tenant, staff_id: string): Promise<Employment[]> {
    const { joined, last_active_day } = await this.staffService.record(tenant, staff_id);
    return [
      ...(await this.employmentHistoryService.listPast(tenant, staff_id)),
      { from_date: joined, to_date: last_active_day },
    ];
  }

  /**
   * Runs a status transition with an optimistic update and retries on a concurrent change. The command fails only if
   * the status read last does not allow it.
   */
  private async transition(
    tenant: Tenant,
    staff_id: string,
    command: string,
    from: readonly string[],
    buildChange: (was: Staff) => Promise<Partial<Staff>>,
    hooks: { before?: () => Promise<void>; after?: (was: Staff) => Promise<void> } = {},
  ): Promise<StaffRow> {
    const attempt = async (): Promise<void> => {
      await hooks.before?.();
      if (SPAN_COMMANDS.includes(command)) await this.locks.acquire(tenant, [staff_id]);
      let was = await this.staffService.record(tenant, staff_id);
      if (this.isOver(tenant, was)) {
        await this.write(tenant, 'leave', was, await this.releaseSeatAndAccount(tenant, staff_id));
        was = await this.staffService.record(tenant, staff_id);
      }
      if (!from.includes(was.status)) throw new WrongStatusError(command, was.status);
      await this.write(tenant, command, was, await buildChange(was));
      await hooks.after?.(was);
    };
    for (let isDone = false; !isDone;) {
      isDone = await this.transactions.run(attempt).then(
        () => true,
        (error: unknown) => {
          if (error instanceof ConcurrentChangeError) return false;
          throw error;
        },
      );
    }
    return this.staffService.one(tenant, staff_id);
  }

  /** Optimistic update of the row as it was read; skipped if nothing changes. @throws ConcurrentChangeError */
  private async write(tenant: Tenant, command: string, was: Staff, change: Partial<Staff>): Promise<void> {
    const { staff_id } = was;
    const before = pickFields(was, change);
    if (hasNoChange(before, change)) return;
    const isUpdated = await this.staff.update(
      tenant,
      { staff_id, status: was.status, row_version: was.row_version },
      change,
    );
    if (!isUpdated) throw new ConcurrentChangeError();
    await this.audit.record(buildAuditEntry(tenant, `staff.${command}`, staff_id, before, change));
    if (change.status !== undefined && change.status !== was.status)
      await this.eventBus.publish(STAFF_PLACEMENT_CHANGED, tenant, { staff_id: [staff_id] });
    if (change.status === 'left' && was.status !== 'left')
      await this.eventBus.publish(STAFF_LEFT, tenant, { staff_id: [staff_id] });
    if (change.last_active_day !== undefined)
      await this.eventBus.publish(EMPLOYMENT_CHANGED, tenant, { staff_id: [staff_id] });
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
