import { Injectable } from '@nestjs/common';
import type { skills } from '../../contract/skills.resource';
import { normalizeKey } from '../../common/text-normalization';
import { InjectResourceContext, type ResourceContext } from '../../crud/resource-context';
import { ResourceService } from '../../crud/resource.service';
import type { Tenant } from '../../tenancy/tenant';
import { Skill } from './skill.entity';
import { UnknownSkillError } from './skill.errors';

/** Skills. Levels, evidence and targets have services of their own. */
@Injectable()
export class SkillsService extends ResourceService<Skill, typeof skills> {
  constructor(@InjectResourceContext(Skill) context: ResourceContext<Skill>) {
    super(context);
  }

  /** The skills of `ids`. @throws UnknownSkillError if one is unknown or archived */
  async getActive(tenant: Tenant, ids: readonly string[]): Promise<Skill[]> {
    const missingIds = new Set(ids);
    const records = await this.context.records.find(tenant, { skill_id: [...missingIds], status: 'active' });
    for (const record of records) missingIds.delete(record.skill_id);
    if (missingIds.size) throw new UnknownSkillError([...missingIds]);
    return records;
  }

  /** Looks up ids by code, ignoring case, including archived skills. */
  async idsByCode(tenant: Tenant, codes: readonly string[]): Promise<(code: string) => string | undefined> {
    const skill_code_key = [...new Set(codes.map(normalizeKey))];
    const records = await this.context.records.find(tenant, { skill_code_key });
    const ids = new Map(records.map((record) => [record.skill_code_key, record.skill_id]));
    return (code) => ids.get(normalizeKey(code));
  }

  /** Codes of all skills, by id. */
  async codes(tenant: Tenant): Promise<ReadonlyMap<string, string>> {
    const codes = new Map<string, string>();
    const records = await this.context.records.findColumns(tenant, {}, ['skill_id', 'skill_code']);
    for (const { skill_id, skill_code } of records) codes.set(skill_id, skill_code);
    return codes;
  }
}
