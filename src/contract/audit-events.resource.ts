import { choice, id, instant, text, integer } from './fields';
import { resource, type RowOf } from './resource';

const AUDIT_ROLES = ['admin', 'user', 'platform', 'api_key', 'system', 'anonymous'] as const;

/** Append-only (docs/domain.md). Rows also carry `was` and `became`, with secrets masked. */
export const auditEvents = resource({
  name: 'audit-events',
  id: 'audit_event_id',
  title: ['action'],
  // Both in the same direction: the index is read backwards.
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
    /** User name of the account; empty: not signed in, or the system itself (see `role`). */
    who: text({ max: 254, write: 'none', keyed: true, sort: false, list: 'shown', search: true, example: 'nordwerk' }),
    /** Current name of that account or API key. */
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
    /** Current name of the record, or its name when it was deleted; empty: it has no name. */
    subject_name: text({ max: 500, write: 'none', sort: false, filter: false, list: 'hidden', example: 'Aisha Rao' }),
    address: text({ max: 64, write: 'none', sort: false, list: 'shown', example: '203.0.113.7' }),
    request_id: text({ max: 64, write: 'none', sort: false, list: 'hidden', search: true }),
    /** 0: not related to a customer. */
    customer_id: integer({ sort: false, write: 'none', required: true, list: 'hidden' }),
  },
});
/** Field name → omitted entries of a list, or omitted characters of a text. */
export type OmittedCounts = Record<'was' | 'became', Record<string, number>>;
export type AuditEventRow = Omit<RowOf<typeof auditEvents>, 'row_version' | 'created_at' | 'updated_at'> & {
  was: Record<string, unknown> | null;
  became: Record<string, unknown> | null;
  /** Only in lists, for large events; null: nothing is omitted. */
  left_out: OmittedCounts | null;
};
/** A single event. */
export type AuditEventResponse = AuditEventRow & {
  /** Names of the records that `was` and `became` refer to, by id. */
  names: Record<string, string>;
};
