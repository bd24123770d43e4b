import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { TargetGridChange } from '../../contract/skill-targets.resource';
import { AuditTrailService } from '../../infrastructure/audit/audit-trail.service';
import { dayAt, type Day } from '../../common/calendar';
import { Clock } from '../../common/clock';
import { isForeignKeyViolation, TransactionManager } from '../../infrastructure/database/transaction-manager';
import type { Where } from '../../infrastructure/database/where';
import { newId } from '../../common/ids';
import { LedgerLocks } from '../staff/ledger-locks';
import { JOB_ROLE_REMOVED } from '../staff/staff.events';
import { DomainEventBus } from '../../tenancy/domain-event-bus';
import { buildAuditEntry } from '../../tenancy/audit-entry';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import type { NewRecord, TenantRepository } from '../../tenancy/tenant-repository';
import { PairReferenceChecker } from './pair-reference-checker';
import { RoleTarget } from './role-target.entity';
import { InvalidGridCellsError } from './skill-ledger.errors';
import { SkillTarget } from './skill-target.entity';
import { planCellEdit, dayBefore } from './target-grid';
import { withoutTimestamps } from './target-reassignment.service';
import { fieldError, type FieldError } from '../../common/errors/field-error';

interface GridCell {
  holder: string;
  skill_id: string;
  level: number | null;
  from_date: Day;
}

/** Sets many targets of staff and job roles at once. */
@Injectable()
export class TargetGridService implements OnModuleInit {
  constructor(
    @InjectTenantRepository(SkillTarget) private readonly skillTargets: TenantRepository<SkillTarget>,
    @InjectTenantRepository(RoleTarget) private readonly roleTargets: TenantRepository<RoleTarget>,
    private readonly referenceChecker: PairReferenceChecker,
    private readonly locks: LedgerLocks,
    private readonly eventBus: DomainEventBus,
    private readonly transactions: TransactionManager,
    private readonly audit: AuditTrailService,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.eventBus.listen(JOB_ROLE_REMOVED, (tenant, role) => this.deleteRoleTargets(tenant, role));
  }

  /**
   * Sets many cells, all or nothing. Unchanged cells are skipped; for duplicate cells the last change wins.
   * @throws InvalidGridCellsError, UnknownStaffError, UnknownReferenceError, UnknownSkillError
   */
  async setGrid(tenant: Tenant, changes: readonly TargetGridChange[]): Promise<{ changed: number; unchanged: number }> {
    refuseInvalidCells(changes);
    const today = dayAt(this.clock.now(), tenant.time_zone);
    const staffCells = cellsOf(changes, 'staff_id', today);
    const roleCells = cellsOf(changes, 'job_role_id', today);
    try {
      const changed = await this.transactions.run(async () => {
        await this.locks.acquire(
          tenant,
          [...staffCells, ...roleCells].map((cell) => cell.holder),
        );
        const changedCount = await this.setCells(tenant, this.skillTargets, 'staff_id', staffCells);
        return changedCount + (await this.setCells(tenant, this.roleTargets, 'job_role_id', roleCells));
      });
      return { changed, unchanged: staffCells.length + roleCells.length - changed };
    } catch (error) {
      if (!isForeignKeyViolation(error)) throw error;
      throw (await this.referenceChecker.findUnknownReference(tenant, changes)) ?? error;
    }
  }

  /** Deletes the targets of a deleted job role, whose lock is already taken. All of them are one audit event. */
  private async deleteRoleTargets(tenant: Tenant, role: { job_role_id: string; name: string }): Promise<void> {
    const { job_role_id } = role;
    const targets = await this.roleTargets.find(tenant, { job_role_id });
    if (!targets.length) return;
    await this.roleTargets.remove(tenant, { job_role_id });
    // The event holds the name of the role, since the role no longer exists.
    const before = { ...role, role_target: targets.map(withoutTimestamps) };
    const options = { subject_type: 'job-role' };
    await this.audit.record(buildAuditEntry(tenant, 'role-target.delete', job_role_id, before, null, options));
  }

  private async setCells<E extends SkillTarget | RoleTarget>(
    tenant: Tenant,
    targets: TenantRepository<E>,
    holder: 'staff_id' | 'job_role_id',
    cells: readonly GridCell[],
  ): Promise<number> {
    if (!cells.length) return 0;
    const where = {
      [holder]: unique(cells.map((cell) => cell.holder)),
      skill_id: unique(cells.map((cell) => cell.skill_id)),
    };
    const rows = new Map<string, E[]>();
    for (const row of await targets.find(tenant, where as Where<E>)) {
      const key = (row as unknown as Record<string, string>)[holder]! + row.skill_id;
      rows.set(key, [...(rows.get(key) ?? []), row]);
    }
    const removed: string[] = [];
    const endedByDay = new Map<Day, string[]>();
    const added: GridCell[] = [];
    const before: GridCell[] = [];
    const after: GridCell[] = [];
    for (const cell of cells) {
      const cellRows = rows.get(cell.holder + cell.skill_id) ?? [];
      const edit = planCellEdit(cellRows, cell.from_date, cell.level);
      if (!edit) continue;
      before.push({ ...cell, level: targetLevelOn(cellRows, cell.from_date) });
      after.push(cell);
      removed.push(...edit.removed);
      endedByDay.set(cell.from_date, [...(endedByDay.get(cell.from_date) ?? []), ...edit.ended]);
      if (edit.added) added.push(cell);
    }
    if (removed.length) await targets.remove(tenant, { target_id: removed } as Where<E>);
    for (const [from_date, target_id] of endedByDay) {
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
      const eventName = holder === 'staff_id' ? 'skill-target.grid' : 'role-target.grid';
      // A single holder is the subject of the event; otherwise each cell names its own.
      const singleHolder = unique(after.map((cell) => cell.holder)).length === 1 ? after[0]!.holder : undefined;
      await this.audit.record(
        buildAuditEntry(tenant, eventName, singleHolder, { changes: before }, { changes: after }),
      );
    }
    return after.length;
  }
}

/** The required level on that day; null: none. */
const targetLevelOn = (rows: readonly (SkillTarget | RoleTarget)[], day: Day): number | null =>
  rows.find(({ from_date, to_date }) => from_date <= day && (to_date === null || to_date >= day))?.level ?? null;

const unique = (ids: readonly string[]): string[] => [...new Set(ids)];

function cellsOf(changes: readonly TargetGridChange[], holder: 'staff_id' | 'job_role_id', today: Day): GridCell[] {
  const cells = new Map<string, GridCell>();
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

function refuseInvalidCells(changes: readonly TargetGridChange[]): void {
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
  if (Object.keys(errors).length) throw new InvalidGridCellsError(errors);
}
