import { addDays, daysBetween, startOfDay, type Day } from '../common/calendar';

const MINUTE_MS = 60_000;
const REFERENCE_MONDAY: Day = '2024-01-01';

/** Days relative to the day of seeding in the customer's time zone. */
export class DemoCalendar {
  private readonly starts = new Map<Day, number>();

  constructor(
    readonly today: Day,
    readonly zone: string,
  ) {}

  /** Negative: in the future. */
  ago(days: number): Day {
    return addDays(this.today, -days);
  }

  /** The same day, or the Friday before a weekend. */
  workday(day: Day): Day {
    const weekday = (((daysBetween(REFERENCE_MONDAY, day) % 7) + 7) % 7) + 1;
    return weekday > 5 ? addDays(day, 5 - weekday) : day;
  }

  /** UTC milliseconds of a minute of the local day. */
  timeAt(day: Day, minute: number): number {
    let start = this.starts.get(day);
    if (start === undefined) this.starts.set(day, (start = startOfDay(day, this.zone)));
    return start + minute * MINUTE_MS;
  }

  isPast(day: Day): boolean {
    return day < this.today;
  }
}
