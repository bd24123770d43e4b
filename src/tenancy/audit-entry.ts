import type { AuditEntry } from '../platform/audit/audit-trail';
import type { Tenant } from './tenant';

/** `audit.record(auditEntry(tenant, 'skill.create', skill_id, null, record))`: who acted is the tenant's to say. */
export function auditEntry(
  tenant: Tenant,
  action: string,
  subject_id: string | undefined,
  was: object | null,
  became: object | null,
  /** Where it is not the asker's organisation that reads of it, or not the action's first word that it is about. */
  about: Partial<Pick<AuditEntry, 'customer_id' | 'subject_type'>> = {},
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
    ...about,
  };
}

/** Of a record only what a change is about: the "before" beside its "after". */
export function sameFields(record: object, change: object): object {
  return Object.fromEntries(Object.keys(change).map((name) => [name, (record as Record<string, unknown>)[name]]));
}

/** Of a change only what is another value than the record has: a form sends all of its fields. */
export function differing(record: object, change: object): object {
  return Object.fromEntries(
    Object.entries(change).filter(([name, value]) => (record as Record<string, unknown>)[name] !== value),
  );
}
