import { Injectable } from '@nestjs/common';
import { SEATED_STATUSES, staff as definition, type StaffRow } from '../contract/staff.resource';
import { Accounts } from '../accounts/accounts.service';
import { StaffAddresses } from '../accounts/staff-addresses';
import { AuditTrail } from '../platform/audit/audit-trail';
import { Clock } from '../platform/clock';
import { Transactions, isDuplicate, isForeignKeyRefusal } from '../platform/database/transactions';
import type { ListRequest } from '../platform/definitions/list-query';
import { recordOf, rowOf } from '../platform/definitions/row';
import { InvalidFields, NotFound } from '../platform/errors/app-error';
import { keyOf } from '../platform/folded';
import { newId } from '../platform/ids';
import { timeZoneNamed } from '../platform/time-zones';
import { PlanUsage } from '../subscriptions/plan-usage';
import { References } from '../tenancy/references';
import { seen } from '../tenancy/seen';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { PageOf, TenantRepository } from '../tenancy/tenant-repository';
import { EmploymentChanges } from './employment-changes';
import { Employments } from './employments';
import { JobRolesHeld } from './job-roles-held.service';
import { LedgerLocks } from './ledger-locks';
import { PlacesService } from './places.service';
import type { StaffChange, StaffWrite } from './staff.dto';
import { StaffLines } from './staff-lines';
import { Staff } from './staff.entity';
import { StaffCodeTaken, StaffUnknown, StillInUse, UnknownReference } from './staff.errors';

/** Who works here. Employment (invite, suspend, leave) is in employment.service.ts. */
@Injectable()
export class StaffService {
  constructor(
    @Records(Staff) private readonly staff: TenantRepository<Staff>,
    private readonly transactions: Transactions,
    private readonly places: PlacesService,
    private readonly accounts: Accounts,
    private readonly addresses: StaffAddresses,
    private readonly usage: PlanUsage,
    private readonly audit: AuditTrail,
    private readonly changes: EmploymentChanges,
    private readonly roles: JobRolesHeld,
    private readonly employments: Employments,
    private readonly lines: StaffLines,
    private readonly locks: LedgerLocks,
    private readonly references: References,
    private readonly clock: Clock,
  ) {}

  /** A manager sees the own line, a learner the own row (contract.md, Who may do what). */
  async list(tenant: Tenant, request: ListRequest<Staff>): Promise<PageOf<StaffRow>> {
    const where = seen<Staff>(tenant, request.where);
    const page = await this.staff.page(tenant, { ...request, where });
    return { ...page, rows: page.rows.map((record) => rowOf(definition, record)) };
  }

  /** @throws NotFound */
  async one(tenant: Tenant, staff_id: string): Promise<StaffRow> {
    return rowOf(definition, await this.record(tenant, staff_id));
  }

  /** Takes a seat of the plan. @throws PlanLimitReached, StaffCodeTaken, UnknownReference, InvalidFields */
  async create(tenant: Tenant, body: StaffWrite): Promise<StaffRow> {
    const [row] = await this.createMany(tenant, [body]);
    return row!;
  }

  /** All or nothing, against the plan's limit too. */
  async createMany(tenant: Tenant, bodies: readonly StaffWrite[]): Promise<StaffRow[]> {
    const records = bodies.map((body) => ({
      ...inKnownZone(recordOf(definition, body, 'create') as Partial<Staff>),
      staff_id: newId(this.clock.now()),
      status: 'active',
      last_active_day: null,
      account_role: null,
      invited_at: null,
    }));
    await this.refuseReservedCodes(tenant, records);
    await this.guarded(tenant, records, () =>
      this.transactions.run(async () => {
        const placed = records.map(({ staff_id, manager_id = null }) => ({ staff_id, manager_id }));
        const isStructured = placed.some(({ manager_id }) => manager_id !== null);
        if (isStructured) await this.lines.changing(tenant);
        await this.usage.take(tenant, 'staff', records.length);
        await this.staff.insert(tenant, records);
        if (isStructured) await this.lines.place(tenant, placed);
        await this.audit.record(
          ...records.map((record) => this.entry(tenant, 'create', record.staff_id, null, record)),
        );
      }),
    );
    const created = await this.staff.find(tenant, { staff_id: records.map((record) => record.staff_id) });
    return created.map((record) => rowOf(definition, record));
  }

  /**
   * Whoever signs in with the old e-mail does so until the new one is confirmed by mail.
   * @throws NotFound, Stale, StaffCodeTaken, UnknownReference, ManagerCircle, TooManyTries
   */
  async change(tenant: Tenant, staff_id: string, body: StaffChange): Promise<StaffRow> {
    const change = inKnownZone(recordOf(definition, body, 'change') as Partial<Staff>);
    await this.refuseReservedCodes(tenant, [change]);
    await this.guarded(tenant, [change], () =>
      this.transactions.run(async () => {
        if (change.manager_id !== undefined) await this.lines.changing(tenant);
        const rewrites = change.joined !== undefined || change.job_role_id !== undefined;
        if (rewrites) await this.locks.take(tenant, [staff_id]);
        const was = await this.record(tenant, staff_id);
        if (change.joined && was.last_active_day && change.joined > was.last_active_day) {
          throw new InvalidFields({ joined: ['This is after the last active day.'] });
        }
        if (change.joined) await this.refuseOverlap(tenant, staff_id, change.joined);
        if (!(await this.staff.change(tenant, { staff_id }, change, body.row_version)))
          throw new NotFound('staff member');
        if (change.manager_id !== undefined && change.manager_id !== was.manager_id)
          await this.lines.move(tenant, staff_id, was.manager_id, change.manager_id);
        if (was.account_role) await this.accountFollows(tenant, was, change);
        await this.audit.record(this.entry(tenant, 'change', staff_id, pick(was, change), change));
        if (change.job_role_id !== undefined && change.job_role_id !== was.job_role_id) {
          await this.roles.changed(tenant, was, change.job_role_id);
        }
        if (change.joined && change.joined !== was.joined) await this.changes.tell(tenant, [staff_id]);
      }),
    );
    return this.one(tenant, staff_id);
  }

  /** Only while nothing refers to them; otherwise leaving keeps the history. @throws NotFound, StillInUse */
  async remove(tenant: Tenant, staff_id: string): Promise<void> {
    try {
      await this.transactions.run(async () => {
        await this.lines.changing(tenant);
        const was = await this.record(tenant, staff_id);
        if (was.account_role) throw new StillInUse('staff member', { accounts: 1 });
        await this.roles.forget(tenant, staff_id);
        await this.employments.forget(tenant, staff_id);
        await this.locks.forget(tenant, staff_id);
        await this.staff.remove(tenant, { staff_id });
        await this.lines.forget(tenant, was);
        if ((SEATED_STATUSES as readonly string[]).includes(was.status)) await this.usage.give(tenant, 'staff');
        await this.audit.record(this.entry(tenant, 'delete', staff_id, was, null));
      });
    } catch (error) {
      if (!isForeignKeyRefusal(error)) throw error;
      throw new StillInUse('staff member', await this.references.countsOf(tenant, Staff, staff_id));
    }
  }

  /** Those of `ids` who can be assigned something today. @throws StaffUnknown naming the others */
  async activeAmong(tenant: Tenant, ids: readonly string[]): Promise<Staff[]> {
    const found = await this.staff.find(tenant, { staff_id: [...new Set(ids)], status: ['active', 'invited'] });
    if (found.length === new Set(ids).size) return found;
    const known = new Set(found.map((record) => record.staff_id));
    throw new StaffUnknown([...new Set(ids)].filter((id) => !known.has(id)));
  }

  /** @throws NotFound */
  async record(tenant: Tenant, staff_id: string): Promise<Staff> {
    const record = await this.staff.one(tenant, seen<Staff>(tenant, { staff_id }));
    if (!record) throw new NotFound('staff member');
    return record;
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
      throw new InvalidFields({ joined: [`They were employed before, until ${before.to_date}. Choose a later day.`] });
  }

  private async accountFollows(tenant: Tenant, was: Staff, change: Partial<Staff>): Promise<void> {
    const { staff_id } = was;
    const { staff_code, first_name, last_name, email } = change;
    const given = { staff_code, first_name, last_name };
    const said = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    await this.accounts.follow(tenant, staff_id, said);
    if (email && email !== was.email) await this.addresses.moved(tenant, staff_id, email);
  }

  /** Turns what the database's keys refuse into what the user can mend. */
  private async guarded(tenant: Tenant, given: readonly Partial<Staff>[], work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (isDuplicate(error)) throw new StaffCodeTaken(await this.takenAmong(tenant, given));
      if (isForeignKeyRefusal(error)) throw new UnknownReference(await this.places.missingAmong(tenant, given));
      throw error;
    }
  }

  private async takenAmong(tenant: Tenant, given: readonly Partial<Staff>[]): Promise<string> {
    const codes = given.map((record) => record.staff_code ?? '');
    const taken = await this.staff.find(tenant, { staff_code_key: codes.map(keyOf) });
    const keys = new Set(taken.map((record) => record.staff_code_key));
    return (
      codes.find((code) => keys.has(keyOf(code))) ??
      codes.find((code, i) => codes.indexOf(code) !== i) ??
      codes[0] ??
      ''
    );
  }

  private entry(tenant: Tenant, what: string, staff_id: string, was: object | null, became: object | null) {
    return {
      customer_id: tenant.customer_id,
      account_id: tenant.actor.account_id,
      role: tenant.actor.role,
      action: `staff.${what}`,
      subject_type: 'staff',
      subject_id: staff_id,
      was,
      became,
    };
  }
}

function inKnownZone(record: Partial<Staff>): Partial<Staff> {
  if (!record.time_zone) return record;
  const time_zone = timeZoneNamed(record.time_zone);
  if (!time_zone) throw new InvalidFields({ time_zone: ['Choose a time zone such as Asia/Kolkata.'] });
  return { ...record, time_zone };
}

function pick(from: object, like: object): object {
  return Object.fromEntries(Object.keys(like).map((name) => [name, (from as Record<string, unknown>)[name]]));
}
