import { day, id, ref, text } from './fields';
import { resource, type RowOf } from './resource';

const commonFields = {
  staff_id: ref('staff', { required: true, write: 'create', list: 'shown', section: 'who' }),
  skill_id: ref('skills', { required: true, write: 'create', list: 'shown', section: 'who' }),
  from_date: day({ required: true, write: 'create', list: 'shown', section: 'when', example: '2026-02-10' }),
} as const;

/** Revokes a skill for a period: the level is 0, the evidence stays. Ended by a command. */
export const revocations = resource({
  name: 'revocations',
  id: 'revocation_id',
  title: ['from_date'],
  default_sort: [['from_date', 'desc']],
  read: ['platform', 'admin', 'user', 'api_key'],
  write: ['admin'],
  remove: 'none',
  change: false,
  fields: {
    revocation_id: id(),
    ...commonFields,
    /** Last day; empty: until further notice. */
    to_date: day({ write: 'create', list: 'shown', section: 'when', example: '2026-03-10' }),
    reason: text({
      max: 500,
      lines: true,
      required: true,
      write: 'create',
      list: 'shown',
      sort: false,
      filter: false,
      section: 'why',
      example: 'Near miss on 9 February',
    }),
  },
});
export type RevocationRow = RowOf<typeof revocations>;

/** Suspends a requirement for a period: the pair is not counted at all. */
export const exemptions = resource({
  name: 'exemptions',
  id: 'exemption_id',
  title: ['from_date'],
  default_sort: [['from_date', 'desc']],
  read: ['platform', 'admin', 'user', 'api_key'],
  write: ['admin'],
  remove: 'delete',
  fields: {
    exemption_id: id(),
    ...commonFields,
    to_date: day({ list: 'shown', section: 'when', example: '2026-06-30' }),
    reason: text({
      max: 500,
      lines: true,
      required: true,
      list: 'shown',
      sort: false,
      filter: false,
      section: 'why',
      example: 'Parental leave',
    }),
  },
});
