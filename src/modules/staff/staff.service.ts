import { Injectable } from '@nestjs/common';
import type { WriteOf } from '../../contract/resource';
import { SEATED_STATUSES, type staff, type StaffRow } from '../../contract/staff.resource';
import { AddressInUseError } from '../identity/account.errors';
import { AccountsService } from '../identity/accounts.service';
import { StaffAddressesService } from '../identity/staff-addresses.service';
import { dayAt } from '../../common/calendar';
import type { Where } from '../../infrastructure/database/where';
import { rowOf } from '../../common/rest/row';
import { InvalidFieldsError, type AppError } from '../../common/errors/app-error';
import { StillInUseError } from '../../common/errors/record.errors';
import { normalizeTimeZoneName } from '../../common/time-zones';
import { PlanUsageService } from '../subscriptions/plan-usage.service';
import { DomainEventBus } from '../../tenancy/domain-event-bus';
import type { ReassignmentHooks } from '../../tenancy/reassignments.service';
import { InjectResourceContext, type ResourceContext } from '../../crud/resource-context';
import { ResourceService } from '../../crud/resource.service';
import { restrictToVisible } from '../../tenancy/row-visibility';
import type { Tenant } from '../../tenancy/tenant';
import { invitationStateOf, whereInvitation } from './invitation-state';
import { EmploymentHistoryService } from './employment-history.service';
import { JobRoleHistoryService } from './job-role-history.service';
import { JobRoleValidator } from './job-role.validator';
import { LedgerLocks } from './ledger-locks';
import { ManagerReassignmentService } from './manager-reassignment.service';
import { StaffLinesService } from './staff-lines.service';
import { StaffTimeZonesService } from './staff-time-zones.service';
import { Staff } from './staff.entity';
import { StaffCodeTakenError, UnknownStaffError } from './staff.errors';
import { EMPLOYMENT_CHANGED, STAFF_PLACEMENT_CHANGED } from './staff.events';
import { fieldError } from '../../common/errors/field-error';

/** Employment commands (invite, suspend, leave) are in employment.service.ts. */
@Injectable()
export class StaffService extends ResourceService<Staff, typeof staff> {
  constructor(
    @InjectResourceContext(Staff) parts: ResourceContext<Staff>,
    private readonly jobRoleValidator: JobRoleValidator,
    private readonly accountsService: AccountsService,
    private readonly addresses: StaffAddressesService,
    private readonly usage: PlanUsageService,
    private readonly eventBus: DomainEventBus,
    private readonly jobRoleHistory: JobRoleHistoryService,
    private readonly employmentHistory: EmploymentHistoryService,
    private readonly lines: StaffLinesService,
    private readonly locks: LedgerLocks,
    private readonly managerReassignment: ManagerReassignmentService,
    private readonly timeZones: StaffTimeZonesService,
  ) {
    super(parts);
  }

  /** Staff of `ids` who can be assigned something today. @throws UnknownStaffError naming the others */
  async requireActive(tenant: Tenant, ids: readonly string[]): Promise<Staff[]> {
    const uniqueIds = [...new Set(ids)];
    const records = await this.context.records.find(tenant, { ...this.assignable(tenant), staff_id: uniqueIds });
    if (records.length === uniqueIds.length) return records;
    const known = new Set(records.map((record) => record.staff_id));
    throw new UnknownStaffError(uniqueIds.filter((id) => !known.has(id)));
  }

  /** In any status. @throws UnknownStaffError naming unknown ids */
  async requireKnown(tenant: Tenant, ids: readonly string[]): Promise<void> {
    const uniqueIds = [...new Set(ids)];
    const records = await this.context.records.find(tenant, { staff_id: uniqueIds });
    if (records.length === uniqueIds.length) return;
    const known = new Set(records.map((record) => record.staff_id));
    throw new UnknownStaffError(uniqueIds.filter((id) => !known.has(id)));
  }

  /** Staff of `ids` who can be assigned something today; ignores the others. */
  async filterActive(tenant: Tenant, ids: readonly string[]): Promise<string[]> {
    const active = { ...this.assignable(tenant), staff_id: [...ids] };
    return (await this.context.records.find(tenant, active)).map((record) => record.staff_id);
  }

  private assignable(tenant: Tenant): Where<Staff> {
    const today = dayAt(this.context.clock.now(), tenant.time_zone);
    return { status: ['active', 'invited'], anyOf: [{ last_active_day: null }, { last_active_day: { gte: today } }] };
  }

  /** One page in the order of staff ids, in any status. @param ids null: all staff */
  async findPage(tenant: Tenant, after: string | null, limit: number, ids: readonly string[] | null): Promise<Staff[]> {
    const range = after === null ? {} : { staff_id: { gt: after } };
    const where: Where<Staff> = ids ? { staff_id: [...ids] } : range;
    return this.context.records.find(tenant, where, { order: [['staff_id', 'asc']], limit });
  }

  /** Staff of `ids` who have not left, including suspended ones. */
  async filterPresent(tenant: Tenant, ids: readonly string[]): Promise<Set<string>> {
    const present = { staff_id: [...new Set(ids)], status: [...SEATED_STATUSES] };
    return new Set((await this.context.records.find(tenant, present)).map((record) => record.staff_id));
  }

  /** Managers see their line, learners their own row. */
  protected override restrictToVisible(tenant: Tenant, filter: Where<Staff>): Where<Staff> {
    return restrictToVisible<Staff>(tenant, whereInvitation(filter, this.context.clock.now()));
  }

  protected override row(_tenant: Tenant, record: Staff): StaffRow {
    return rowOf(this.definition, record, { invitation: invitationStateOf(record, this.context.clock.now()) });
  }

  /** @throws AddressInUseError if another person signs in with the address or is invited with it */
  async requireFreeEmail(tenant: Tenant, staff_id: string, email: string): Promise<void> {
    const others: Where<Staff> = {
      email,
      staff_id: { ne: staff_id },
      status: [...SEATED_STATUSES],
      account_role: { null: false },
    };
    if (await this.context.records.findOne(tenant, others)) throw new AddressInUseError();
  }

  protected override buildNewRecord(input: Partial<Staff>, body: WriteOf<typeof staff>): Partial<Staff> {
    return super.buildNewRecord(normalizeTimeZone(input), body);
  }

  protected override buildValueTakenError(_field: string, code: string): AppError {
    return new StaffCodeTakenError(code);
  }

  /** Locks the structure and the person before the row is read. */
  protected override async beforeRead(tenant: Tenant, staff_id: string, input?: Partial<Staff>): Promise<void> {
    if (!input || input.manager_id !== undefined) await this.lines.lockStructure(tenant);
    if (input && (input.joined !== undefined || input.job_role_id !== undefined))
      await this.locks.acquire(tenant, [staff_id]);
  }

  /** Takes seats of the plan, all or nothing. @throws PlanLimitReachedError, StaffCodeTakenError, InvalidFieldsError */
  protected override async beforeCreate(tenant: Tenant, records: readonly Partial<Staff>[]): Promise<void> {
    await this.refuseReservedCodes(tenant, records);
    await this.jobRoleValidator.refuseArchived(
      tenant,
      records.map(({ job_role_id }) => job_role_id),
    );
    if (hasManagers(records)) await this.lines.lockStructure(tenant);
    await this.timeZones.register(
      tenant,
      records.map(({ time_zone }) => time_zone),
    );
    await this.usage.reserve(tenant, 'staff', records.length);
  }

  protected override async afterCreate(tenant: Tenant, records: readonly Partial<Staff>[]): Promise<void> {
    await this.eventBus.publish(STAFF_PLACEMENT_CHANGED, tenant, {
      staff_id: records.map(({ staff_id }) => staff_id!),
    });
    if (!hasManagers(records)) return;
    const placements = records.map(({ staff_id, manager_id = null }) => ({ staff_id: staff_id!, manager_id }));
    await this.lines.insertStaff(tenant, placements);
  }

  /** @throws StaffCodeTakenError, InvalidFieldsError */
  protected override async beforeChange(tenant: Tenant, was: Staff, input: Partial<Staff>): Promise<Partial<Staff>> {
    const { joined, job_role_id } = input;
    await this.refuseReservedCodes(tenant, [input]);
    if (joined && was.last_active_day && joined > was.last_active_day)
      throw new InvalidFieldsError({ joined: [fieldError('after_leaving', 'This is after the last active day.')] });
    if (job_role_id !== was.job_role_id) await this.jobRoleValidator.refuseArchived(tenant, [job_role_id]);
    if (joined) await this.refuseOverlap(tenant, was.staff_id, joined);
    const change = normalizeTimeZone(input);
    await this.timeZones.register(tenant, [change.time_zone]);
    // The invitation is sent to the new address and its validity starts anew.
    if (was.status === 'invited' && isEmailChanged(was, change))
      return { ...change, invited_at: this.context.clock.now() };
    return change;
  }

  /** Sign-in with the old e-mail works until the new one is confirmed by mail. @throws ManagerCycleError, TooManyAttemptsError */
  protected override async afterChange(tenant: Tenant, was: Staff, change: Partial<Staff>): Promise<void> {
    const { staff_id } = was;
    if (change.manager_id !== undefined && change.manager_id !== was.manager_id)
      await this.lines.moveToManager(tenant, staff_id, was.manager_id, change.manager_id);
    if (was.account_role) await this.syncAccount(tenant, was, change);
    if (change.job_role_id !== undefined && change.job_role_id !== was.job_role_id)
      await this.jobRoleHistory.recordChange(tenant, was, change.job_role_id);
    if (hasMoved(was, change)) await this.eventBus.publish(STAFF_PLACEMENT_CHANGED, tenant, { staff_id: [staff_id] });
    if (change.joined && change.joined !== was.joined)
      await this.eventBus.publish(EMPLOYMENT_CHANGED, tenant, { staff_id: [staff_id] });
  }

  /** Only without references; staff with a history leave instead. @throws StillInUseError */
  protected override async beforeRemove(tenant: Tenant, { staff_id, account_role }: Staff): Promise<void> {
    if (account_role)
      throw new StillInUseError(this.noun, { ...(await this.countReferences(tenant, staff_id)), accounts: 1 });
    await this.jobRoleHistory.remove(tenant, staff_id);
    await this.employmentHistory.remove(tenant, staff_id);
    await this.locks.remove(tenant, staff_id);
  }

  protected override async afterRemove(tenant: Tenant, was: Staff): Promise<void> {
    await this.lines.removeStaff(tenant, was);
    if ((SEATED_STATUSES as readonly string[]).includes(was.status)) await this.usage.release(tenant, 'staff');
  }

  /** `staff` counts direct reports. Histories are deleted with the person, so they do not count. */
  protected override async countReferences(tenant: Tenant, staff_id: string): Promise<Record<string, number>> {
    const {
      past_job_role: _roles,
      past_employment: _employments,
      ...uses
    } = await super.countReferences(tenant, staff_id);
    return uses;
  }

  protected override reassignmentHooks(): ReassignmentHooks {
    return this.managerReassignment.reassignmentHooks();
  }

  /** Staff codes are unique together with the codes of accounts without a staff record (docs/domain.md). */
  private async refuseReservedCodes(tenant: Tenant, records: readonly Partial<Staff>[]): Promise<void> {
    const codes = records.map((record) => record.staff_code).filter((code): code is string => Boolean(code));
    const reserved = await this.accountsService.findReservedCode(tenant, codes);
    if (reserved !== null) throw new StaffCodeTakenError(reserved);
  }

  private async refuseOverlap(tenant: Tenant, staff_id: string, joined: string): Promise<void> {
    const lastEmployment = (await this.employmentHistory.listPast(tenant, staff_id)).at(-1);
    if (lastEmployment && joined <= lastEmployment.to_date)
      throw new InvalidFieldsError({
        joined: [
          fieldError(
            'employed_until',
            `This person was employed until ${lastEmployment.to_date}. Choose a later date.`,
            {
              to_date: lastEmployment.to_date,
            },
          ),
        ],
      });
  }

  private async syncAccount(tenant: Tenant, was: Staff, change: Partial<Staff>): Promise<void> {
    const { staff_id } = was;
    const { staff_code, first_name, last_name, time_zone, email } = change;
    const accountFields = { staff_code, first_name, last_name, time_zone };
    const defined = Object.fromEntries(Object.entries(accountFields).filter(([, value]) => value !== undefined));
    await this.accountsService.syncStaff(tenant, staff_id, defined);
    if (!email || !isEmailChanged(was, change)) return;
    if (was.status === 'invited') await this.requireFreeEmail(tenant, staff_id, email);
    await this.addresses.changeEmail(tenant, staff_id, email);
  }
}

const hasMoved = (was: Staff, { department_id, job_role_id }: Partial<Staff>): boolean =>
  (department_id !== undefined && department_id !== was.department_id) ||
  (job_role_id !== undefined && job_role_id !== was.job_role_id);

const isEmailChanged = (was: Staff, { email }: Partial<Staff>): boolean => Boolean(email) && email !== was.email;

const hasManagers = (records: readonly Partial<Staff>[]): boolean =>
  records.some(({ manager_id }) => Boolean(manager_id));

function normalizeTimeZone(record: Partial<Staff>): Partial<Staff> {
  if (!record.time_zone) return record;
  const time_zone = normalizeTimeZoneName(record.time_zone);
  if (!time_zone)
    throw new InvalidFieldsError({ time_zone: [fieldError('time_zone', 'Choose a time zone such as Asia/Kolkata.')] });
  return { ...record, time_zone };
}
