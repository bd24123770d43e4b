import { InvalidFields } from '../platform/errors/app-error';

export class SkillTaken extends InvalidFields {
  constructor(field: 'skill_code' | 'name', value: string) {
    super({ [field]: [`"${value}" is taken by another skill. Choose another one.`] });
  }
}

/** The ids that name no skill here, or an archived one. */
export class SkillUnknown extends InvalidFields {
  constructor(ids: readonly string[]) {
    super({ skill_id: [`Unknown or archived skills: ${ids.slice(0, 20).join(', ')}${ids.length > 20 ? ', …' : ''}.`] });
  }
}
