import type { Identity } from '../contract/account-answers';

export interface SignedIn {
  identity: Identity;
  /** For the HttpOnly cookie; null on the specification's logins, and for the slower of two tabs. */
  refresh_token: string | null;
}
