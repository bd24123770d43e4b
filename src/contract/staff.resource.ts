import { choice, uniqueCode, day, email, id, instant, phone, ref, status, text } from './fields';
import { LANGUAGE_CODES, LANGUAGE_NAMES } from './languages';
import { resource, type RowOf } from './resource';

const STAFF_STATUSES = ['invited', 'active', 'suspended', 'left', 'anonymised'] as const;
/** Statuses that use a seat of the plan. */
export const SEATED_STATUSES = ['invited', 'active', 'suspended'] as const;
/** Statuses in which a person can take over a team. */
export const MANAGING_STATUSES = ['active', 'invited'] as const;

/** Validity of an invitation in milliseconds: seven days. */
export const INVITATION_MS = 7 * 86_400_000;
/** `not_invited`: no account. `not_accepted`: not within seven days. `accepted`: can sign in. */
export const INVITATION_STATES = ['not_invited', 'open', 'not_accepted', 'accepted'] as const;
export type InvitationState = (typeof INVITATION_STATES)[number];

/** Staff Master. Reference example for new resources. */
export const staff = resource({
  name: 'staff',
  id: 'staff_id',
  title: ['first_name', 'last_name'],
  default_sort: [
    ['last_name', 'asc'],
    ['first_name', 'asc'],
  ],
  read: ['platform', 'admin', 'user', 'api_key'],
  write: ['admin'],
  remove: 'delete',
  searched_by_words: true,
  sort_stamps: true,
  quota: 'staff',
  imported_by: ['staff_code'],
  // The team moves to the replacement; records of the person do not.
  reassign: ['staff'],
  takes_over: MANAGING_STATUSES,
  fields: {
    staff_id: id(),
    staff_code: uniqueCode({ section: 'who', example: 'P-0017' }),
    first_name: text({
      max: 100,
      required: true,
      folded: true,
      list: 'shown',
      search: true,
      section: 'who',
      example: 'Asha',
    }),
    /** Empty for a person with one name, who then sorts first by last name. */
    last_name: text({
      max: 100,
      initial: '',
      folded: true,
      list: 'shown',
      search: true,
      section: 'who',
      example: 'Rao',
    }),
    email: email({ list: 'shown', search: true, section: 'reach', example: 'asha.rao@example.org' }),
    mobile: phone({ list: 'hidden', section: 'reach', example: '+91 98450 12345' }),
    department_id: ref('departments', { list: 'shown', section: 'place' }),
    job_role_id: ref('job-roles', { list: 'shown', section: 'place' }),
    manager_id: ref('staff', { list: 'hidden', section: 'place' }),
    joined: day({ required: true, list: 'hidden', section: 'employment', example: '2024-03-01' }),
    last_active_day: day({ write: 'none', list: 'hidden' }),
    time_zone: text({ sort: false, max: 64, list: 'hidden', filter: false, section: 'reach', example: 'Asia/Kolkata' }),
    language: choice(LANGUAGE_CODES, { names: LANGUAGE_NAMES, sort: false, list: 'hidden', section: 'reach' }),
    status: status(STAFF_STATUSES, { write: 'none', initial: 'active', list: 'shown' }),
    /** Set when the staff member can sign in. */
    account_role: choice(['admin', 'user'], { write: 'none', list: 'shown', sort: false, filter: false }),
    invited_at: instant({ sort: false, write: 'none', list: 'never' }),
    /** Derived (modules/staff/invitation-state.ts); null: suspended or no longer employed. */
    invitation: choice(INVITATION_STATES, { write: 'none', list: 'hidden', sort: false }),
  },
});
export type StaffRow = RowOf<typeof staff>;
