import { Injectable } from '@nestjs/common';
import { FALLBACK, isLanguage, type Language } from '../contract/languages';
import type { NoticeChannel, NoticeKind, NoticeRule } from '../contract/notices';
import { fullName } from '../contract/person-name';
import { idFromBytes } from '../platform/ids';
import type { Tenant } from '../tenancy/tenant';
import { TenantQueries } from '../tenancy/tenant-queries';
import { channelsOf, rulesOf } from './notice-rules';

/** Somebody who may be told, as they are now: of the staff, invited or active. */
export interface NoticeReader {
  staff_id: string;
  name: string;
  /** null: no mail reaches them. */
  email: string | null;
  /** null: they have never been able to sign in. */
  account_id: string | null;
  language: Language;
  /** null: as the organisation. */
  time_zone: string | null;
  /** By which ways they hear of it. */
  by(kind: NoticeKind): readonly NoticeChannel[];
  rules: readonly NoticeRule[];
  refused: readonly string[];
}

interface Row {
  staff_id: Uint8Array;
  first_name: string;
  last_name: string;
  email: string | null;
  language: string | null;
  time_zone: string | null;
  account_id: Uint8Array | null;
  locale: string | null;
  default_language: string | null;
  rules: string | null;
  refused: string | null;
}

/** With what they want and what their organisation wants: one statement for however many. */
const READERS = `SELECT s.staff_id AS staff_id, s.first_name, s.last_name, s.email, s.language, s.time_zone, a.account_id AS account_id, a.locale,
    d.default_language, o.rules, r.refused
  FROM staff s
  LEFT JOIN account a ON a.customer_id = :customer_id AND a.staff_id = s.staff_id
  LEFT JOIN notice_settings o ON o.customer_id = :customer_id
  LEFT JOIN customer_settings d ON d.customer_id = :customer_id
  LEFT JOIN notice_refusal r ON r.customer_id = :customer_id AND r.staff_id = s.staff_id
  WHERE s.customer_id = :customer_id AND s.staff_id IN (:staff_id) AND s.status IN ('invited', 'active')`;

/** Who of the staff is told, in which language, and by which ways (domain.md, staff and notice). */
@Injectable()
export class NoticeReaders {
  constructor(private readonly queries: TenantQueries) {}

  /** By their id; whoever is suspended or has left is not among them. */
  async among(tenant: Tenant, staff_id: readonly string[]): Promise<Map<string, NoticeReader>> {
    if (!staff_id.length) return new Map();
    const rows = await this.queries.rows<Row>(tenant, READERS, { staff_id: [...new Set(staff_id)] });
    return new Map(rows.map((row) => [idFromBytes(row.staff_id), readerOf(row)]));
  }

  async one(tenant: Tenant, staff_id: string): Promise<NoticeReader | null> {
    return (await this.among(tenant, [staff_id])).get(staff_id) ?? null;
  }
}

function readerOf(row: Row): NoticeReader {
  const rules = rulesOf(row.rules === null ? null : (JSON.parse(row.rules) as NoticeRule[]));
  const refused = row.refused === null ? [] : (JSON.parse(row.refused) as string[]);
  const { email } = row;
  return {
    staff_id: idFromBytes(row.staff_id),
    name: fullName(row.first_name, row.last_name),
    email,
    time_zone: row.time_zone,
    account_id: row.account_id === null ? null : idFromBytes(row.account_id),
    // What somebody has chosen where they sign in; else what is on file of them, and else their organisation's.
    language: [row.locale, row.language, row.default_language].find(isLanguage) ?? FALLBACK,
    by: (kind) => channelsOf(kind, rules, refused).filter((channel) => channel === 'app' || email !== null),
    rules,
    refused,
  };
}
