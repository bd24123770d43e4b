import { Injectable } from '@nestjs/common';
import type { skills } from '../contract/skills.resource';
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
}
