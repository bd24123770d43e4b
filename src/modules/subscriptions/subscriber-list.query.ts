import { Injectable } from '@nestjs/common';
import { SUBSCRIPTION_STATUSES, type SubscriptionStatus } from '../../contract/subscribers.resource';
import { addDays, dayAt, type Day } from '../../common/calendar';
import { Clock } from '../../common/clock';
import { Database, type SqlValue } from '../../infrastructure/database/database';
import type { ListPage } from '../../infrastructure/database/list-page';
import { PagedList } from '../../infrastructure/database/paged-list';
import { RecordStatements } from '../../infrastructure/database/record-statements';
import {
  compileWhere,
  encodeValue,
  placeholders,
  requireColumn,
  type Condition,
  type Where,
} from '../../infrastructure/database/where';
import { WordSearch } from '../../infrastructure/database/word-search';
import type { ListRequest } from '../../infrastructure/rest/list-query';
import { idFromBytes } from '../../common/ids';
import { Subscriber } from './subscriber.entity';
import { GRACE_DAYS } from '../../contract/subscription-limits';

const BATCH_SIZE = 999;
type SubscriberFilter = Where<Subscriber & { status: string }>;
const FROM_SQL = 'FROM subscriber s LEFT JOIN plan_usage u ON u.customer_id = s.customer_id';

/** For the first column of an index, without a condition: MariaDB then uses a loose index scan. */
const distinctValuesSql = (table: string, column: string): string => `SELECT DISTINCT ${column} AS value FROM ${table}`;

/** SQL that adds the registrant's user name; provided by the customers module. */
export interface RegistrantJoin {
  /** SQL expression of the user name. */
  readonly column: string;
  /** A LEFT JOIN to `subscriber s` with at most one row. */
  readonly join: string;
}

/** A subscription with the current usage of its customer. */
export interface ListedSubscriber {
  record: Subscriber;
  staff_used: number;
  training_used: number;
  /** User name of the registrant. */
  c_user_name: string;
}
type DayRange = { gt?: Day; gte?: Day; lt?: Day; lte?: Day };
type JoinedRow = Record<string, unknown> & {
  staff_used: number | null;
  training_used: number | null;
  its_registrant: string | null;
};

/**
 * Lists subscriptions with their usage. `status` is not stored: a filter by status becomes date conditions, one set for
 * each of the two or three days that are "today" in some time zone (rule: subscription-status.ts).
 */
@Injectable()
export class SubscriberListQuery {
  private cachedStatements: RecordStatements<Subscriber> | undefined;
  private registrant: RegistrantJoin = { column: 'NULL', join: '' };

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Call it in `onModuleInit`. */
  joinRegistrant(registrant: RegistrantJoin): void {
    this.registrant = registrant;
  }

  /**
   * One page of subscriptions.
   * @param customer_id null: the current subscription of every customer
   * @throws SearchTooBroadError
   */
  async page(customer_id: number | null, request: ListRequest<Subscriber>): Promise<ListPage<ListedSubscriber>> {
    const search = request.search && { ...request.search, isGlobal: true };
    // Most rows are current: without a filter, walking the sort index is faster than searching by `current_of`.
    const isUnfiltered = !search && Object.keys(request.where).length === 0;
    const filter = await this.buildFilter(customer_id, request, isUnfiltered);
    const [scope, values] = customer_id === null ? [[], []] : [['customer_id'], [customer_id]];
    const list = new PagedList(this.database, new RecordStatements<Subscriber>(this.sql.metadata, scope));
    const page = await list.page(values, {
      ...request,
      where: filter,
      isNearlyAll: isUnfiltered,
      ...(search && { search }),
    });
    return { ...page, rows: await this.loadListed(page.rows) };
  }

  /** All matching subscriptions, in batches. */
  async *readAll(customer_id: number | null, request: ListRequest<Subscriber>): AsyncGenerator<ListedSubscriber[]> {
    const { search, order } = request;
    const filter = await this.buildFilter(customer_id, request, false);
    const among = search && new WordSearch(this.sql, [], search).ids();
    const where = (among ? { anyOf: [filter], subscriber_id: { among } } : filter) as Where<Subscriber>;
    const { text, values } = compileWhere(this.sql.metadata, where, 's.');
    const sorted = order
      .map(([name, direction]) => `s.${requireColumn(this.sql.metadata, name).databaseName} ${direction}`)
      .join(', ');
    const customerSql = customer_id === null ? '' : ' AND s.customer_id = ?';
    const condition = `(${text})${customerSql} ORDER BY ${sorted}`;
    yield* this.batches(condition, customer_id === null ? values : [...values, customer_id]);
  }

  /** Reads all keys in order first, then the rows of each batch: the order may be by any column. */
  private async *batches(condition: string, values: readonly SqlValue[] = []): AsyncGenerator<ListedSubscriber[]> {
    const ids: Uint8Array[] = [];
    const sql = `SELECT s.subscriber_id FROM subscriber s WHERE ${condition}`;
    await this.database.each<{ subscriber_id: Uint8Array }>(sql, values, (row) => ids.push(row.subscriber_id));
    for (let from = 0; from < ids.length; from += BATCH_SIZE) yield this.byIds(ids.slice(from, from + BATCH_SIZE));
  }

  private async buildFilter(
    customer_id: number | null,
    request: ListRequest<Subscriber>,
    isUnfiltered: boolean,
  ): Promise<Where<Subscriber>> {
    const { status, ...where } = request.where as SubscriberFilter;
    const current = { current_of: isUnfiltered ? { null: false } : { gt: 0 } };
    return {
      ...where,
      ...(customer_id === null && current),
      ...(status !== undefined && { anyOf: [await this.statusCondition(matchingStatuses(status))] }),
    } as Where<Subscriber>;
  }

  /** Keeps the order. */
  private async loadListed(subscribers: readonly Subscriber[]): Promise<ListedSubscriber[]> {
    if (!subscribers.length) return [];
    const key = requireColumn(this.sql.metadata, 'subscriber_id');
    return this.byIds(subscribers.map(({ subscriber_id }) => encodeValue(key, subscriber_id) as Uint8Array));
  }

  private async byIds(ids: readonly Uint8Array[]): Promise<ListedSubscriber[]> {
    const subscribers = await this.rows(`s.subscriber_id IN (${placeholders(ids.length)})`, ids);
    const byId = new Map(subscribers.map((each) => [each.record.subscriber_id, each]));
    return ids.flatMap((id) => byId.get(idFromBytes(id)) ?? []);
  }

  async one(where: Where<Subscriber>): Promise<ListedSubscriber | null> {
    const { text, values } = compileWhere(this.sql.metadata, where, 's.');
    return (await this.rows(text, values))[0] ?? null;
  }

  /** All current subscriptions by customer number, in batches. */
  current(): AsyncGenerator<ListedSubscriber[]> {
    return this.batches('s.current_of IS NOT NULL ORDER BY s.current_of ASC');
  }

  private async rows(condition: string, values: readonly SqlValue[]): Promise<ListedSubscriber[]> {
    const rows = await this.database.rows<JoinedRow>(this.text(condition), values);
    return rows.map((row) => this.decodeRow(row));
  }

  private text(condition: string): string {
    const columns = this.sql.metadata.columns.map(({ databaseName }) => `s.${databaseName}`).join(', ');
    const { column, join } = this.registrant;
    return `SELECT ${columns}, u.staff_used, u.training_used, ${column} AS its_registrant ${FROM_SQL}
       ${join} WHERE ${condition}`;
  }

  private decodeRow({ staff_used, training_used, its_registrant, ...row }: JoinedRow): ListedSubscriber {
    return {
      record: this.sql.decode([row])[0]!,
      staff_used: Number(staff_used ?? 0),
      training_used: Number(training_used ?? 0),
      c_user_name: its_registrant ?? '',
    };
  }

  /** Uses columns of `subscriber` only, with an enclosing date range for the index. */
  private async statusCondition(statuses: ReadonlySet<SubscriptionStatus>): Promise<Where<Subscriber>> {
    const suspended: Where<Subscriber> = { customer_status: ['S', 'C'] };
    const datedStatuses = [...statuses].filter((status) => status !== 'suspended');
    if (!datedStatuses.length) return statuses.has('suspended') ? suspended : { subscriber_id: [] };
    const leadDays = await this.billLeadDays(statuses);
    const zonesByToday = await this.zonesByToday();
    const dateConditions = [...zonesByToday].map(([day, time_zone]) => ({
      time_zone,
      anyOf: datedStatuses.flatMap((status) => dateConditionsOf(status, day, leadDays)),
    }));
    const dayRange = enclosingRange(
      dateConditions.flatMap(({ anyOf }) => anyOf.map((dates) => dates.subs_expiry_date as DayRange)),
    );
    const openCondition: Where<Subscriber> = {
      ...standing(datedStatuses),
      ...(Object.keys(dayRange).length > 0 && { subs_expiry_date: dayRange }),
      anyOf: dateConditions,
    };
    return statuses.has('suspended') ? { anyOf: [suspended, openCondition] } : openCondition;
  }

  /** The current local days → the time zones with that day. */
  private async zonesByToday(): Promise<Map<Day, string[]>> {
    const rows = await this.database.rows<{ value: string }>(distinctValuesSql('customer_state', 'time_zone'));
    const days = new Map<Day, string[]>();
    for (const { value: zone } of rows) {
      const today = dayAt(this.clock.now(), zone);
      days.set(today, [...(days.get(today) ?? []), zone]);
    }
    return days;
  }

  /** The distinct values of `bill_generate_before_days`: dates are computed here, not in SQL. */
  private async billLeadDays(statuses: ReadonlySet<SubscriptionStatus>): Promise<number[]> {
    if (!statuses.has('active') && !statuses.has('expiring')) return [];
    const rows = await this.database.rows<{ value: number }>(
      distinctValuesSql('subscriber', 'bill_generate_before_days'),
    );
    return rows.map(({ value }) => Number(value));
  }

  private get sql(): RecordStatements<Subscriber> {
    return (this.cachedStatements ??= new RecordStatements<Subscriber>(this.database.metadata(Subscriber)));
  }
}

/** Not suspended, by the leading column of the suitable index. */
function standing(datedStatuses: readonly SubscriptionStatus[]): Where<Subscriber> {
  if (datedStatuses.every((status) => status === 'trial')) return { standing: 'trial' };
  if (datedStatuses.every((status) => status === 'active' || status === 'expiring')) return { standing: 'paid' };
  return { customer_status: 'A' };
}

/** The status as conditions on the dates. */
function dateConditionsOf(status: SubscriptionStatus, today: Day, leadDays: readonly number[]): Where<Subscriber>[] {
  const lastGraceDay = addDays(today, -GRACE_DAYS);
  const paidWith = (days: number) => ({ trial: false, bill_generate_before_days: days });
  switch (status) {
    case 'suspended':
      return [];
    case 'expired':
      return [{ subs_expiry_date: { lt: lastGraceDay } }];
    case 'grace':
      return [{ subs_expiry_date: { gte: lastGraceDay, lt: today } }];
    case 'trial':
      return [{ trial: true, subs_expiry_date: { gte: today } }];
    case 'active':
      return leadDays.map((days) => ({
        ...paidWith(days),
        subs_expiry_date: { gt: addDays(today, days), gte: today },
      }));
    case 'expiring':
      return leadDays.map((days) => ({
        ...paidWith(days),
        subs_expiry_date: { lte: addDays(today, days), gte: today },
      }));
  }
}

/** The range that contains all ranges; unbounded on a side where one of them is. */
function enclosingRange(ranges: readonly DayRange[]): DayRange {
  const first = ranges.map(({ gt, gte }) => gt ?? gte ?? null);
  const last = ranges.map(({ lt, lte }) => lt ?? lte ?? null);
  return {
    ...(!first.includes(null) && { gte: first.toSorted()[0]! }),
    ...(!last.includes(null) && { lte: last.toSorted().at(-1)! }),
  };
}

function matchingStatuses(statusFilter: Condition<string>): ReadonlySet<SubscriptionStatus> {
  const statuses = SUBSCRIPTION_STATUSES;
  if (statusFilter === null) return new Set();
  if (typeof statusFilter === 'string') return new Set(statuses.filter((status) => status === statusFilter));
  if (Array.isArray(statusFilter)) return new Set(statuses.filter((status) => statusFilter.includes(status)));
  const { ne, nin, null: isNull } = statusFilter as { ne?: string; nin?: readonly string[]; null?: boolean };
  if (isNull) return new Set();
  return new Set(statuses.filter((status) => status !== ne && !nin?.includes(status)));
}
