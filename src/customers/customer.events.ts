import { Question } from '../tenancy/announcements';

export interface NamesOfRegistrant {
  customer_id: number;
  /** What the registrant's account signs in with now. */
  c_user_name: string;
  /** Only what is new. */
  email?: string;
  user_name?: string;
}

/**
 * Asked inside the transaction: lets the account that registered follow the form. It signs in with its new names only after
 * confirmation by mail (contract.md, `UpdateCustomer`). The answer is where that mail went; null: there is nothing to
 * confirm. May be refused: EmailTaken, UserNameTaken, InvalidFields, TooManyTries.
 */
export const REGISTRANT_RENAMING = new Question<NamesOfRegistrant, string | null>('renaming of the registrant');
