import { choice, id, instant, text, whole } from './fields';
import { resource, type RowOf } from './resource';

const AUDIT_ROLES = ['admin', 'user', 'platform', 'api_key', 'system', 'anonymous'] as const;

/**
 * Who did what, when and from where (domain.md, audit_event). Append-only: there is no way to change or remove a row.
 * Rows also carry `was` and `became`: the facts before and after, with secrets masked.
 */
export const auditEvents = resource({
  name: 'audit-events',
  id: 'audit_event_id',
  title: ['action'],
  // Both the same way round: the index is read backwards.
  default_sort: [
    ['at', 'desc'],
    ['audit_event_id', 'desc'],
  ],
  read: ['platform', 'admin'],
  write: [],
  remove: 'none',
  create: false,
  change: false,
  stamps: false,
  fields: {
    audit_event_id: id(),
    at: instant({ write: 'none', required: true, list: 'shown' }),
    /** The account's user name; empty: nobody signed in, or Skilgrid itself (see role). */
    who: text({ max: 254, write: 'none', keyed: true, sort: false, list: 'shown', search: true, example: 'nordwerk' }),
    /** First and last name of that account, or the name of the API key, as they are today. */
    who_name: text({ max: 301, write: 'none', sort: false, filter: false, list: 'hidden', example: 'Ines Brandt' }),
    role: choice(AUDIT_ROLES, { sort: false, write: 'none', required: true, list: 'shown' }),
    action: text({
      sort: false,
      max: 80,
      write: 'none',
      required: true,
      list: 'shown',
      search: true,
      example: 'staff.create',
    }),
    subject_type: text({ sort: false, max: 60, write: 'none', list: 'shown', example: 'staff' }),
    subject_id: text({ max: 64, write: 'none', sort: false, list: 'hidden', search: true }),
    /** What that is called today, or was when it was deleted; empty: it has no name. */
    subject_name: text({ max: 500, write: 'none', sort: false, filter: false, list: 'hidden', example: 'Aisha Rao' }),
    address: text({ max: 64, write: 'none', sort: false, list: 'shown', example: '203.0.113.7' }),
    request_id: text({ max: 64, write: 'none', sort: false, list: 'hidden', search: true }),
    /** 0: nobody's in particular. */
    customer_id: whole({ sort: false, write: 'none', required: true, list: 'hidden' }),
  },
});
/** By the names of facts: of a list so many entries, of a text so many characters. */
export type LeftOut = Record<'was' | 'became', Record<string, number>>;
export type AuditEventRow = Omit<RowOf<typeof auditEvents>, 'row_version' | 'created_at' | 'updated_at'> & {
  was: Record<string, unknown> | null;
  became: Record<string, unknown> | null;
  /** In a list, of an event that says much: what its facts go on with. null: nothing is left out. */
  left_out: LeftOut | null;
};
/** One event by itself. */
export type AuditEventAnswer = AuditEventRow & {
  /** What the records are called that `was` and `became` refer to, by id. */
  names: Record<string, string>;
};
