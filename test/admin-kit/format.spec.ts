import {
  formatCount,
  formatDay,
  formatFacts,
  formatInstant,
  formatMonth,
  formatPercent,
  formatShare,
  formatTime,
} from '../../admin/src/components/format';

describe('a percentage', () => {
  it.each([
    [57.14, '57.14%'],
    [67.9, '67.90%'],
    [80, '80%'],
    [0, '0%'],
    [100, '100%'],
  ])('%d reads %s', (value, text) => {
    expect(formatPercent(value, 'en')).toBe(text);
  });
});

it('figures, days and times have Latin digits in every language, as clocks and codes have', () => {
  const language = 'ar-EG';
  expect(formatCount(1234, language)).toBe('1,234');
  expect(formatDay('2026-03-01', language)).toMatch(/1.+2026/);
  expect(formatTime('2026-03-01T22:42:07Z', language, 'UTC')).toBe('22:42');
  expect(formatPercent(57.14, language)).toContain('57.14');
});

describe('a share on a card', () => {
  it.each([
    [57.99, '57%'],
    [99.99, '99%'],
    [100, '100%'],
    [0, '0%'],
    [0.01, '< 1%'],
    [0.99, '< 1%'],
    [1, '1%'],
    [null, '–'],
    [undefined, '–'],
  ])('%p reads %s', (value, text) => {
    expect(formatShare(value, 'en')).toBe(text);
  });

  it('is written as the language does, apart from words of the other direction', () => {
    expect(formatShare(57.99, 'de')).toBe('57\u00a0%');
    expect(formatShare(0.5, 'ar')).toMatch(/^\u2068< .+\u2069$/);
  });
});

describe('a time', () => {
  const at = '2026-03-01T22:42:07Z';
  it('is of the reader’s zone and language, by a clock of 24 hours, in minutes or to the second', () => {
    expect(formatTime(at, 'en', 'UTC')).toBe('22:42');
    expect(formatTime(at, 'de', 'Asia/Kolkata', 'seconds')).toBe('04:12:07');
    expect(formatTime(at, 'ar', 'UTC')).toBe('22:42');
    expect(formatInstant(at, 'en', 'Asia/Kolkata')).toBe('Mar 2, 2026, 04:12');
    // Without the word for year: one line of a cell.
    expect(formatInstant(at, 'ru', 'UTC')).toBe('1 мар. 2026, 22:42');
    expect(formatDay('2026-03-01', 'ru')).toBe('1 мар. 2026');
  });

  it('is a day where it is one, and that is never shifted', () => {
    expect(formatDay('2026-03-01', 'en')).toBe('Mar 1, 2026');
    expect(formatDay('2026-03-01', 'de', 'row')).toBe('1. März');
    expect(formatMonth(3, 'fr')).toBe('mars');
  });

  it('keeps its own order within words of the other direction', () => {
    const isolated = /^\u2068.+\u2069$/;
    expect(formatDay('2026-03-01', 'ar')).toMatch(isolated);
    expect(formatInstant(at, 'ar', 'UTC')).toMatch(isolated);
    expect(formatDay('2026-03-01', 'fr')).not.toMatch(isolated);
  });

  it('that is none is shown as it came', () => {
    expect([formatTime('soon', 'en', 'UTC'), formatInstant('soon', 'en', 'UTC'), formatDay('soon', 'en')]).toEqual([
      'soon',
      'soon',
      'soon',
    ]);
  });
});

it('the facts of a text have their days and instants as the language writes them, and nothing else is touched', () => {
  const facts = { on: '2026-03-01', at: '2026-03-01T22:42:07.000Z', code: '2026-03', count: 3, zone: 'Asia/Kolkata' };
  expect(formatFacts(facts, 'en', 'Asia/Kolkata')).toEqual({
    ...facts,
    on: 'Mar 1, 2026',
    at: 'Mar 2, 2026, 04:12',
  });
});
