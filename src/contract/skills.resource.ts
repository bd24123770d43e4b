import { choice, uniqueCode, flag, id, level, markdown, archiveStatus, text, uniqueName, integer } from './fields';
import { resource, type RowOf } from './resource';

const SIGNOFF_ROLES = ['admin', 'manager'] as const;

/** Skil Master: skills and the headcount needed. The API spells it skil_code in legacy calls. */
export const skills = resource({
  name: 'skills',
  id: 'skill_id',
  title: ['skill_code', 'name'],
  default_sort: [['name', 'asc']],
  read: ['platform', 'admin', 'user', 'api_key'],
  write: ['admin'],
  remove: 'delete',
  archives: true,
  imported_by: ['skill_code'],
  reassign: ['skill_target', 'role_target', 'training_skill', 'question'],
  searched_by_words: true,
  sort_stamps: true,
  fields: {
    skill_id: id(),
    skill_code: uniqueCode({ section: 'what', example: 'FORK' }),
    name: uniqueName(150, { section: 'what', example: 'Forklift driving' }),
    skill_group: text({ max: 100, list: 'shown', section: 'what', example: 'Logistics' }),
    /** People qualify from this level on (docs/skill-levels.md). */
    min_level: level({ min: 1, initial: 3, list: 'shown', section: 'need', example: 3 }),
    /** Empty: coverage is "–", never 0 or 100 %. */
    required_headcount: integer({ min: 1, max: 100_000, list: 'shown', section: 'need', example: 2 }),
    validity_months: integer({ min: 1, max: 600, list: 'shown', section: 'need', example: 12 }),
    /** New evidence counts as 0 until it is signed off (docs/skill-levels.md). */
    requires_signoff: flag({ initial: false, list: 'hidden', section: 'need' }),
    /** Who signs off: only admins, or also managers above the person. Never one's own evidence. */
    signoff_by: choice(SIGNOFF_ROLES, { sort: false, initial: 'admin', list: 'hidden', section: 'need' }),
    critical: flag({ initial: false, list: 'hidden', section: 'need' }),
    description: markdown({
      section: 'what',
      example: 'Drives counterbalance trucks up to 3 t, loads and unloads lorries.',
    }),
    status: archiveStatus(),
  },
});
export type SkillRow = RowOf<typeof skills>;
