import { DomainEvent } from '../../tenancy/domain-event-bus';

/** An invited staff member has set a password. */
export const INVITATION_ACCEPTED = new DomainEvent<{ staff_id: string }>('invitation accepted');

export const SIGN_IN_EMAIL_CHANGED = new DomainEvent<{ staff_id: string; was: string; email: string }>(
  'sign-in e-mail changed',
);
