import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { TargetGridChange } from '../contract/skill-targets.resource';
import { AuditTrail } from '../platform/audit/audit-trail';
import { dayAt, type Day } from '../platform/calendar';
import { Clock } from '../platform/clock';
import { isForeignKeyRefusal, Transactions } from '../platform/database/transactions';
import type { Where } from '../platform/database/where';
import { newId } from '../platform/ids';
import { LedgerLocks } from '../staff/ledger-locks';
import { JOB_ROLE_ENDS } from '../staff/staff.events';
import { Announcements } from '../tenancy/announcements';
import { auditEntry } from '../tenancy/audit-entry';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { NewRecord, TenantRepository } from '../tenancy/tenant-repository';
import { KnownPairs } from './known-pairs';
import { RoleTarget } from './role-target.entity';
import { UnknownCells } from './skill-ledger.errors';
import { SkillTarget } from './skill-target.entity';
import { cellEdit, dayBefore } from './target-grid';
import { unstamped } from './targets-replaced';
import { fieldError, type FieldError } from '../platform/errors/field-error';

interface Cell {
  holder: string;
  skill_id: string;
  level: number | null;
  from_date: Day;
}

/** What is required of people and of job roles, as a grid of many at once. */
@Injectable()
export class TargetGrids implements OnModuleInit {
  constructor(
    @Records(SkillTarget) private readonly targets: TenantRepository<SkillTarget>,
    @Records(RoleTarget) private readonly roleTargets: TenantRepository<RoleTarget>,
    private readonly known: KnownPairs,
    private readonly locks: LedgerLocks,
    private readonly announcements: Announcements,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.announcements.listen(JOB_ROLE_ENDS, (tenant, role) => this.forgetRole(tenant, role));
  }

  /**
   * Sets many cells, all or nothing; a cell that is so already is left alone. Of two changes of one cell the last stands.
   * @throws UnknownCells, StaffUnknown, UnknownReference, SkillUnknown
   */
  async setGrid(tenant: Tenant, changes: readonly TargetGridChange[]): Promise<{ changed: number; unchanged: number }> {
    refuseUnclear(changes);
    const today = dayAt(this.clock.now(), tenant.time_zone);
    const people = cellsOf(changes, 'staff_id', today);
    const roles = cellsOf(changes, 'job_role_id', today);
    try {
      const changed = await this.transactions.run(async () => {
        await this.locks.take(
          tenant,
          [...people, ...roles].map((cell) => cell.holder),
        );
        const first = await this.setCells(tenant, this.targets, 'staff_id', people);
        return first + (await this.setCells(tenant, this.roleTargets, 'job_role_id', roles));
      });
      return { changed, unchanged: people.length + roles.length - changed };
    } catch (error) {
      if (!isForeignKeyRefusal(error)) throw error;
      throw (await this.known.unknownAmong(tenant, changes)) ?? error;
    }
  }

  /** A job role goes, with its lock taken; what it asked for is told in one event, however much that was. */
  private async forgetRole(tenant: Tenant, role: { job_role_id: string; name: string }): Promise<void> {
    const { job_role_id } = role;
    const targets = await this.roleTargets.find(tenant, { job_role_id });
    if (!targets.length) return;
    await this.roleTargets.remove(tenant, { job_role_id });
    // The role is gone when somebody reads of it: the event says what it was called.
    const was = { ...role, role_target: targets.map(unstamped) };
    const about = { subject_type: 'job-role' };
    await this.audit.record(auditEntry(tenant, 'role-target.delete', job_role_id, was, null, about));
  }

  private async setCells<E extends SkillTarget | RoleTarget>(
    tenant: Tenant,
    targets: TenantRepository<E>,
    holder: 'staff_id' | 'job_role_id',
    cells: readonly Cell[],
  ): Promise<number> {
    if (!cells.length) return 0;
    const asked = {
      [holder]: unique(cells.map((cell) => cell.holder)),
      skill_id: unique(cells.map((cell) => cell.skill_id)),
    };
    const rows = new Map<string, E[]>();
    for (const row of await targets.find(tenant, asked as Where<E>)) {
      const name = (row as unknown as Record<string, string>)[holder]! + row.skill_id;
      rows.set(name, [...(rows.get(name) ?? []), row]);
    }
    const removed: string[] = [];
    const ended = new Map<Day, string[]>();
    const added: Cell[] = [];
    const before: Cell[] = [];
    const after: Cell[] = [];
    for (const cell of cells) {
      const known = rows.get(cell.holder + cell.skill_id) ?? [];
      const edit = cellEdit(known, cell.from_date, cell.level);
      if (!edit) continue;
      before.push({ ...cell, level: levelOn(known, cell.from_date) });
      after.push(cell);
      removed.push(...edit.removed);
      ended.set(cell.from_date, [...(ended.get(cell.from_date) ?? []), ...edit.ended]);
      if (edit.added) added.push(cell);
    }
    if (removed.length) await targets.remove(tenant, { target_id: removed } as Where<E>);
    for (const [from_date, target_id] of ended) {
      if (target_id.length)
        await targets.update(tenant, { target_id } as Where<E>, { to_date: dayBefore(from_date) } as Partial<E>);
    }
    const records = added.map(({ holder: id, skill_id, from_date, level }) => ({
      [holder]: id,
      skill_id,
      from_date,
      level,
      to_date: null,
      target_id: newId(this.clock.now()),
      ...(holder === 'staff_id' && { reason: null }),
    }));
    if (records.length) await targets.insert(tenant, records as unknown as NewRecord<E>[]);
    if (after.length) {
      const subject = holder === 'staff_id' ? 'skill-target.grid' : 'role-target.grid';
      // One holder is the subject; of several each cell names its own.
      const only = unique(after.map((cell) => cell.holder)).length === 1 ? after[0]!.holder : undefined;
      await this.audit.record(auditEntry(tenant, subject, only, { changes: before }, { changes: after }));
    }
    return after.length;
  }
}

/** The level that was asked for on that day; null: none. */
const levelOn = (rows: readonly (SkillTarget | RoleTarget)[], day: Day): number | null =>
  rows.find(({ from_date, to_date }) => from_date <= day && (to_date === null || to_date >= day))?.level ?? null;

const unique = (ids: readonly string[]): string[] => [...new Set(ids)];

function cellsOf(changes: readonly TargetGridChange[], holder: 'staff_id' | 'job_role_id', today: Day): Cell[] {
  const cells = new Map<string, Cell>();
  for (const change of changes) {
    const id = change[holder];
    if (!id) continue;
    cells.set(id + change.skill_id, {
      holder: id,
      skill_id: change.skill_id,
      level: change.level,
      from_date: change.from_date ?? today,
    });
  }
  return [...cells.values()];
}

function refuseUnclear(changes: readonly TargetGridChange[]): void {
  const errors: Record<string, FieldError[]> = {};
  changes.forEach(({ staff_id, job_role_id, level }, index) => {
    if (Boolean(staff_id) === Boolean(job_role_id)) {
      errors[`changes.${index}.staff_id`] = [fieldError('person_or_role', 'Send either a staff member or a job role.')];
    } else if (job_role_id && level === 0) {
      errors[`changes.${index}.level`] = [
        fieldError('role_level', 'A job role target is level 1 or more. Send null to require nothing.'),
      ];
    }
  });
  if (Object.keys(errors).length) throw new UnknownCells(errors);
}
