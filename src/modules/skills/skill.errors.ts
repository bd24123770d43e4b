import { UnavailableReferencesError } from '../../common/errors/record.errors';

/** Unknown or archived skills. */
export class UnknownSkillError extends UnavailableReferencesError {
  constructor(ids: readonly string[]) {
    super('skill_id', 'Unknown or archived skills', ids);
  }
}
