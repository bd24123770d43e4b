import { choice, id, instant, text, whole } from './fields';
import { resource, type RowOf } from './resource';

export const AUDIT_ROLES = ['admin', 'user', 'platform', 'api_key', 'system', 'anonymous'] as const;

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
    role: choice(AUDIT_ROLES, { write: 'none', required: true, list: 'shown' }),
    action: text({ max: 80, write: 'none', required: true, list: 'shown', search: true, example: 'staff.create' }),
    subject_type: text({ max: 60, write: 'none', list: 'shown', example: 'staff' }),
    subject_id: text({ max: 64, write: 'none', sort: false, list: 'hidden', search: true }),
    address: text({ max: 64, write: 'none', sort: false, list: 'shown', example: '203.0.113.7' }),
    request_id: text({ max: 64, write: 'none', sort: false, list: 'hidden', search: true }),
    /** 0: nobody's in particular. */
    customer_id: whole({ write: 'none', required: true, list: 'hidden' }),
  },
});
export type AuditEventRow = Omit<RowOf<typeof auditEvents>, 'row_version' | 'created_at' | 'updated_at'> & {
  was: Record<string, unknown> | null;
  became: Record<string, unknown> | null;
};
