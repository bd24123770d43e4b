import { choice, code, flag, id, level, markdown, shelved, text, title, whole } from './fields';
import { resource, type RowOf } from './resource';

const SIGNED_OFF_BY = ['admin', 'manager'] as const;

/** Skil Master: what somebody can do, and how many of them the organisation needs. Spelt skil_code on the wire. */
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
    skill_code: code({ section: 'what', example: 'FORK' }),
    name: title(150, { section: 'what', example: 'Forklift driving' }),
    skill_group: text({ max: 100, list: 'shown', section: 'what', example: 'Logistics' }),
    /** From this level on somebody counts as qualified (reports.md §3). */
    min_level: level({ min: 1, initial: 3, list: 'shown', section: 'need', example: 3 }),
    /** Unset: coverage is "–", never 0 or 100 %. */
    required_headcount: whole({ min: 1, max: 100_000, list: 'shown', section: 'need', example: 2 }),
    validity_months: whole({ min: 1, max: 600, list: 'shown', section: 'need', example: 12 }),
    /** New evidence waits and counts 0 until it is signed off (reports.md §2). */
    requires_signoff: flag({ initial: false, list: 'hidden', section: 'need' }),
    /** Who signs it off: an admin, or whoever the person stands below, too; nobody their own. */
    signoff_by: choice(SIGNED_OFF_BY, { sort: false, initial: 'admin', list: 'hidden', section: 'need' }),
    critical: flag({ initial: false, list: 'hidden', section: 'need' }),
    description: markdown({
      section: 'what',
      example: 'Drives counterbalance trucks up to 3 t, loads and unloads lorries.',
    }),
    status: shelved(),
  },
});
export type SkillRow = RowOf<typeof skills>;
