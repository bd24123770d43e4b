import type { Language } from './languages';

/** Settings of a customer: `GET` and `PATCH /api/settings`. */
export interface OrganisationSettings {
  /** IANA time zone in which days begin and end. */
  time_zone: string;
  /** 1–12. */
  financial_year_start_month: number;
  /** Language of newly invited accounts. */
  default_language: Language;
  row_version: number;
}
