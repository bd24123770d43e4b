import { Entity } from 'typeorm';
import { Choice, CustomerKey, Day, Instant, Json, Text, Whole } from '../platform/database/columns';

/** What is counted: assignments by the day they were made, completions by theirs, quizzes by the day they were submitted, as in their report (reports.md §4). */
export const TOTAL_KINDS = ['assignments', 'completions', 'quizzes'] as const;
export type TotalKind = (typeof TOTAL_KINDS)[number];

/** A bucket: so many of a kind, on a day of the organisation's calendar, are in that state. None: there is no row. */
@Entity('daily_total')
export class DailyTotal {
  @CustomerKey()
  customer_id: number;

  @Choice({ primary: true })
  kind: string;

  @Day({ primary: true })
  day: string;

  /** The state of an assignment, `completed`, or the result of a quiz. */
  @Choice({ primary: true })
  status: string;

  @Whole()
  amount: number;
}

/** How an organisation's buckets stand. A change of them goes by `settled`, so that of two at once one is refused. */
@Entity('totals_state')
export class TotalsState {
  @CustomerKey()
  customer_id: number;

  /** By whose days they are kept. */
  @Text(64)
  time_zone: string;

  /** Assignments of all days by state: the sum of their buckets. */
  @Json()
  standing: Readonly<Record<string, number>>;

  /** When everything was last counted anew; null: never yet to the end, so nothing is known. */
  @Instant({ nullable: true })
  recounted_at: number | null;

  /** Grows with every settling. */
  @Whole()
  settled: number;
}
