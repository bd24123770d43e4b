import { Injectable } from '@nestjs/common';
import { skills as definition, type SkillRow } from '../contract/skills.resource';
import { AuditTrail } from '../platform/audit/audit-trail';
import { Clock } from '../platform/clock';
import { Transactions, isDuplicate, isForeignKeyRefusal } from '../platform/database/transactions';
import type { ListRequest } from '../platform/definitions/list-query';
import { recordOf, rowOf } from '../platform/definitions/row';
import { NotFound } from '../platform/errors/app-error';
import { keyOf } from '../platform/folded';
import { newId } from '../platform/ids';
import { StillInUse, WrongStatus } from '../staff/staff.errors';
import { auditEntry, sameFields } from '../tenancy/audit-entry';
import { References } from '../tenancy/references';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { PageOf, TenantRepository } from '../tenancy/tenant-repository';
import { Skill } from './skill.entity';
import { SkillTaken, SkillUnknown } from './skill.errors';
import type { SkillChange, SkillWrite } from './skills.dto';

/** What people can do here. Levels, evidence and targets stand on it and are no business of this service. */
@Injectable()
export class SkillsService {
  constructor(
    @Records(Skill) private readonly skills: TenantRepository<Skill>,
    private readonly references: References,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async list(tenant: Tenant, request: ListRequest<Skill>): Promise<PageOf<SkillRow>> {
    const page = await this.skills.page(tenant, request);
    return { ...page, rows: page.rows.map((record) => rowOf(definition, record)) };
  }

  /** @throws NotFound */
  async one(tenant: Tenant, skill_id: string): Promise<SkillRow> {
    return rowOf(definition, await this.record(tenant, skill_id));
  }

  /** @throws SkillTaken */
  async create(tenant: Tenant, body: SkillWrite): Promise<SkillRow> {
    const [row] = await this.createMany(tenant, [body]);
    return row!;
  }

  /** All or nothing. @throws SkillTaken */
  async createMany(tenant: Tenant, bodies: readonly SkillWrite[]): Promise<SkillRow[]> {
    const records = bodies.map((body) => ({
      ...(recordOf(definition, body, 'create') as Partial<Skill>),
      skill_id: newId(this.clock.now()),
      status: 'active',
    }));
    await this.guarded(tenant, records, () =>
      this.transactions.run(async () => {
        await this.skills.insert(tenant, records);
        await this.audit.record(
          ...records.map((record) => auditEntry(tenant, 'skill.create', record.skill_id, null, record)),
        );
      }),
    );
    const made = new Map(
      (await this.skills.find(tenant, { skill_id: records.map((record) => record.skill_id) })).map((each) => [
        each.skill_id,
        each,
      ]),
    );
    return records.map((record) => rowOf(definition, made.get(record.skill_id)!));
  }

  /** @throws NotFound, Stale, SkillTaken */
  async change(tenant: Tenant, skill_id: string, body: SkillChange): Promise<SkillRow> {
    const change = recordOf(definition, body, 'change') as Partial<Skill>;
    await this.guarded(tenant, [{ ...change, skill_id }], () =>
      this.transactions.run(async () => {
        const was = await this.record(tenant, skill_id);
        if (!(await this.skills.change(tenant, { skill_id }, change, body.row_version))) throw new NotFound('skill');
        await this.audit.record(auditEntry(tenant, 'skill.change', skill_id, sameFields(was, change), change));
      }),
    );
    return this.one(tenant, skill_id);
  }

  /** Only while nothing refers to it; otherwise archive it. @throws NotFound, StillInUse with counts */
  async remove(tenant: Tenant, skill_id: string): Promise<void> {
    try {
      await this.transactions.run(async () => {
        const was = await this.record(tenant, skill_id);
        await this.skills.remove(tenant, { skill_id });
        await this.audit.record(auditEntry(tenant, 'skill.delete', skill_id, was, null));
      });
    } catch (error) {
      if (!isForeignKeyRefusal(error)) throw error;
      throw new StillInUse('skill', await this.references.countsOf(tenant, Skill, skill_id));
    }
  }

  /** Kept with its history, offered no more. @throws NotFound, WrongStatus */
  async archive(tenant: Tenant, skill_id: string): Promise<SkillRow> {
    return this.moving(tenant, skill_id, 'archive', 'active', 'archived');
  }

  /** @throws NotFound, WrongStatus */
  async unarchive(tenant: Tenant, skill_id: string): Promise<SkillRow> {
    return this.moving(tenant, skill_id, 'unarchive', 'archived', 'active');
  }

  /** Those of `ids` that may be used in something new. @throws SkillUnknown naming the others */
  async activeAmong(tenant: Tenant, ids: readonly string[]): Promise<Skill[]> {
    const asked = new Set(ids);
    const found = await this.skills.find(tenant, { skill_id: [...asked], status: 'active' });
    for (const record of found) asked.delete(record.skill_id);
    if (asked.size) throw new SkillUnknown([...asked]);
    return found;
  }

  /** @throws NotFound */
  async record(tenant: Tenant, skill_id: string): Promise<Skill> {
    const record = await this.skills.one(tenant, { skill_id });
    if (!record) throw new NotFound('skill');
    return record;
  }

  /** By its code, in any case of letters; null when there is none. */
  async byCode(tenant: Tenant, skill_code: string): Promise<Skill | null> {
    return this.skills.one(tenant, { skill_code_key: keyOf(skill_code) });
  }

  private async moving(tenant: Tenant, skill_id: string, command: string, from: string, to: string): Promise<SkillRow> {
    await this.transactions.run(async () => {
      if (!(await this.skills.update(tenant, { skill_id, status: from }, { status: to }))) {
        throw new WrongStatus(command, (await this.record(tenant, skill_id)).status);
      }
      await this.audit.record(auditEntry(tenant, `skill.${command}`, skill_id, { status: from }, { status: to }));
    });
    return this.one(tenant, skill_id);
  }

  /** The key decides; which of the two it was is looked up only afterwards. */
  private async guarded(tenant: Tenant, given: readonly Partial<Skill>[], work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      throw await this.taken(tenant, given);
    }
  }

  private async taken(tenant: Tenant, given: readonly Partial<Skill>[]): Promise<SkillTaken> {
    for (const { skill_id, skill_code } of given) {
      const holder = skill_code ? await this.byCode(tenant, skill_code) : null;
      if (skill_code && (repeated(given, 'skill_code', skill_code) || (holder && holder.skill_id !== skill_id))) {
        return new SkillTaken('skill_code', skill_code);
      }
    }
    return new SkillTaken('name', given.find((each) => each.name)?.name ?? '');
  }
}

function repeated(given: readonly Partial<Skill>[], field: 'skill_code' | 'name', value: string): boolean {
  return given.filter((each) => keyOf(each[field] ?? '') === keyOf(value)).length > 1;
}
