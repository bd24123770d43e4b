import { Injectable, type OnModuleInit } from '@nestjs/common';
import { staff as definition, type StaffRow } from '../contract/staff.resource';
import { InvitationsAccepted } from '../accounts/invitations-accepted';
import { SignInNamesChanged } from '../accounts/sign-in-names-changed';
import { StaffAccounts } from '../accounts/staff-accounts.service';
import { AuditTrail } from '../platform/audit/audit-trail';
import type { Day } from '../platform/calendar';
import { Clock } from '../platform/clock';
import { Transactions } from '../platform/database/transactions';
import { rowOf } from '../platform/definitions/row';
import { InvalidFields } from '../platform/errors/app-error';
import { PlanUsage } from '../subscriptions/plan-usage';
import { auditEntry, sameFields } from '../tenancy/audit-entry';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { TenantRepository } from '../tenancy/tenant-repository';
import { Employments, type Employment } from './employments';
import { EmploymentChanges } from './employment-changes';
import { LedgerLocks } from './ledger-locks';
import { Staff } from './staff.entity';
import { WrongStatus } from './staff.errors';
import { StaffService } from './staff.service';

/** Before anything else is written: whoever completes a training meanwhile has the lock and wants the row. */
const REWRITES_SPANS: readonly string[] = ['leave', 'return'];

/** Undoes what was begun on a row that somebody else has changed meanwhile. */
class MovedMeanwhile extends Error {}

/** invited → active ⇄ suspended → left (domain.md, staff). Suspended keeps the seat; left frees it. */
@Injectable()
export class EmploymentService implements OnModuleInit {
  constructor(
    @Records(Staff) private readonly staff: TenantRepository<Staff>,
    private readonly people: StaffService,
    private readonly accounts: StaffAccounts,
    private readonly accepted: InvitationsAccepted,
    private readonly signsIn: SignInNamesChanged,
    private readonly usage: PlanUsage,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
    private readonly changes: EmploymentChanges,
    private readonly locks: LedgerLocks,
    private readonly employments: Employments,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.accepted.listen(async (tenant, staff_id) => {
      await this.staff.update(tenant, { staff_id, status: 'invited' }, { status: 'active' });
    });
    // The record keeps up, unless it names another address than the one that was signed in with.
    this.signsIn.listen(async (tenant, staff_id, { was, email }) => {
      if (!(await this.staff.update(tenant, { staff_id, email: was }, { email }))) return;
      await this.audit.record(auditEntry(tenant, 'staff.change', staff_id, { email: was }, { email }));
    });
  }

  /**
   * Owes the mail with the set-password link, again if need be; for somebody who signs in already it sets the role.
   * @throws NotFound, WrongStatus, LastAdmin, InvalidFields without an e-mail
   */
  async invite(tenant: Tenant, staff_id: string, role: 'admin' | 'user'): Promise<StaffRow> {
    return this.moving(tenant, staff_id, 'invite', ['invited', 'active'], async (was) => {
      if (!was.email) throw new InvalidFields({ email: ['Enter an e-mail address first: the invitation goes there.'] });
      const awaited = await this.accounts.invite(tenant, { ...was, email: was.email, role });
      return { account_role: role, ...(awaited && { status: 'invited', invited_at: this.clock.now() }) };
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

  /** @throws NotFound, WrongStatus, InvalidFields when the day lies before joining */
  async leave(tenant: Tenant, staff_id: string, last_active_day: string): Promise<StaffRow> {
    return this.moving(tenant, staff_id, 'leave', ['invited', 'active', 'suspended'], async (was) => {
      if (last_active_day < was.joined) {
        throw new InvalidFields({ last_active_day: [`This is before the day they joined (${was.joined}).`] });
      }
      await this.usage.give(tenant, 'staff');
      await this.accounts.closeOf(tenant, staff_id);
      return { status: 'left', last_active_day };
    });
  }

  /**
   * They come back: a further employment begins, the earlier ones and their history stay. Takes a seat of the plan. Who
   * leaves loses the account for good, so one who is to sign in again is invited again.
   * @throws NotFound, WrongStatus, PlanLimitReached, InvalidFields, TooManyTries
   */
  async comeBack(
    tenant: Tenant,
    staff_id: string,
    first_day: Day,
    role: 'admin' | 'user' | null = null,
  ): Promise<StaffRow> {
    return this.moving(tenant, staff_id, 'return', ['left'], async (was) => {
      const to_date = was.last_active_day!;
      if (first_day <= to_date) {
        throw new InvalidFields({ first_day: [`They were employed until ${to_date}. Choose a later day.`] });
      }
      if (role && !was.email)
        throw new InvalidFields({ role: ['Enter an e-mail address first: the invitation goes there.'] });
      await this.usage.take(tenant, 'staff');
      await this.employments.close(tenant, staff_id, { from_date: was.joined, to_date });
      const employed = { status: 'active', joined: first_day, last_active_day: null };
      if (!role) return { ...employed, account_role: null, invited_at: null };
      const awaited = await this.accounts.invite(tenant, { ...was, email: was.email!, role });
      const invited_at = awaited ? this.clock.now() : was.invited_at;
      return { ...employed, account_role: role, invited_at, ...(awaited && { status: 'invited' }) };
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
  ): Promise<StaffRow> {
    const move = async (): Promise<void> => {
      if (REWRITES_SPANS.includes(command)) await this.locks.take(tenant, [staff_id]);
      const was = await this.people.record(tenant, staff_id);
      if (!from.includes(was.status)) throw new WrongStatus(command, was.status);
      const change = await work(was);
      const moved = await this.staff.update(
        tenant,
        { staff_id, status: was.status, row_version: was.row_version },
        change,
      );
      if (!moved) throw new MovedMeanwhile();
      await this.audit.record({
        customer_id: tenant.customer_id,
        account_id: tenant.actor.account_id,
        role: tenant.actor.role,
        action: `staff.${command}`,
        subject_type: 'staff',
        subject_id: staff_id,
        was: sameFields(was, change),
        became: change,
      });
      if (change.last_active_day !== undefined) await this.changes.tell(tenant, [staff_id]);
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
    return rowOf(definition, await this.people.record(tenant, staff_id));
  }
}
