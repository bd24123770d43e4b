import { Injectable } from '@nestjs/common';
import { SUBSCRIPTION_STATUSES, type SubscriptionStatus } from '../contract/subscribers.resource';
import { addDays, dayAt, type Day } from '../platform/calendar';
import { Clock } from '../platform/clock';
import { Database, type SqlValue } from '../platform/database/database';
import type { PageOf } from '../platform/database/list-page';
import { PagedList } from '../platform/database/paged-list';
import { RecordStatements } from '../platform/database/record-statements';
import { compileWhere, encode, marks, columnOf, type Condition, type Where } from '../platform/database/where';
import { WordSearch } from '../platform/database/word-search';
import type { ListRequest } from '../platform/definitions/list-query';
import { idFromBytes } from '../platform/ids';
import { Subscriber } from './subscriber.entity';
import { GRACE_DAYS } from '../contract/subscription-rules';

/** Rows in one batch of a long answer. */
const BATCH = 999;
type Asked = Where<Subscriber & { status: string }>;
const FROM = 'FROM subscriber s LEFT JOIN plan_usage u ON u.customer_id = s.customer_id';

/** Of a column that an index begins with, and without any condition: MariaDB goes from value to value then. */
const eachOnce = (table: string, column: string): string => `SELECT DISTINCT ${column} AS value FROM ${table}`;

/** Who registered the organisation, from the floor that keeps organisations, in the statement that reads its subscription. */
export interface RegistrantJoin {
  /** The user name. */
  readonly column: string;
  /** To `subscriber s`; one row at most, LEFT. */
  readonly join: string;
}

/** A subscription with what its organisation is today. */
export interface ListedSubscriber {
  record: Subscriber;
  staff_used: number;
  training_used: number;
  /** Of its registrant. */
  c_user_name: string;
}
/** From one day to another. */
type Span = { gt?: Day; gte?: Day; lt?: Day; lte?: Day };
type Joined = Record<string, unknown> & {
  staff_used: number | null;
  training_used: number | null;
  its_registrant: string | null;
};

/**
 * Subscriptions with what is used of them. `status` is not stored: a filter by it is said in dates, for each of the two or
 * three days that it is today somewhere (subscription-status.ts has the rule).
 */
@Injectable()
export class SubscriberList {
  private built: RecordStatements<Subscriber> | undefined;
  private registrant: RegistrantJoin = { column: 'NULL', join: '' };

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** In `onModuleInit`. */
  joinRegistrant(registrant: RegistrantJoin): void {
    this.registrant = registrant;
  }

  /**
   * From a bounded number of rows; then what each of the page's organisations is today.
   * @param customer_id whose; null: the current one of every organisation
   * @throws NarrowSearch
   */
  async page(customer_id: number | null, request: ListRequest<Subscriber>): Promise<PageOf<ListedSubscriber>> {
    const search = request.search && { ...request.search, isAbove: true };
    // Most rows are current ones: of a list that nothing narrows they are passed along its order, not found.
    const isWhole = !search && Object.keys(request.where).length === 0;
    const asked = await this.askedOf(customer_id, request, isWhole);
    const [scope, values] = customer_id === null ? [[], []] : [['customer_id'], [customer_id]];
    const list = new PagedList(this.database, new RecordStatements<Subscriber>(this.sql.metadata, scope));
    const page = await list.page(values, {
      ...request,
      ...{ where: asked, isNearlyAll: isWhole },
      ...(search && { search }),
    });
    return { ...page, rows: await this.joined(page.rows) };
  }

  /** The same, all of them, read in batches while they are taken. */
  async *all(customer_id: number | null, request: ListRequest<Subscriber>): AsyncGenerator<ListedSubscriber[]> {
    const { search, order } = request;
    const asked = await this.askedOf(customer_id, request, false);
    const among = search && new WordSearch(this.sql, [], search).ids();
    const where = (among ? { anyOf: [asked], subscriber_id: { among } } : asked) as Where<Subscriber>;
    const { text, values } = compileWhere(this.sql.metadata, where, 's.');
    const sorted = order.map(([name, way]) => `s.${columnOf(this.sql.metadata, name).databaseName} ${way}`).join(', ');
    const owned = customer_id === null ? '' : ' AND s.customer_id = ?';
    const condition = `(${text})${owned} ORDER BY ${sorted}`;
    yield* this.batches(condition, customer_id === null ? values : [...values, customer_id]);
  }

  /** Their order may be by any column, so their keys are read first, and then the rows of so many keys at a time. */
  private async *batches(condition: string, values: readonly SqlValue[] = []): AsyncGenerator<ListedSubscriber[]> {
    const ids: Uint8Array[] = [];
    const sql = `SELECT s.subscriber_id FROM subscriber s WHERE ${condition}`;
    await this.database.each<{ subscriber_id: Uint8Array }>(sql, values, (row) => ids.push(row.subscriber_id));
    for (let from = 0; from < ids.length; from += BATCH) yield this.byIds(ids.slice(from, from + BATCH));
  }

  private async askedOf(
    customer_id: number | null,
    request: ListRequest<Subscriber>,
    isWhole: boolean,
  ): Promise<Where<Subscriber>> {
    const { status, ...where } = request.where as Asked;
    const current = { current_of: isWhole ? { null: false } : { gt: 0 } };
    return {
      ...where,
      ...(customer_id === null && current),
      ...(status !== undefined && { anyOf: [await this.inStatus(statusesOf(status))] }),
    } as Where<Subscriber>;
  }

  /** In the same order. */
  private async joined(subscribers: readonly Subscriber[]): Promise<ListedSubscriber[]> {
    if (!subscribers.length) return [];
    const key = columnOf(this.sql.metadata, 'subscriber_id');
    return this.byIds(subscribers.map(({ subscriber_id }) => encode(key, subscriber_id) as Uint8Array));
  }

  private async byIds(ids: readonly Uint8Array[]): Promise<ListedSubscriber[]> {
    const subscribers = await this.rows(`s.subscriber_id IN (${marks(ids.length)})`, ids);
    const byId = new Map(subscribers.map((each) => [each.record.subscriber_id, each]));
    return ids.flatMap((id) => byId.get(idFromBytes(id)) ?? []);
  }

  /** null: no such subscription */
  async one(where: Where<Subscriber>): Promise<ListedSubscriber | null> {
    const { text, values } = compileWhere(this.sql.metadata, where, 's.');
    return (await this.rows(text, values))[0] ?? null;
  }

  /** All that are current, by the number of their organisation, read in batches while they are taken. */
  current(): AsyncGenerator<ListedSubscriber[]> {
    return this.batches('s.current_of IS NOT NULL ORDER BY s.current_of ASC');
  }

  private async rows(condition: string, values: readonly SqlValue[]): Promise<ListedSubscriber[]> {
    const rows = await this.database.rows<Joined>(this.text(condition), values);
    return rows.map((row) => this.read(row));
  }

  private text(condition: string): string {
    const columns = this.sql.metadata.columns.map(({ databaseName }) => `s.${databaseName}`).join(', ');
    const { column, join } = this.registrant;
    return `SELECT ${columns}, u.staff_used, u.training_used, ${column} AS its_registrant ${FROM}
       ${join} WHERE ${condition}`;
  }

  private read({ staff_used, training_used, its_registrant, ...row }: Joined): ListedSubscriber {
    return {
      record: this.sql.decode([row])[0]!,
      staff_used: Number(staff_used ?? 0),
      training_used: Number(training_used ?? 0),
      c_user_name: its_registrant ?? '',
    };
  }

  /** A condition on the row alone, with the days that an index is entered at. */
  private async inStatus(wanted: ReadonlySet<SubscriptionStatus>): Promise<Where<Subscriber>> {
    const suspended: Where<Subscriber> = { customer_status: ['S', 'C'] };
    const dated = [...wanted].filter((status) => status !== 'suspended');
    if (!dated.length) return wanted.has('suspended') ? suspended : { subscriber_id: [] };
    const before = await this.billDays(wanted);
    const todays = await this.todays();
    const today = [...todays].map(([day, time_zone]) => ({
      time_zone,
      anyOf: dated.flatMap((status) => datesOf(status, day, before)),
    }));
    const hull = hullOf(today.flatMap(({ anyOf }) => anyOf.map((dates) => dates.subs_expiry_date as Span)));
    const open: Where<Subscriber> = {
      ...standing(dated),
      ...(Object.keys(hull).length > 0 && { subs_expiry_date: hull }),
      anyOf: today,
    };
    return wanted.has('suspended') ? { anyOf: [suspended, open] } : open;
  }

  /** What day it is today → the zones where it is. */
  private async todays(): Promise<Map<Day, string[]>> {
    const rows = await this.database.rows<{ value: string }>(eachOnce('customer_state', 'time_zone'));
    const days = new Map<Day, string[]>();
    for (const { value: zone } of rows) {
      const today = dayAt(this.clock.now(), zone);
      days.set(today, [...(days.get(today) ?? []), zone]);
    }
    return days;
  }

  /** The few numbers of days before the end at which bills are made: days are not counted in SQL. */
  private async billDays(wanted: ReadonlySet<SubscriptionStatus>): Promise<number[]> {
    if (!wanted.has('active') && !wanted.has('expiring')) return [];
    const rows = await this.database.rows<{ value: number }>(eachOnce('subscriber', 'bill_generate_before_days'));
    return rows.map(({ value }) => Number(value));
  }

  private get sql(): RecordStatements<Subscriber> {
    return (this.built ??= new RecordStatements<Subscriber>(this.database.metadata(Subscriber)));
  }
}

/** Open ones, by the one column that an index begins with: one kind of them, or both. */
function standing(dated: readonly SubscriptionStatus[]): Where<Subscriber> {
  if (dated.every((status) => status === 'trial')) return { standing: 'trial' };
  if (dated.every((status) => status === 'active' || status === 'expiring')) return { standing: 'paid' };
  return { customer_status: 'A' };
}

/** When a subscription is in that state, said as conditions on its dates. */
function datesOf(status: SubscriptionStatus, today: Day, before: readonly number[]): Where<Subscriber>[] {
  const last = addDays(today, -GRACE_DAYS);
  const paid = (days: number) => ({ trial: false, bill_generate_before_days: days });
  switch (status) {
    case 'suspended':
      return [];
    case 'expired':
      return [{ subs_expiry_date: { lt: last } }];
    case 'grace':
      return [{ subs_expiry_date: { gte: last, lt: today } }];
    case 'trial':
      return [{ trial: true, subs_expiry_date: { gte: today } }];
    case 'active':
      return before.map((days) => ({ ...paid(days), subs_expiry_date: { gt: addDays(today, days), gte: today } }));
    case 'expiring':
      return before.map((days) => ({ ...paid(days), subs_expiry_date: { lte: addDays(today, days), gte: today } }));
  }
}

/** The days within which all of these lie; open where one of them is. */
function hullOf(spans: readonly Span[]): Span {
  const first = spans.map(({ gt, gte }) => gt ?? gte ?? null);
  const last = spans.map(({ lt, lte }) => lt ?? lte ?? null);
  return {
    ...(!first.includes(null) && { gte: first.toSorted()[0]! }),
    ...(!last.includes(null) && { lte: last.toSorted().at(-1)! }),
  };
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
