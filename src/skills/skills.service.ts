import { Injectable } from '@nestjs/common';
import type { skills } from '../contract/skills.resource';
import { keyOf } from '../platform/folded';
import { PartsOf, type ResourceParts } from '../tenancy/resources/resource-parts';
import { ResourceService } from '../tenancy/resources/resource-service';
import type { Tenant } from '../tenancy/tenant';
import { Skill } from './skill.entity';
import { SkillUnknown } from './skill.errors';

/** What people can do here. Levels, evidence and targets stand on it and are no business of this service. */
@Injectable()
export class SkillsService extends ResourceService<Skill, typeof skills> {
  constructor(@PartsOf(Skill) parts: ResourceParts<Skill>) {
    super(parts);
  }

  /** Those of `ids` that may be used in something new. @throws SkillUnknown naming the others */
  async activeAmong(tenant: Tenant, ids: readonly string[]): Promise<Skill[]> {
    const asked = new Set(ids);
    const found = await this.parts.records.find(tenant, { skill_id: [...asked], status: 'active' });
    for (const record of found) asked.delete(record.skill_id);
    if (asked.size) throw new SkillUnknown([...asked]);
    return found;
  }

  /** Of skills that are there, active or archived, by their codes in any case: the id that a code names. */
  async idsByCode(tenant: Tenant, codes: readonly string[]): Promise<(code: string) => string | undefined> {
    const skill_code_key = [...new Set(codes.map(keyOf))];
    const found = await this.parts.records.find(tenant, { skill_code_key });
    const ids = new Map(found.map((record) => [record.skill_code_key, record.skill_id]));
    return (code) => ids.get(keyOf(code));
  }

  /** The code of each, by its id, in one statement. */
  async codes(tenant: Tenant): Promise<ReadonlyMap<string, string>> {
    const codes = new Map<string, string>();
    const records = await this.parts.records.columnsOf(tenant, {}, ['skill_id', 'skill_code']);
    for (const { skill_id, skill_code } of records) codes.set(skill_id, skill_code);
    return codes;
  }
}
