import type { AuditEntry } from '../infrastructure/audit/audit-trail.service';
import type { Tenant } from './tenant';

/** `audit.record(buildAuditEntry(tenant, 'skill.create', skill_id, null, record))` */
export function buildAuditEntry(
  tenant: Tenant,
  action: string,
  subject_id: string | undefined,
  was: object | null,
  became: object | null,
  /** For an entry of another customer, or a subject type other than the prefix of the action. */
  overrides: Partial<Pick<AuditEntry, 'customer_id' | 'subject_type'>> = {},
): AuditEntry {
  return {
    customer_id: tenant.customer_id,
    account_id: tenant.actor.account_id,
    ...(tenant.actor.api_key_id && { api_key_id: tenant.actor.api_key_id }),
    role: tenant.actor.role,
    action,
    subject_type: action.split('.')[0]!,
    ...(subject_id !== undefined && { subject_id }),
    was,
    became,
    ...overrides,
  };
}

/** Returns the fields of the record that the change sets: the "before" values. */
export function pickFields(record: object, change: object): object {
  return Object.fromEntries(Object.keys(change).map((name) => [name, (record as Record<string, unknown>)[name]]));
}

/** Returns the fields of the change that differ from the record; forms send all of their fields. */
export function omitUnchanged(record: object, change: object): object {
  return Object.fromEntries(
    Object.entries(change).filter(([name, value]) => (record as Record<string, unknown>)[name] !== value),
  );
}
