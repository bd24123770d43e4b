import type { Identity } from '../../contract/account.responses';

export interface SignInResult {
  identity: Identity;
  /** Value of the HttpOnly cookie; null for legacy logins and for the slower of two tabs. */
  refresh_token: string | null;
}
