import { Injectable } from '@nestjs/common';
import { FALLBACK_LANGUAGE, isLanguage, type Language } from '../../contract/languages';
import type { NoticeChannel, NoticeKind, NoticeRule } from '../../contract/notices';
import { fullName } from '../../contract/person-name';
import { idFromBytes } from '../../common/ids';
import type { Tenant } from '../../tenancy/tenant';
import { TenantQueries } from '../../tenancy/tenant-queries';
import { channelsOf, completeRules } from './notice-rules';

/** An invited or active staff member who may get notices, with current data. */
export interface NoticeRecipient {
  staff_id: string;
  name: string;
  /** null: no mail address. */
  email: string | null;
  /** null: no account. */
  account_id: string | null;
  language: Language;
  /** null: the time zone of the customer. */
  time_zone: string | null;
  /** Channels by which the person gets this kind. */
  channelsFor(kind: NoticeKind): readonly NoticeChannel[];
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

/** Staff with their preferences and the rules of the customer, in one statement. */
const RECIPIENTS = `SELECT s.staff_id AS staff_id, s.first_name, s.last_name, s.email, s.language, s.time_zone, a.account_id AS account_id, a.locale,
    d.default_language, o.rules, r.refused
  FROM staff s
  LEFT JOIN account a ON a.customer_id = :customer_id AND a.staff_id = s.staff_id
  LEFT JOIN notice_settings o ON o.customer_id = :customer_id
  LEFT JOIN customer_settings d ON d.customer_id = :customer_id
  LEFT JOIN notice_refusal r ON r.customer_id = :customer_id AND r.staff_id = s.staff_id
  WHERE s.customer_id = :customer_id AND s.staff_id IN (:staff_id) AND s.status IN ('invited', 'active')`;

/** Recipients of notices, with language and channels. */
@Injectable()
export class NoticeRecipientsQuery {
  constructor(private readonly queries: TenantQueries) {}

  /** By id; without suspended people and leavers. */
  async findByIds(tenant: Tenant, staff_id: readonly string[]): Promise<Map<string, NoticeRecipient>> {
    if (!staff_id.length) return new Map();
    const rows = await this.queries.rows<Row>(tenant, RECIPIENTS, { staff_id: [...new Set(staff_id)] });
    return new Map(rows.map((row) => [idFromBytes(row.staff_id), toRecipient(row)]));
  }

  async findOne(tenant: Tenant, staff_id: string): Promise<NoticeRecipient | null> {
    return (await this.findByIds(tenant, [staff_id])).get(staff_id) ?? null;
  }
}

function toRecipient(row: Row): NoticeRecipient {
  const rules = completeRules(row.rules === null ? null : (JSON.parse(row.rules) as NoticeRule[]));
  const refused = row.refused === null ? [] : (JSON.parse(row.refused) as string[]);
  const { email } = row;
  return {
    staff_id: idFromBytes(row.staff_id),
    name: fullName(row.first_name, row.last_name),
    email,
    time_zone: row.time_zone,
    account_id: row.account_id === null ? null : idFromBytes(row.account_id),
    // The language of the account, else of the staff record, else of the customer.
    language: [row.locale, row.language, row.default_language].find(isLanguage) ?? FALLBACK_LANGUAGE,
    channelsFor: (kind) => channelsOf(kind, rules, refused).filter((channel) => channel === 'app' || email !== null),
    rules,
    refused,
  };
}
