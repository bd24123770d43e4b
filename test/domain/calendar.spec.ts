import {
  addDays,
  addMonths,
  compareDays,
  dayAt,
  daysBetween,
  endOfDay,
  financialYear,
  isDay,
  isTimeZone,
  OPEN_END,
  startOfDay,
} from '../../src/common/calendar';
import { seededRandom } from '../support/seeded-random';

const iso = (ms: number) => new Date(ms).toISOString();

describe('a day of the calendar', () => {
  it('is validated', () => {
    for (const day of ['2024-02-29', '2000-02-29', '2025-12-31', OPEN_END]) expect(isDay(day)).toBe(true);
    for (const value of [
      '2025-02-29',
      '1900-02-29',
      '2025-13-01',
      '2025-00-10',
      '2025-04-31',
      '2025-1-1',
      '0025-01-01',
      '2025-01-01T00:00',
      '2025-01-01\n',
      '',
      null,
      20250101,
    ])
      expect(isDay(value)).toBe(false);
  });

  it.each([
    ['2025-01-31', 1, '2025-02-28'],
    ['2024-02-29', 12, '2025-02-28'],
    ['2024-01-31', 1, '2024-02-29'],
    ['2025-03-31', -1, '2025-02-28'],
    ['2025-12-15', 1, '2026-01-15'],
    ['2025-01-15', -1, '2024-12-15'],
    ['2025-05-31', 6, '2025-11-30'],
    ['2025-03-20', 0, '2025-03-20'],
    ['9999-06-01', 12, OPEN_END],
    [OPEN_END, -5, OPEN_END],
  ])('%s plus %d months is %s (row 17: clamped to the month’s end)', (day, months, expected) => {
    expect(addMonths(day, months)).toBe(expected);
  });

  it('moves by days over months, leap days and years, and stops at the open end', () => {
    expect(addDays('2025-02-28', 1)).toBe('2025-03-01');
    expect(addDays('2024-02-28', 1)).toBe('2024-02-29');
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
    expect(addDays('9999-12-30', 5)).toBe(OPEN_END);
    expect(addDays(OPEN_END, -1)).toBe(OPEN_END);
    expect(daysBetween('2024-02-28', '2025-02-28')).toBe(366);
    expect(['2025-10-01', '2025-09-30', '2025-10-01'].sort(compareDays)).toEqual([
      '2025-09-30',
      '2025-10-01',
      '2025-10-01',
    ]);
  });

  it('has consistent arithmetic on 2,000 random days', () => {
    const random = seededRandom(17);
    for (let n = 0; n < 2000; n++) {
      const day = addDays('1970-01-01', random.integer(-20_000, 60_000));
      const step = random.integer(-5000, 5000);
      expect(isDay(day)).toBe(true);
      expect(addDays(addDays(day, step), -step)).toBe(day);
      expect(daysBetween(day, addDays(day, step))).toBe(step);
      const months = random.integer(-60, 60);
      const shifted = addMonths(day, months);
      expect(isDay(shifted)).toBe(true);
      expect(shifted.slice(8) <= day.slice(8)).toBe(true);
    }
  });

  it('belongs to the financial year of the customer', () => {
    expect(financialYear('2026-03-31', 4)).toEqual({ from: '2025-04-01', to: '2026-03-31', label: '2025-26' });
    expect(financialYear('2026-04-01', 4)).toEqual({ from: '2026-04-01', to: '2027-03-31', label: '2026-27' });
    expect(financialYear('2026-12-31', 1)).toEqual({ from: '2026-01-01', to: '2026-12-31', label: '2026' });
    expect(financialYear('2024-02-29', 3)).toEqual({ from: '2023-03-01', to: '2024-02-29', label: '2023-24' });
    expect(financialYear('2099-07-01', 7).label).toBe('2099-00');
    expect(() => financialYear('2025-01-01', 13)).toThrow(RangeError);
  });
});

describe('a day in a time zone', () => {
  it('accepts only IANA zones', () => {
    for (const zone of ['Asia/Kolkata', 'America/New_York', 'Pacific/Apia', 'UTC', 'Etc/GMT+5'])
      expect(isTimeZone(zone)).toBe(true);
    for (const zone of ['Asia/Nowhere', '', '+05:30', null, 7, ' UTC']) expect(isTimeZone(zone)).toBe(false);
    expect(() => dayAt(0, 'Mars/Olympus')).toThrow(RangeError);
  });

  it('an instant falls on different days in different zones (row 8)', () => {
    const submitted = Date.parse('2026-03-31T18:45:00Z');
    expect(dayAt(submitted, 'Asia/Kolkata')).toBe('2026-04-01');
    expect(dayAt(submitted, 'America/New_York')).toBe('2026-03-31');
    expect(dayAt(Date.parse('2026-03-31T18:29:59.999Z'), 'Asia/Kolkata')).toBe('2026-03-31');
    expect(dayAt(Date.parse('2026-03-31T18:30:00.000Z'), 'Asia/Kolkata')).toBe('2026-04-01');
  });

  it.each([
    ['UTC', '2025-06-01', '2025-06-01T00:00:00.000Z', '2025-06-01T23:59:59.999Z'],
    ['Asia/Kolkata', '2026-03-31', '2026-03-30T18:30:00.000Z', '2026-03-31T18:29:59.999Z'],
    // 23 and 25 hours: clocks change at 02:00.
    ['America/New_York', '2025-03-09', '2025-03-09T05:00:00.000Z', '2025-03-10T03:59:59.999Z'],
    ['America/New_York', '2025-11-02', '2025-11-02T04:00:00.000Z', '2025-11-03T04:59:59.999Z'],
    // Midnight does not exist: the day starts at 01:00.
    ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00.000Z', '2018-11-05T01:59:59.999Z'],
    ['America/Sao_Paulo', '2018-11-03', '2018-11-03T03:00:00.000Z', '2018-11-04T02:59:59.999Z'],
    // Midnight comes twice: 24:00 goes back to 23:00 of the same day.
    ['America/Sao_Paulo', '2018-02-17', '2018-02-17T02:00:00.000Z', '2018-02-18T02:59:59.999Z'],
    ['America/Sao_Paulo', '2018-02-18', '2018-02-18T03:00:00.000Z', '2018-02-19T02:59:59.999Z'],
    // Samoa skipped the 30th.
    ['Pacific/Apia', '2011-12-29', '2011-12-29T10:00:00.000Z', '2011-12-30T09:59:59.999Z'],
    ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00.000Z', '2011-12-30T09:59:59.999Z'],
    ['Pacific/Apia', '2011-12-31', '2011-12-30T10:00:00.000Z', '2011-12-31T09:59:59.999Z'],
    // 00:01 went back to 23:01: the clock shows the 28th again after the 29th has begun.
    ['America/St_Johns', '2006-10-28', '2006-10-28T02:30:00.000Z', '2006-10-29T03:29:59.999Z'],
    ['America/St_Johns', '2006-10-29', '2006-10-29T02:30:00.000Z', '2006-10-30T03:29:59.999Z'],
    ['Pacific/Kiritimati', '2025-01-01', '2024-12-31T10:00:00.000Z', '2025-01-01T09:59:59.999Z'],
    ['Australia/Lord_Howe', '2025-04-06', '2025-04-05T13:00:00.000Z', '2025-04-06T13:29:59.999Z'],
  ])('%s %s lasts from %s to %s', (zone, day, start, end) => {
    expect(iso(startOfDay(day, zone))).toBe(start);
    expect(iso(endOfDay(day, zone))).toBe(end);
  });

  it('every instant lies within its day, and the bounds of a day belong to it', () => {
    const random = seededRandom(8);
    const zones = [
      'Asia/Kolkata',
      'America/New_York',
      'Pacific/Apia',
      'America/Sao_Paulo',
      'Africa/Cairo',
      'America/Havana',
      'Asia/Beirut',
      'Europe/Lisbon',
      'America/St_Johns',
      'Australia/Lord_Howe',
      'Africa/Casablanca',
    ];
    for (let n = 0; n < 3000; n++) {
      const zone = random.pick(zones);
      const at = random.integer(0, Date.parse('2037-01-01'));
      const day = dayAt(at, zone);
      const start = startOfDay(day, zone);
      const end = endOfDay(day, zone);
      expect(at >= start && at <= end).toBe(true);
      expect(dayAt(start, zone)).toBe(day);
      expect(dayAt(end, zone)).toBe(day);
      expect(dayAt(start - 1, zone) < day).toBe(true);
      expect(dayAt(end + 1, zone) > day).toBe(true);
    }
  });

  it('leaves no instant between one day and the next over forty years of São Paulo', () => {
    for (let day = '1985-01-01'; day < '2025-01-01'; day = addDays(day, 1)) {
      expect(startOfDay(addDays(day, 1), 'America/Sao_Paulo')).toBe(endOfDay(day, 'America/Sao_Paulo') + 1);
    }
  });

  it('formats 50,000 days with one formatter per zone, because creating one costs a thousand calls', () => {
    const formatterSpy = jest.spyOn(Intl, 'DateTimeFormat');
    for (let n = 0; n < 50_000; n++) dayAt(1_750_000_000_000 + n * 7_777_777, 'Europe/Berlin');
    expect(formatterSpy.mock.calls.length).toBeLessThanOrEqual(1);
    formatterSpy.mockRestore();
  });
});
