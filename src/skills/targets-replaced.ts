import { Injectable, type OnModuleInit } from '@nestjs/common';
import { addDays, dayAt, type Day } from '../platform/calendar';
import { Clock } from '../platform/clock';
import type { Where } from '../platform/database/where';
import { newId } from '../platform/ids';
import { LedgerLocks } from '../staff/ledger-locks';
import type { Batch } from '../tenancy/batch';
import { Reassignments, type Passed } from '../tenancy/reassignments';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { NewRecord, TenantRepository } from '../tenancy/tenant-repository';
import { RoleTarget } from './role-target.entity';
import { SkillTarget } from './skill-target.entity';
import { highestOn, personalOn } from './skill-target';
import { Skill } from './skill.entity';
import { passedOn } from './targets-passed';

/** Of one target: the holder's lock, its end, and those of the other skill (of many at most two each, and one lock). */
const TARGET_ROWS = 3;

type Target = SkillTarget | RoleTarget;
const holderOf = (target: Target): string => ('staff_id' in target ? target.staff_id : target.job_role_id);

/**
 * Another skill takes a skill's place: from today on it is asked of whoever was asked for the first one. What was asked
 * before stays, and so do evidence, withdrawals and exemptions: they are about the skill that they name.
 */
@Injectable()
export class TargetsReplaced implements OnModuleInit {
  constructor(
    @Records(SkillTarget) private readonly personal: TenantRepository<SkillTarget>,
    @Records(RoleTarget) private readonly roles: TenantRepository<RoleTarget>,
    private readonly locks: LedgerLocks,
    private readonly reassignments: Reassignments,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.reassignments.alsoMoves(Skill, {
      move: async (tenant, from, to, batch) => {
        const today = this.today(tenant);
        const asked = { skill_id: from, ...standing<Target>(today) };
        const personal = await holders(tenant, this.personal, asked as Where<SkillTarget>, to, 'staff_id', batch);
        const roles = await holders(tenant, this.roles, asked as Where<RoleTarget>, to, 'job_role_id', batch);
        await this.locks.take(tenant, [...personal, ...roles]);
        return {
          skill_target: await this.pass(tenant, this.personal, { skill_id: from, staff_id: personal }, to, today),
          role_target: await this.pass(tenant, this.roles, { skill_id: from, job_role_id: roles }, to, today),
        };
      },
      stays: async (tenant, skill_id) => {
        const past = { skill_id, to_date: { lt: this.today(tenant) } };
        return {
          skill_target: await this.personal.count(tenant, past),
          role_target: await this.roles.count(tenant, past),
        };
      },
    });
  }

  /** On days on which the other skill is asked for already it is asked for as before. @param whose after their locks were taken */
  private async pass<E extends Target>(
    tenant: Tenant,
    targets: TenantRepository<E>,
    whose: Where<SkillTarget> | Where<RoleTarget>,
    to: string,
    today: Day,
  ): Promise<Passed> {
    const rows = await targets.find(tenant, { ...standing<E>(today), ...whose } as Where<E>);
    if (!rows.length) return { was: [] };
    const own = byHolder(await targets.find(tenant, { ...standing<E>(today), ...whose, skill_id: to } as Where<E>));
    const ended = { to_date: addDays(today, -1) } as Partial<E>;
    const begun = { ...standing<E>(today), ...whose, from_date: { lt: today } } as unknown as Where<E>;
    await targets.update(tenant, begun, ended);
    await targets.remove(tenant, { ...whose, from_date: { gte: today } } as unknown as Where<E>);
    const added = [...byHolder(rows)].flatMap(([holder, old]) =>
      passedOn<Target>(old, own.get(holder) ?? [], stands, today).map(({ target, from_date, to_date }) => ({
        ...unstamped(target),
        skill_id: to,
        from_date,
        to_date,
        target_id: newId(this.clock.now()),
      })),
    );
    if (added.length) await targets.insert(tenant, added as unknown as NewRecord<E>[]);
    return { was: rows.map(unstamped), became: added };
  }

  private today(tenant: Tenant): Day {
    return dayAt(this.clock.now(), tenant.time_zone);
  }
}

/** Whose targets find room, all of one holder's together: the lock, what ends, what begins. In the order of their ids. */
async function holders<E extends Target>(
  tenant: Tenant,
  targets: TenantRepository<E>,
  asked: Where<E>,
  to: string,
  holder: keyof E & string,
  batch: Batch,
): Promise<string[]> {
  const rows = await targets.find(tenant, asked, { limit: batch.reads(TARGET_ROWS), order: [[holder, 'asc']] });
  const found = byHolder(rows);
  const whose = { ...asked, skill_id: to, [holder]: [...found.keys()] } as Where<E>;
  // Each of them may take one that goes along apart.
  const own = byHolder(found.size ? await targets.find(tenant, whose) : []);
  const rowsOf = ([id, old]: readonly [string, E[]]) => old.length * TARGET_ROWS + (own.get(id)?.length ?? 0);
  return batch.take([...found], rowsOf).map(([id]) => id);
}

function byHolder<E extends Target>(targets: readonly E[]): Map<string, E[]> {
  const found = new Map<string, E[]>();
  for (const target of targets) found.set(holderOf(target), [...(found.get(holderOf(target)) ?? []), target]);
  return found;
}

/** Of one holder's targets of one skill. */
const stands = (targets: readonly Target[], day: Day): Target | null =>
  targets[0] && 'staff_id' in targets[0] ? personalOn(targets, day) : highestOn(targets, day);

/** It asks today, or will. */
const standing = <E extends Target>(today: Day): Where<E> =>
  ({ anyOf: [{ to_date: null }, { to_date: { gte: today } }] }) as unknown as Where<E>;

export function unstamped({ customer_id: _own, created_at: _made, updated_at: _changed, ...row }: Target): object {
  const { row_version: _version, ...facts } = row;
  return facts;
}
