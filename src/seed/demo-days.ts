import { addDays, daysBetween, startOfDay, type Day } from '../platform/calendar';

const MINUTE_MS = 60_000;
const A_MONDAY: Day = '2024-01-01';

/** The days of a demo, counted back from the day of its seeding in the organisation's zone. */
export class DemoDays {
  private readonly starts = new Map<Day, number>();

  constructor(
    readonly today: Day,
    readonly zone: string,
  ) {}

  /** Negative: days to come. */
  ago(days: number): Day {
    return addDays(this.today, -days);
  }

  /** The same day, or the Friday before; nothing is learnt on a weekend. */
  workday(day: Day): Day {
    const weekday = (((daysBetween(A_MONDAY, day) % 7) + 7) % 7) + 1;
    return weekday > 5 ? addDays(day, 5 - weekday) : day;
  }

  /** UTC milliseconds of a minute of that local day. */
  at(day: Day, minute: number): number {
    let start = this.starts.get(day);
    if (start === undefined) this.starts.set(day, (start = startOfDay(day, this.zone)));
    return start + minute * MINUTE_MS;
  }

  isPast(day: Day): boolean {
    return day < this.today;
  }
}
