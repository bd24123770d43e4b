import { choice, flag, id, level, markdown, text, whole } from './fields';
import { resource, type RowOf } from './resource';

export const SKILL_STATUSES = ['active', 'archived'] as const;
export const SIGNED_OFF_BY = ['admin', 'manager'] as const;

/** Skil Master: what somebody can do, and how many of them the organisation needs. Spelt skil_code on the wire. */
export const skills = resource({
  name: 'skills',
  id: 'skill_id',
  title: ['skill_code', 'name'],
  default_sort: [['name', 'asc']],
  read: ['platform', 'admin', 'user', 'api_key'],
  write: ['admin'],
  remove: 'delete',
  searched_by_words: true,
  sort_stamps: true,
  fields: {
    skill_id: id(),
    skill_code: text({
      max: 40,
      required: true,
      keyed: true,
      list: 'shown',
      search: true,
      section: 'what',
      example: 'FORK',
    }),
    name: text({
      max: 150,
      required: true,
      keyed: true,
      folded: true,
      list: 'shown',
      search: true,
      section: 'what',
      example: 'Forklift driving',
    }),
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
    status: choice(SKILL_STATUSES, { write: 'none', initial: 'active', list: 'shown' }),
  },
});
export type SkillRow = RowOf<typeof skills>;
