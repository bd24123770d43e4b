import 'dayjs/locale/de';
import 'dayjs/locale/ru';
import 'dayjs/locale/zh-cn';
import 'dayjs/locale/ar';
import { LANGUAGE_CODES } from '../../src/contract/languages';
import {
  DAY_FORMAT,
  dayIn,
  dayjs,
  endOfDay,
  instantAt,
  parseDay,
  startOfDay,
  wallClock,
} from '../../admin/src/components/dates';

describe('a day that is chosen in the organisation’s zone', () => {
  it.each([
    ['2026-03-10', 'Pacific/Kiritimati', '2026-03-09T10:00:00.000Z', '2026-03-10T09:59:59.999Z'],
    ['2026-03-10', 'Pacific/Honolulu', '2026-03-10T10:00:00.000Z', '2026-03-11T09:59:59.999Z'],
    ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z', '2026-03-29T21:59:59.999Z'],
    ['2026-10-25', 'Europe/Berlin', '2026-10-24T22:00:00.000Z', '2026-10-25T22:59:59.999Z'],
    // Midnight is skipped: the day begins at one.
    ['2026-09-06', 'America/Santiago', '2026-09-06T04:00:00.000Z', '2026-09-07T02:59:59.999Z'],
    ['2024-02-29', 'Asia/Kolkata', '2024-02-28T18:30:00.000Z', '2024-02-29T18:29:59.999Z'],
    ['2026-12-31', 'UTC', '2026-12-31T00:00:00.000Z', '2026-12-31T23:59:59.999Z'],
  ])('%s in %s begins and ends by the clock there', (day, zone, from, to) => {
    expect([startOfDay(day, zone), endOfDay(day, zone)]).toEqual([from, to]);
    expect([dayIn(from, zone), dayIn(to, zone)]).toEqual([day, day]);
  });

  it('an hour there is the same hour when it is shown again', () => {
    for (const zone of ['Pacific/Kiritimati', 'America/New_York', 'Asia/Kathmandu', 'UTC'])
      expect(wallClock(instantAt('2026-07-04T09:30:00', zone), zone)).toBe('2026-07-04T09:30:00');
  });
});

describe('a day that is typed', () => {
  const PARSED_DAYS: [string, string | undefined, string, string?][] = [
    // ISO dates and dates with the month in words, in every language.
    ...LANGUAGE_CODES.flatMap((language) => [
      [language, undefined, '2026-01-05'] as [string, undefined, string],
      [language, undefined, '5 Jan 2026'] as [string, undefined, string],
      [language, undefined, 'January 5th, 2026'] as [string, undefined, string],
      [language, undefined, '٢٠٢٦-٠١-٠٥'] as [string, undefined, string],
    ]),
    ['de', undefined, '5. Januar 2026'],
    ['de', undefined, '5.1.2026'],
    ['de', 'en-US', '05/01/2026'],
    ['fr', undefined, '5 janv. 2026'],
    ['fr', undefined, '5/1/2026'],
    ['es', undefined, '5 de enero de 2026'],
    ['es', undefined, '05-01-2026'],
    ['it', undefined, '5 gennaio 2026'],
    ['it', undefined, '5/01/2026'],
    ['ru', undefined, '5 января 2026 г.'],
    ['ru', undefined, '5 янв. 2026 г.'],
    ['ru', undefined, '05.01.2026'],
    ['ar', undefined, '5 يناير 2026'],
    ['ar', undefined, '٥/١/٢٠٢٦'],
    ['zh', undefined, '2026年1月5日'],
    ['zh', undefined, '2026/1/5'],
    ['en', 'en-US', '1/5/2026'],
    ['en', 'en-GB', '5/1/2026'],
    ['en', 'en-AU', '05.01.2026'],
    ['en', 'en-IN', '5-1-2026'],
    ['en', 'de-DE', '5.1.2026'],
    ['en', undefined, 'Sept 5 2026', '2026-09-05'],
    ['de', undefined, '3. Mär 2026', '2026-03-03'],
    ['fr', undefined, '14 fevrier 2026', '2026-02-14'],
    ['en', 'en-US', '12/31/2026', '2026-12-31'],
    ['en', undefined, '29 Feb 2024', '2024-02-29'],
  ];
  it.each(PARSED_DAYS.map(([language, region, text, day = '2026-01-05']) => [language, region, text, day] as const))(
    '%s, region %s: %s is %s',
    (language, region, text, day) => {
      expect(parseDay(text, language, region)).toBe(day);
    },
  );

  it.each([
    ['en', 'en', '5/1/2026'],
    ['en', undefined, '25/12/2026'],
    ['en', 'en-US', '25/12/2026'],
    ['en', undefined, '31 Feb 2026'],
    ['de', undefined, '31.2.2026'],
    ['fr', undefined, '29/02/2026'],
    ['zh', undefined, '5/1/2026'],
    ['en', undefined, '2026-02-30'],
    // An ambiguous month, an unknown one, and two months.
    ['fr', undefined, '5 jui 2026'],
    ['en', undefined, '5 Brumaire 2026'],
    ['en', undefined, '5 Jan Feb 2026'],
    ['de', undefined, '5.1.26'],
    ['en', undefined, 'tomorrow'],
    ['en', undefined, '2026'],
    ['en', undefined, ''],
  ] as [string, string | undefined, string][])('%s, region %s: %s is not clear', (language, region, text) => {
    expect(parseDay(text, language, region)).toBeNull();
  });

  it('is read as every language shows it', () => {
    for (const name of ['en', 'de', 'ru', 'zh-cn', 'ar'])
      for (const month of ['01', '03', '05', '09', '12']) {
        const shown = dayjs(`2026-${month}-05`).locale(name).format(DAY_FORMAT);
        expect([name, parseDay(shown, name.slice(0, 2))]).toEqual([name, `2026-${month}-05`]);
      }
  });
});
