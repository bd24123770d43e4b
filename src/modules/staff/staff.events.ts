import { DomainEvent } from '../../tenancy/domain-event-bus';

/**
 * Joining day, last active day or required levels changed. The publisher holds these people's LedgerLocks, taken
 * before any other write.
 */
export const EMPLOYMENT_CHANGED = new DomainEvent<{ staff_id: readonly string[] }>('employment changed');

/** Joined, or changed department, job role or status; null: possibly everyone. */
export const STAFF_PLACEMENT_CHANGED = new DomainEvent<{ staff_id: readonly string[] | null }>('people placed');

/** Employment has ended. */
export const STAFF_LEFT = new DomainEvent<{ staff_id: readonly string[] }>('people left');

/** A job role without present or past holders is deleted; its lock is held. Listeners delete its targets. */
export const JOB_ROLE_REMOVED = new DomainEvent<{ job_role_id: string; name: string }>('job role ends');
