import { dayAt, endOfDay, startOfDay, type Day } from '../platform/calendar';
import type { Tenant } from '../tenancy/tenant';
import type { TenantQueries } from '../tenancy/tenant-queries';
import type { DailyTotal, TotalKind } from './daily-total.entity';

/** Every zone's clock is a whole number of quarters of an hour from UTC: no day begins within one. */
export const QUARTER_MS = 900_000;

/** Each by an index that holds all it reads. The quarter is what a day in any zone is put together from. */
const COUNTS: Readonly<Record<TotalKind, string>> = {
  assignments: `SELECT a.state AS status, a.created_at - a.created_at % ${QUARTER_MS} AS quarter, COUNT(*) AS amount
    FROM training_assignment a
    WHERE a.customer_id = :customer_id AND a.created_at >= :first AND a.created_at <= :last
    GROUP BY a.state, a.created_at - a.created_at % ${QUARTER_MS}`,
  completions: `SELECT 'completed' AS status, a.completed_at - a.completed_at % ${QUARTER_MS} AS quarter, COUNT(*) AS amount
    FROM training_assignment a
    WHERE a.customer_id = :customer_id AND a.completed_at >= :first AND a.completed_at <= :last
    GROUP BY a.completed_at - a.completed_at % ${QUARTER_MS}`,
  quizzes: `SELECT a.result AS status, a.submitted_at - a.submitted_at % ${QUARTER_MS} AS quarter, COUNT(*) AS amount
    FROM attempt a
    WHERE a.customer_id = :customer_id AND a.status = 'submitted'
      AND a.submitted_at >= :first AND a.submitted_at <= :last
    GROUP BY a.result, a.submitted_at - a.submitted_at % ${QUARTER_MS}`,
};

/** The ends of an index each: nothing between them is read. */
const ENDS = [
  'SELECT MIN(a.created_at) AS first, MAX(a.created_at) AS last FROM training_assignment a WHERE a.customer_id = :customer_id',
  'SELECT MIN(a.completed_at) AS first, MAX(a.completed_at) AS last FROM training_assignment a WHERE a.customer_id = :customer_id',
  'SELECT MIN(a.submitted_at) AS first, MAX(a.submitted_at) AS last FROM attempt a WHERE a.customer_id = :customer_id',
];

export type Bucket = Omit<DailyTotal, 'customer_id'>;
interface Counted {
  status: string;
  quarter: number | string;
  amount: number | string;
}

/** The buckets of these days, both included, as the tables say now. */
export async function bucketsOf(queries: TenantQueries, tenant: Tenant, from: Day, to: Day): Promise<Bucket[]> {
  const { time_zone } = tenant;
  const within = { first: startOfDay(from, time_zone), last: endOfDay(to, time_zone) };
  const buckets = new Map<string, Bucket>();
  for (const [kind, sql] of Object.entries(COUNTS)) {
    for (const { status, quarter, amount } of await queries.rows<Counted>(tenant, sql, within)) {
      const day = dayAt(Number(quarter), time_zone);
      // Where clocks go back across midnight, the end of a day lies after the beginning of the next.
      if (day < from || day > to) continue;
      const name = `${kind} ${day} ${status}`;
      const known = buckets.get(name) ?? { kind, day, status, amount: 0 };
      buckets.set(name, { ...known, amount: known.amount + Number(amount) });
    }
  }
  return [...buckets.values()];
}

/** The first and the last day on which there is something to count; null: there is nothing. */
export async function daysCounted(queries: TenantQueries, tenant: Tenant): Promise<{ from: Day; to: Day } | null> {
  const instants: number[] = [];
  for (const sql of ENDS) {
    const [ends] = await queries.rows<{ first: number | string | null; last: number | string | null }>(tenant, sql);
    for (const end of [ends?.first, ends?.last]) if (end !== null && end !== undefined) instants.push(Number(end));
  }
  if (!instants.length) return null;
  const dayOf = (instant: number) => dayAt(instant, tenant.time_zone);
  return { from: dayOf(Math.min(...instants)), to: dayOf(Math.max(...instants)) };
}

/** Neighbouring days as one stretch each, of at most so many. */
export function stretches(days: Iterable<Day>, next: (day: Day) => Day, most: number): { from: Day; to: Day }[] {
  const found: { from: Day; to: Day; length: number }[] = [];
  for (const day of [...new Set(days)].toSorted()) {
    const last = found.at(-1);
    if (last && last.length < most && next(last.to) === day) Object.assign(last, { to: day, length: last.length + 1 });
    else found.push({ from: day, to: day, length: 1 });
  }
  return found.map(({ from, to }) => ({ from, to }));
}
