import { Injectable, type OnModuleInit } from '@nestjs/common';
import { addDays, dayAt, type Day } from '../../common/calendar';
import { Clock } from '../../common/clock';
import type { Where } from '../../infrastructure/database/where';
import { newId } from '../../common/ids';
import { LedgerLocks } from '../staff/ledger-locks';
import type { TransactionBatch } from '../../tenancy/transaction-batch';
import { ReassignmentsService, type MovedRows } from '../../tenancy/reassignments.service';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import type { NewRecord, TenantRepository } from '../../tenancy/tenant-repository';
import { RoleTarget } from './role-target.entity';
import { SkillTarget } from './skill-target.entity';
import { highestRoleTargetOn, personalTargetOn } from './skill-target';
import { Skill } from './skill.entity';
import { transferTargets } from './target-transfer';

/** Rows that moving one target writes at most: the holder's lock, its own end, and the new target. */
const ROWS_PER_TARGET = 3;

type Target = SkillTarget | RoleTarget;
const holderId = (target: Target): string => ('staff_id' in target ? target.staff_id : target.job_role_id);

/**
 * Moves targets when a skill is reassigned to another skill: from today on the other skill is required instead. Past
 * targets, evidence, revocations and exemptions keep the original skill.
 */
@Injectable()
export class TargetReassignmentService implements OnModuleInit {
  constructor(
    @InjectTenantRepository(SkillTarget) private readonly skillTargets: TenantRepository<SkillTarget>,
    @InjectTenantRepository(RoleTarget) private readonly roleTargets: TenantRepository<RoleTarget>,
    private readonly locks: LedgerLocks,
    private readonly reassignmentsService: ReassignmentsService,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.reassignmentsService.registerReferences(Skill, {
      move: async (tenant, from, to, batch) => {
        const today = this.today(tenant);
        const where = { skill_id: from, ...currentOrFuture<Target>(today) };
        const staffIds = await findHolders(
          tenant,
          this.skillTargets,
          where as Where<SkillTarget>,
          to,
          'staff_id',
          batch,
        );
        const roleIds = await findHolders(
          tenant,
          this.roleTargets,
          where as Where<RoleTarget>,
          to,
          'job_role_id',
          batch,
        );
        await this.locks.acquire(tenant, [...staffIds, ...roleIds]);
        return {
          skill_target: await this.moveTargets(
            tenant,
            this.skillTargets,
            { skill_id: from, staff_id: staffIds },
            to,
            today,
          ),
          role_target: await this.moveTargets(
            tenant,
            this.roleTargets,
            { skill_id: from, job_role_id: roleIds },
            to,
            today,
          ),
        };
      },
      countHistory: async (tenant, skill_id) => {
        const where = { skill_id, to_date: { lt: this.today(tenant) } };
        return {
          skill_target: await this.skillTargets.count(tenant, where),
          role_target: await this.roleTargets.count(tenant, where),
        };
      },
    });
  }

  /** Existing targets of the other skill stay unchanged. @param holderFilter holders whose locks are taken */
  private async moveTargets<E extends Target>(
    tenant: Tenant,
    targets: TenantRepository<E>,
    holderFilter: Where<SkillTarget> | Where<RoleTarget>,
    to: string,
    today: Day,
  ): Promise<MovedRows> {
    const rows = await targets.find(tenant, { ...currentOrFuture<E>(today), ...holderFilter } as Where<E>);
    if (!rows.length) return { was: [] };
    const targetsOfNewSkill = groupByHolder(
      await targets.find(tenant, { ...currentOrFuture<E>(today), ...holderFilter, skill_id: to } as Where<E>),
    );
    const endValues = { to_date: addDays(today, -1) } as Partial<E>;
    const startedBefore = {
      ...currentOrFuture<E>(today),
      ...holderFilter,
      from_date: { lt: today },
    } as unknown as Where<E>;
    await targets.update(tenant, startedBefore, endValues);
    await targets.remove(tenant, { ...holderFilter, from_date: { gte: today } } as unknown as Where<E>);
    const added = [...groupByHolder(rows)].flatMap(([holderKey, oldTargets]) =>
      transferTargets<Target>(oldTargets, targetsOfNewSkill.get(holderKey) ?? [], effectiveTarget, today).map(
        ({ target, from_date, to_date }) => ({
          ...withoutTimestamps(target),
          skill_id: to,
          from_date,
          to_date,
          target_id: newId(this.clock.now()),
        }),
      ),
    );
    if (added.length) await targets.insert(tenant, added as unknown as NewRecord<E>[]);
    return { was: rows.map(withoutTimestamps), became: added };
  }

  private today(tenant: Tenant): Day {
    return dayAt(this.clock.now(), tenant.time_zone);
  }
}

/** Holders that fit into the batch, sorted by id; all targets of one holder move together. */
async function findHolders<E extends Target>(
  tenant: Tenant,
  targets: TenantRepository<E>,
  where: Where<E>,
  to: string,
  holder: keyof E & string,
  transactionBatch: TransactionBatch,
): Promise<string[]> {
  const rows = await targets.find(tenant, where, {
    limit: transactionBatch.readLimit(ROWS_PER_TARGET),
    order: [[holder, 'asc']],
  });
  const targetsByHolder = groupByHolder(rows);
  const holderFilter = { ...where, skill_id: to, [holder]: [...targetsByHolder.keys()] } as Where<E>;
  // Each existing target of the other skill can split a moved target in two.
  const targetsOfNewSkill = groupByHolder(targetsByHolder.size ? await targets.find(tenant, holderFilter) : []);
  const rowsOf = ([id, oldTargets]: readonly [string, E[]]) =>
    oldTargets.length * ROWS_PER_TARGET + (targetsOfNewSkill.get(id)?.length ?? 0);
  return transactionBatch.take([...targetsByHolder], rowsOf).map(([id]) => id);
}

function groupByHolder<E extends Target>(targets: readonly E[]): Map<string, E[]> {
  const targetsByHolder = new Map<string, E[]>();
  for (const target of targets)
    targetsByHolder.set(holderId(target), [...(targetsByHolder.get(holderId(target)) ?? []), target]);
  return targetsByHolder;
}

/** The target that applies on a day. @param targets of one holder and one skill */
const effectiveTarget = (targets: readonly Target[], day: Day): Target | null =>
  targets[0] && 'staff_id' in targets[0] ? personalTargetOn(targets, day) : highestRoleTargetOn(targets, day);

/** Targets that apply today or later. */
const currentOrFuture = <E extends Target>(today: Day): Where<E> =>
  ({ anyOf: [{ to_date: null }, { to_date: { gte: today } }] }) as unknown as Where<E>;

export function withoutTimestamps({
  customer_id: _customerId,
  created_at: _createdAt,
  updated_at: _updatedAt,
  ...row
}: Target): object {
  const { row_version: _rowVersion, ...columns } = row;
  return columns;
}
