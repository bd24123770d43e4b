import { DomainQuery } from '../../tenancy/domain-event-bus';

export interface RegistrantNames {
  customer_id: number;
  /** Current user name of the account that registered. */
  c_user_name: string;
  /** Present if changed, like `user_name`. */
  email?: string;
  user_name?: string;
}

/**
 * Requests new sign-in names for the account that registered, inside the caller's transaction. They become valid after
 * confirmation by mail. The result is the address of that mail; null if there is nothing to confirm.
 * @throws EmailTakenError, UserNameTakenError, InvalidFieldsError, TooManyAttemptsError
 */
export const REGISTRANT_RENAMING = new DomainQuery<RegistrantNames, string | null>('renaming of the registrant');
