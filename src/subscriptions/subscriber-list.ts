import { Injectable } from '@nestjs/common';
import { SUBSCRIPTION_STATUSES, type SubscriptionStatus } from '../contract/subscribers.resource';
import { addDays, dayAt, type Day } from '../platform/calendar';
import { Clock } from '../platform/clock';
import { Database, type SqlValue } from '../platform/database/database';
import { boundedCount, endsOf, type PageOf } from '../platform/database/bounded-list';
import { RecordSql } from '../platform/database/record-sql';
import { orderText, seekAfter } from '../platform/database/seek';
import { compileWhere, marks, type Condition, type Sql, type Where } from '../platform/database/where';
import type { ListRequest } from '../platform/definitions/list-query';
import { Subscriber } from './subscriber.entity';
import { GRACE_DAYS } from './subscription-status';

type Asked = Where<Subscriber & { status: string }>;
const FROM = `FROM subscriber s LEFT JOIN customer_state c ON c.customer_id = s.customer_id
  LEFT JOIN plan_usage u ON u.customer_id = s.customer_id`;

/** A subscription with what its organisation is today. */
export interface ListedSubscriber {
  record: Subscriber;
  time_zone: string;
  customer_status: string;
  staff_used: number;
  training_used: number;
  /** Of its registrant. */
  c_user_name: string;
}
type Joined = Record<string, unknown> & {
  its_zone: string | null;
  its_status: string | null;
  staff_used: number | null;
  training_used: number | null;
  its_registrant: string | null;
};

/**
 * Subscriptions with the state of their organisation. `status` is not stored: a filter by it is said in dates, for each
 * of the two or three days that it is today somewhere (subscription-status.ts has the rule).
 */
@Injectable()
export class SubscriberList {
  private built: RecordSql<Subscriber> | undefined;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @param customer_id whose; null: the current one of every organisation */
  async page(customer_id: number | null, request: ListRequest<Subscriber>): Promise<PageOf<ListedSubscriber>> {
    const { offset, limit, seek } = request;
    const { status, ...where } = request.where as Asked;
    const parts = [
      compileWhere(this.sql.metadata, where as Where<Subscriber>, 's.'),
      customer_id === null
        ? { text: 's.current_of IS NOT NULL', values: [] }
        : { text: 's.customer_id = ?', values: [customer_id] },
      ...(status === undefined ? [] : [await this.inStatus(statusesOf(status))]),
    ];
    const text = parts.map((part) => `(${part.text})`).join(' AND ');
    const values = parts.flatMap((part) => part.values);
    const place = seek ? seekAfter(this.sql.metadata, request.order, seek, 's.') : { text: '1 = 1', values: [] };
    const isBackwards = seek?.direction === 'before';
    const order = orderText(this.sql.metadata, request.order, isBackwards, 's.');
    const found = await this.rows(`(${place.text}) AND ${text}${order} LIMIT ${limit} OFFSET ${seek ? 0 : offset}`, [
      ...place.values,
      ...values,
    ]);
    const rows = isBackwards ? found.toReversed() : found;
    const ends = endsOf(
      rows.map(({ record }) => record),
      request.order,
    );
    if (!seek && rows.length < limit && (rows.length > 0 || offset === 0))
      return { rows, total: offset + rows.length, ...ends };
    return { rows, ...(await boundedCount(this.database, `${FROM} WHERE ${text}`, values)), ...ends };
  }

  /** null: no such subscription */
  async one(where: Where<Subscriber>): Promise<ListedSubscriber | null> {
    const { text, values } = compileWhere(this.sql.metadata, where, 's.');
    return (await this.rows(text, values))[0] ?? null;
  }

  /** The current ones, by the number of their organisation. */
  async currentAfter(customer_id: number, limit: number): Promise<ListedSubscriber[]> {
    return this.rows(`s.current_of > ? ORDER BY s.current_of ASC LIMIT ${limit}`, [customer_id]);
  }

  private async rows(condition: string, values: readonly SqlValue[]): Promise<ListedSubscriber[]> {
    const columns = this.sql.metadata.columns.map(({ databaseName }) => `s.${databaseName}`).join(', ');
    const rows = await this.database.rows<Joined>(
      `SELECT ${columns}, c.time_zone AS its_zone, c.status AS its_status, u.staff_used, u.training_used,
         k.c_user_name AS its_registrant
       ${FROM} LEFT JOIN customer k ON k.customer_id = s.customer_id
       WHERE ${condition}`,
      values,
    );
    return rows.map(({ its_zone, its_status, staff_used, training_used, its_registrant, ...row }) => ({
      record: this.sql.decode([row])[0]!,
      time_zone: its_zone ?? 'UTC',
      customer_status: its_status ?? 'A',
      staff_used: Number(staff_used ?? 0),
      training_used: Number(training_used ?? 0),
      c_user_name: its_registrant ?? '',
    }));
  }

  private async inStatus(wanted: ReadonlySet<SubscriptionStatus>): Promise<Sql> {
    const branches: Sql[] = [];
    if (wanted.has('suspended')) branches.push({ text: "c.status <> 'A'", values: [] });
    const before = await this.billDays(wanted);
    for (const [today, zones] of await this.todays()) {
      const dated = [...wanted].flatMap((status) => datesOf(status, today, before));
      if (!dated.length) continue;
      branches.push({
        text: `COALESCE(c.status, 'A') = 'A' AND COALESCE(c.time_zone, 'UTC') IN (${marks(zones.length)})
          AND (${dated.map(({ text }) => `(${text})`).join(' OR ')})`,
        values: [...zones, ...dated.flatMap(({ values }) => values)],
      });
    }
    if (!branches.length) return { text: '1 = 0', values: [] };
    return {
      text: branches.map(({ text }) => `(${text})`).join(' OR '),
      values: branches.flatMap(({ values }) => values),
    };
  }

  /** What day it is today → the zones where it is. */
  private async todays(): Promise<Map<Day, string[]>> {
    const rows = await this.database.rows<{ time_zone: string }>('SELECT DISTINCT time_zone FROM customer_state');
    const days = new Map<Day, string[]>();
    for (const zone of new Set(['UTC', ...rows.map(({ time_zone }) => time_zone)])) {
      const today = dayAt(this.clock.now(), zone);
      days.set(today, [...(days.get(today) ?? []), zone]);
    }
    return days;
  }

  /** The few numbers of days before the end at which bills are made: days are not counted in SQL. */
  private async billDays(wanted: ReadonlySet<SubscriptionStatus>): Promise<number[]> {
    if (!wanted.has('active') && !wanted.has('expiring')) return [];
    const rows = await this.database.rows<{ days: number }>(
      'SELECT DISTINCT bill_generate_before_days AS days FROM subscriber WHERE current_of IS NOT NULL',
    );
    return rows.map(({ days }) => Number(days));
  }

  private get sql(): RecordSql<Subscriber> {
    return (this.built ??= new RecordSql<Subscriber>(this.database.metadata(Subscriber)));
  }
}

/** When a subscription is in that state, said as conditions on its dates. */
function datesOf(status: SubscriptionStatus, today: Day, before: readonly number[]): Sql[] {
  const last = addDays(today, -GRACE_DAYS);
  const each = (text: string) =>
    before.map((days) => ({ text, values: [days, addDays(today, days), today] as SqlValue[] }));
  const PAID = `s.trial = 0 AND s.bill_generate_before_days = ?`;
  switch (status) {
    case 'suspended':
      return [];
    case 'expired':
      return [{ text: 's.subs_expiry_date < ?', values: [last] }];
    case 'grace':
      return [{ text: 's.subs_expiry_date >= ? AND s.subs_expiry_date < ?', values: [last, today] }];
    case 'trial':
      return [{ text: 's.trial = 1 AND s.subs_expiry_date >= ?', values: [today] }];
    case 'active':
      return each(`${PAID} AND s.subs_expiry_date > ? AND s.subs_expiry_date >= ?`);
    case 'expiring':
      return each(`${PAID} AND s.subs_expiry_date <= ? AND s.subs_expiry_date >= ?`);
  }
}

function statusesOf(asked: Condition<string>): ReadonlySet<SubscriptionStatus> {
  const all = SUBSCRIPTION_STATUSES;
  if (asked === null) return new Set();
  if (typeof asked === 'string') return new Set(all.filter((status) => status === asked));
  if (Array.isArray(asked)) return new Set(all.filter((status) => asked.includes(status)));
  const { ne, nin, null: isNull } = asked as { ne?: string; nin?: readonly string[]; null?: boolean };
  if (isNull) return new Set();
  return new Set(all.filter((status) => status !== ne && !nin?.includes(status)));
}
