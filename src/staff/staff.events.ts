import { DomainEvent } from '../tenancy/announcements';

/**
 * joined or last_active_day changed (spans are clipped to them), or what is required of them. Whoever tells has taken these
 * people's LedgerLocks, before anything else was written.
 */
export const EMPLOYMENT_CHANGED = new DomainEvent<{ staff_id: readonly string[] }>('employment changed');

/**
 * They joined, stand in another department, have another job role or another status; null: it may be anybody. What is wanted
 * of people because of where they stand is looked at anew.
 */
export const PEOPLE_PLACED = new DomainEvent<{ staff_id: readonly string[] | null }>('people placed');

/** They work here no longer. */
export const PEOPLE_LEFT = new DomainEvent<{ staff_id: readonly string[] }>('people left');

/** A job role which nobody has or had goes, with its lock taken: what it asked for goes with it. */
export const JOB_ROLE_ENDS = new DomainEvent<{ job_role_id: string; name: string }>('job role ends');
