/** What a sign-in answers; the admin and the specification's client keep it (specification §3, Browser storage). */
export interface IdentityFacts {
  /** Employee code and organisation code: sent with every later call. */
  eid: string;
  oid: string;
  customer_id: number;
  customer_name: string;
  staff_id: string | null;
  first_name: string;
  last_name: string;
  /** 0 is Admin, anything else User (specification §6). */
  role: 0 | 1;
  kind: 'customer' | 'platform';
  user_name: string;
  email: string;
  /** Until a second factor is set up, this session reaches nothing else (contract.md, The risky calls: logins). */
  second_factor_required: boolean;
}

export interface Identity extends IdentityFacts {
  token: string;
  /** ISO instant at which the token ends. */
  expires_at: string;
}

export interface SignedIn {
  identity: Identity;
  /** For the HttpOnly cookie; null on the specification's logins, and for the slower of two tabs. */
  refresh_token: string | null;
}
