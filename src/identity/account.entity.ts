import { Entity, Index } from 'typeorm';
import type { Theme } from '../contract/account-answers';
import type { Language } from '../contract/languages';
import type { Layout } from '../contract/layout';
import { Choice, CustomerRef, Day, IdKey, IdRef, Instant, Json, KeyOf, Text } from '../platform/database/columns';
import { KeptRecord } from '../tenancy/tenant-record';

/**
 * Who can sign in. Global directory: user name and e-mail are unique in the whole system. No foreign keys: platform
 * staff belong to no organisation (customer_id 0), and a staff member's row may leave before the account does.
 */
@Entity('account')
@Index(['user_name_key'], { unique: true })
@Index(['email_key'], { unique: true })
@Index(['customer_id', 'employee_code_key'], { unique: true })
@Index(['customer_id', 'staff_id'], { unique: true })
export class Account extends KeptRecord {
  @IdKey()
  account_id: string;

  /** 0: platform staff. */
  @CustomerRef()
  customer_id: number;

  /** customer | platform */
  @Choice()
  kind: string;

  /** platform | admin | user */
  @Choice()
  role: string;

  /** Without an @ unless it is the account's own e-mail: so a typed name never means two accounts. */
  @Text(254)
  user_name: string;

  @KeyOf('user_name', 254)
  user_name_key: string;

  @Text(254)
  email: string;

  @KeyOf('email', 254)
  email_key: string;

  /** argon2id in PHC format; null until the invited person has chosen one. */
  @Text(255, { nullable: true })
  password_hash: string | null;

  @Instant({ nullable: true })
  password_changed_at: number | null;

  @Text(100)
  first_name: string;

  @Text(200)
  last_name: string;

  /** EID; a staff member's account carries the staff code. */
  @Text(40)
  employee_code: string;

  @KeyOf('employee_code', 40)
  employee_code_key: string;

  /** null: no staff member (the registrant, platform staff). */
  @IdRef({ nullable: true })
  staff_id: string | null;

  /** Copied from the staff record; null: the organisation's time zone. */
  @Text(64, { nullable: true })
  staff_time_zone: string | null;

  /** Copied from the staff record; sign-in is refused after this day (last-day.ts). null: employment is open-ended. */
  @Day({ nullable: true })
  last_active_day: string | null;

  /** en, es, … */
  @Choice()
  locale: Language;

  /** light | dark | system */
  @Choice()
  theme: Theme;

  /** What the theme customizer keeps besides; null: nothing was chosen. */
  @Json({ nullable: true })
  layout: Layout | null;

  /** invited → active ⇄ suspended → closed */
  @Choice()
  status: string;
}
