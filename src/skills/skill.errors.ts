import { UnknownAmong } from '../platform/errors/record-errors';

/** The ids that name no skill here, or an archived one. */
export class SkillUnknown extends UnknownAmong {
  constructor(ids: readonly string[]) {
    super('skill_id', 'Unknown or archived skills', ids);
  }
}
