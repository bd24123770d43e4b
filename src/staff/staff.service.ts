import { Injectable } from '@nestjs/common';
import type { WriteOf } from '../contract/resource';
import { SEATED_STATUSES, type staff, type StaffRow } from '../contract/staff.resource';
import { AddressInUse } from '../identity/account.errors';
import { Accounts } from '../identity/accounts.service';
import { StaffAddresses } from '../identity/staff-addresses';
import { dayAt } from '../platform/calendar';
import type { Where } from '../platform/database/where';
import { rowOf } from '../platform/definitions/row';
import { InvalidFields, type AppError } from '../platform/errors/app-error';
import { StillInUse } from '../platform/errors/record-errors';
import { timeZoneNamed } from '../platform/time-zones';
import { PlanUsage } from '../subscriptions/plan-usage';
import { Announcements } from '../tenancy/announcements';
import type { Replacing } from '../tenancy/reassignments';
import { PartsOf, type ResourceParts } from '../tenancy/resources/resource-parts';
import { ResourceService } from '../tenancy/resources/resource-service';
import { seen } from '../tenancy/seen';
import type { Tenant } from '../tenancy/tenant';
import { invitationStateOf, whereInvitation } from './invitation-state';
import { Employments } from './employments';
import { JobRolesHeld } from './job-roles-held.service';
import { JobRolesOffered } from './job-roles-offered';
import { LedgerLocks } from './ledger-locks';
import { ManagersReplaced } from './managers-replaced';
import { StaffLines } from './staff-lines';
import { StaffTimeZones } from './staff-time-zones';
import { Staff } from './staff.entity';
import { StaffCodeTaken, StaffUnknown } from './staff.errors';
import { EMPLOYMENT_CHANGED, PEOPLE_PLACED } from './staff.events';
import { fieldError } from '../platform/errors/field-error';

/** Who works here. Employment (invite, suspend, leave) is in employment.service.ts. */
@Injectable()
export class StaffService extends ResourceService<Staff, typeof staff> {
  constructor(
    @PartsOf(Staff) parts: ResourceParts<Staff>,
    private readonly offered: JobRolesOffered,
    private readonly accounts: Accounts,
    private readonly addresses: StaffAddresses,
    private readonly usage: PlanUsage,
    private readonly announcements: Announcements,
    private readonly roles: JobRolesHeld,
    private readonly employments: Employments,
    private readonly lines: StaffLines,
    private readonly locks: LedgerLocks,
    private readonly managers: ManagersReplaced,
    private readonly zones: StaffTimeZones,
  ) {
    super(parts);
  }

  /** Those of `ids` who can be assigned something today. @throws StaffUnknown naming the others */
  async activeAmong(tenant: Tenant, ids: readonly string[]): Promise<Staff[]> {
    const asked = [...new Set(ids)];
    const found = await this.parts.records.find(tenant, { ...this.assignable(tenant), staff_id: asked });
    if (found.length === asked.length) return found;
    const known = new Set(found.map((record) => record.staff_id));
    throw new StaffUnknown(asked.filter((id) => !known.has(id)));
  }

  /** Whatever their status is. @throws StaffUnknown naming the others */
  async allKnown(tenant: Tenant, ids: readonly string[]): Promise<void> {
    const asked = [...new Set(ids)];
    const found = await this.parts.records.find(tenant, { staff_id: asked });
    if (found.length === asked.length) return;
    const known = new Set(found.map((record) => record.staff_id));
    throw new StaffUnknown(asked.filter((id) => !known.has(id)));
  }

  /** Those of `ids` who can be assigned something today; the others are passed over. */
  async stillActive(tenant: Tenant, ids: readonly string[]): Promise<string[]> {
    const active = { ...this.assignable(tenant), staff_id: [...ids] };
    return (await this.parts.records.find(tenant, active)).map((record) => record.staff_id);
  }

  private assignable(tenant: Tenant): Where<Staff> {
    const today = dayAt(this.parts.clock.now(), tenant.time_zone);
    return { status: ['active', 'invited'], anyOf: [{ last_active_day: null }, { last_active_day: { gte: today } }] };
  }

  /**
   * The next so many people in the order of their ids, of any status, and where they stand.
   * @param among null: of everybody
   */
  async placedAfter(
    tenant: Tenant,
    after: string | null,
    limit: number,
    among: readonly string[] | null,
  ): Promise<Staff[]> {
    const everybody = after === null ? {} : { staff_id: { gt: after } };
    const asked: Where<Staff> = among ? { staff_id: [...among] } : everybody;
    return this.parts.records.find(tenant, asked, { order: [['staff_id', 'asc']], limit });
  }

  /** Those of `ids` who have not left, suspended ones too. */
  async presentAmong(tenant: Tenant, ids: readonly string[]): Promise<Set<string>> {
    const present = { staff_id: [...new Set(ids)], status: [...SEATED_STATUSES] };
    return new Set((await this.parts.records.find(tenant, present)).map((record) => record.staff_id));
  }

  /** A manager sees the own line, a learner the own row (contract.md, Who may do what). */
  protected override seen(tenant: Tenant, asked: Where<Staff>): Where<Staff> {
    return seen<Staff>(tenant, whereInvitation(asked, this.parts.clock.now()));
  }

  protected override row(_tenant: Tenant, record: Staff): StaffRow {
    return rowOf(this.definition, record, { invitation: invitationStateOf(record, this.parts.clock.now()) });
  }

  /**
   * Checks that no other person of the organisation signs in with the address, or is invited with it.
   * @throws AddressInUse
   */
  async demandFreeAddress(tenant: Tenant, staff_id: string, email: string): Promise<void> {
    const others: Where<Staff> = {
      ...{ email, staff_id: { ne: staff_id } },
      ...{ status: [...SEATED_STATUSES], account_role: { null: false } },
    };
    if (await this.parts.records.one(tenant, others)) throw new AddressInUse();
  }

  protected override begun(given: Partial<Staff>, body: WriteOf<typeof staff>): Partial<Staff> {
    return super.begun(inKnownZone(given), body);
  }

  protected override taken(_field: string, code: string): AppError {
    return new StaffCodeTaken(code);
  }

  /** The line and the person are locked before their row is read. */
  protected override async beforeReading(tenant: Tenant, staff_id: string, given?: Partial<Staff>): Promise<void> {
    if (!given || given.manager_id !== undefined) await this.lines.changing(tenant);
    if (given && (given.joined !== undefined || given.job_role_id !== undefined))
      await this.locks.take(tenant, [staff_id]);
  }

  /** Takes seats of the plan, against its limit all or nothing. @throws PlanLimitReached, StaffCodeTaken, InvalidFields */
  protected override async beforeCreate(tenant: Tenant, made: readonly Partial<Staff>[]): Promise<void> {
    await this.refuseReservedCodes(tenant, made);
    await this.offered.refuseArchived(
      tenant,
      made.map(({ job_role_id }) => job_role_id),
    );
    if (isStructured(made)) await this.lines.changing(tenant);
    await this.zones.register(
      tenant,
      made.map(({ time_zone }) => time_zone),
    );
    await this.usage.take(tenant, 'staff', made.length);
  }

  protected override async afterCreate(tenant: Tenant, made: readonly Partial<Staff>[]): Promise<void> {
    await this.announcements.publish(PEOPLE_PLACED, tenant, { staff_id: made.map(({ staff_id }) => staff_id!) });
    if (!isStructured(made)) return;
    const placed = made.map(({ staff_id, manager_id = null }) => ({ staff_id: staff_id!, manager_id }));
    await this.lines.place(tenant, placed);
  }

  /** @throws StaffCodeTaken, InvalidFields */
  protected override async beforeChange(tenant: Tenant, was: Staff, given: Partial<Staff>): Promise<Partial<Staff>> {
    const { joined, job_role_id } = given;
    await this.refuseReservedCodes(tenant, [given]);
    if (joined && was.last_active_day && joined > was.last_active_day)
      throw new InvalidFields({ joined: [fieldError('after_leaving', 'This is after the last active day.')] });
    if (job_role_id !== was.job_role_id) await this.offered.refuseArchived(tenant, [job_role_id]);
    if (joined) await this.refuseOverlap(tenant, was.staff_id, joined);
    const change = inKnownZone(given);
    await this.zones.register(tenant, [change.time_zone]);
    // The invitation goes to the new address, and can be accepted there as long as any other.
    if (was.status === 'invited' && isOtherAddress(was, change))
      return { ...change, invited_at: this.parts.clock.now() };
    return change;
  }

  /** Whoever signs in with the old e-mail does so until the new one is confirmed by mail. @throws ManagerCircle, TooManyTries */
  protected override async afterChange(tenant: Tenant, was: Staff, change: Partial<Staff>): Promise<void> {
    const { staff_id } = was;
    if (change.manager_id !== undefined && change.manager_id !== was.manager_id)
      await this.lines.move(tenant, staff_id, was.manager_id, change.manager_id);
    if (was.account_role) await this.accountFollows(tenant, was, change);
    if (change.job_role_id !== undefined && change.job_role_id !== was.job_role_id)
      await this.roles.changed(tenant, was, change.job_role_id);
    if (isElsewhere(was, change)) await this.announcements.publish(PEOPLE_PLACED, tenant, { staff_id: [staff_id] });
    if (change.joined && change.joined !== was.joined)
      await this.announcements.publish(EMPLOYMENT_CHANGED, tenant, { staff_id: [staff_id] });
  }

  /** Only while nothing refers to them; otherwise leaving keeps the history. @throws StillInUse */
  protected override async beforeRemove(tenant: Tenant, { staff_id, account_role }: Staff): Promise<void> {
    if (account_role) throw new StillInUse(this.noun, { ...(await this.usesOf(tenant, staff_id)), accounts: 1 });
    await this.roles.forget(tenant, staff_id);
    await this.employments.forget(tenant, staff_id);
    await this.locks.forget(tenant, staff_id);
  }

  protected override async afterRemove(tenant: Tenant, was: Staff): Promise<void> {
    await this.lines.forget(tenant, was);
    if ((SEATED_STATUSES as readonly string[]).includes(was.status)) await this.usage.give(tenant, 'staff');
  }

  /** `staff`: those whose manager they are. What goes with them is no reason to keep them. */
  protected override async usesOf(tenant: Tenant, staff_id: string): Promise<Record<string, number>> {
    const { past_job_role: _roles, past_employment: _employments, ...uses } = await super.usesOf(tenant, staff_id);
    return uses;
  }

  /** Their team, under another manager. */
  protected override replacing(): Replacing {
    return this.managers.replacing();
  }

  /** Codes are unique together with those of accounts that are no staff member's (contract.md, Scope). */
  private async refuseReservedCodes(tenant: Tenant, given: readonly Partial<Staff>[]): Promise<void> {
    const codes = given.map((record) => record.staff_code).filter((code): code is string => Boolean(code));
    const reserved = await this.accounts.reservedAmong(tenant, codes);
    if (reserved !== null) throw new StaffCodeTaken(reserved);
  }

  private async refuseOverlap(tenant: Tenant, staff_id: string, joined: string): Promise<void> {
    const before = (await this.employments.before(tenant, staff_id)).at(-1);
    if (before && joined <= before.to_date)
      throw new InvalidFields({
        joined: [
          fieldError('employed_until', `This person was employed until ${before.to_date}. Choose a later date.`, {
            to_date: before.to_date,
          }),
        ],
      });
  }

  private async accountFollows(tenant: Tenant, was: Staff, change: Partial<Staff>): Promise<void> {
    const { staff_id } = was;
    const { staff_code, first_name, last_name, time_zone, email } = change;
    const given = { staff_code, first_name, last_name, time_zone };
    const defined = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    await this.accounts.follow(tenant, staff_id, defined);
    if (!email || !isOtherAddress(was, change)) return;
    if (was.status === 'invited') await this.demandFreeAddress(tenant, staff_id, email);
    await this.addresses.moved(tenant, staff_id, email);
  }
}

/** Another department, or another job role. */
const isElsewhere = (was: Staff, { department_id, job_role_id }: Partial<Staff>): boolean =>
  (department_id !== undefined && department_id !== was.department_id) ||
  (job_role_id !== undefined && job_role_id !== was.job_role_id);

const isOtherAddress = (was: Staff, { email }: Partial<Staff>): boolean => Boolean(email) && email !== was.email;

const isStructured = (made: readonly Partial<Staff>[]): boolean => made.some(({ manager_id }) => Boolean(manager_id));

function inKnownZone(record: Partial<Staff>): Partial<Staff> {
  if (!record.time_zone) return record;
  const time_zone = timeZoneNamed(record.time_zone);
  if (!time_zone)
    throw new InvalidFields({ time_zone: [fieldError('time_zone', 'Choose a time zone such as Asia/Kolkata.')] });
  return { ...record, time_zone };
}
