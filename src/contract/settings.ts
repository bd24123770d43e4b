import type { Language } from './languages';

/** What an organisation's admin sets for all of it: `GET` and `PATCH /api/settings`. */
export interface OrganisationSettings {
  /** IANA name: days begin and end by it. */
  time_zone: string;
  /** 1–12. */
  financial_year_start_month: number;
  /** Of the accounts of whoever is invited from now on. */
  default_language: Language;
  row_version: number;
}
