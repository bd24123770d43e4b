import { Entity, Index } from 'typeorm';
import type { Theme } from '../../contract/account.responses';
import type { Language } from '../../contract/languages';
import type { Layout } from '../../contract/layout';
import {
  ChoiceColumn,
  CustomerIdColumn,
  DayColumn,
  PrimaryUuidColumn,
  UuidColumn,
  InstantColumn,
  JsonColumn,
  UniqueKeyColumn,
  VarcharColumn,
} from '../../infrastructure/database/columns';
import { VersionedRecord } from '../../tenancy/tenant-record';

/**
 * Who can sign in. Directory table: user name and e-mail are unique across customers. No foreign keys: platform staff
 * have no customer (customer_id 0), and a staff record may be deleted before its account.
 */
@Entity('account')
@Index(['user_name_key'], { unique: true })
@Index(['email_key'], { unique: true })
@Index(['customer_id', 'employee_code_key'], { unique: true })
@Index(['customer_id', 'staff_id'], { unique: true })
export class Account extends VersionedRecord {
  @PrimaryUuidColumn()
  account_id: string;

  /** 0: platform staff. */
  @CustomerIdColumn()
  customer_id: number;

  /** customer | platform */
  @ChoiceColumn()
  kind: string;

  /** platform | admin | user */
  @ChoiceColumn()
  role: string;

  /** Contains an @ only if it is the account's own e-mail, so a typed name never matches two accounts. */
  @VarcharColumn(254)
  user_name: string;

  @UniqueKeyColumn('user_name', 254)
  user_name_key: string;

  @VarcharColumn(254)
  email: string;

  @UniqueKeyColumn('email', 254)
  email_key: string;

  /** argon2id in PHC format; null until the invited person has set one. */
  @VarcharColumn(255, { nullable: true })
  password_hash: string | null;

  @InstantColumn({ nullable: true })
  password_changed_at: number | null;

  @VarcharColumn(100)
  first_name: string;

  @VarcharColumn(200)
  last_name: string;

  /** EID; the staff code of a staff member. */
  @VarcharColumn(40)
  employee_code: string;

  @UniqueKeyColumn('employee_code', 40)
  employee_code_key: string;

  /** null: no staff record (registrant, platform staff) */
  @UuidColumn({ nullable: true })
  staff_id: string | null;

  /** Copy of the staff record; null: time zone of the customer */
  @VarcharColumn(64, { nullable: true })
  staff_time_zone: string | null;

  /** Copy of the staff record; sign-in is rejected after this day (last-day.ts). null: open-ended employment */
  @DayColumn({ nullable: true })
  last_active_day: string | null;

  /** en, es, … */
  @ChoiceColumn()
  locale: Language;

  /** light | dark | system */
  @ChoiceColumn()
  theme: Theme;

  /** Options of the theme customizer; null: defaults */
  @JsonColumn({ nullable: true })
  layout: Layout | null;

  /** invited → active ⇄ suspended → closed */
  @ChoiceColumn()
  status: string;
}
