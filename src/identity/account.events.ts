import { DomainEvent } from '../tenancy/announcements';

/** An invited staff member has chosen a password. */
export const INVITATION_ACCEPTED = new DomainEvent<{ staff_id: string }>('invitation accepted');

/** A staff member signs in with another e-mail. */
export const SIGN_IN_EMAIL_CHANGED = new DomainEvent<{ staff_id: string; was: string; email: string }>(
  'sign-in e-mail changed',
);
