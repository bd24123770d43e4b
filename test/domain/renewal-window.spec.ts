import { dayAt, endOfDay, startOfDay } from '../../src/common/calendar';
import { extensionWindowDays, computeValidity, maxRenewalDays } from '../../src/modules/trainings/renewal-window';

const yearly = { validity_months: 12, renewal_days: null };
const monthly = { validity_months: 1, renewal_days: null };

describe('how long a completion lasts', () => {
  it.each([
    ['2026-03-02', 12, '2027-03-02', 'the same day a year later is the last one'],
    ['2025-01-31', 1, '2025-02-28', 'a month without a 31st ends sooner'],
    ['2024-01-31', 1, '2024-02-29', 'and a day later in a leap year'],
    ['2024-02-29', 12, '2025-02-28', 'a leap day has no anniversary'],
    ['2024-02-29', 48, '2028-02-29', 'but for every fourth year'],
    ['2026-08-31', 6, '2027-02-28', 'across the year'],
  ])('%s and %d months is %s: %s', (completed_on, validity_months, valid_until) => {
    expect(computeValidity(completed_on, { validity_months, renewal_days: 10 }, null).valid_until).toBe(valid_until);
  });

  it('is unlimited without a validity, and then no cycle opens', () => {
    const forEver = { validity_months: null, renewal_days: 45 };
    expect(computeValidity('2026-03-02', forEver, '2026-04-01')).toEqual({ valid_until: null, renew_from: null });
  });

  it('opens the next cycle thirty days before, unless the training says otherwise', () => {
    expect(computeValidity('2026-03-02', yearly, null).renew_from).toBe('2027-01-31');
    expect(computeValidity('2026-03-02', { ...yearly, renewal_days: 90 }, null).renew_from).toBe('2026-12-02');
    expect(computeValidity('2026-03-02', { ...yearly, renewal_days: 0 }, null).renew_from).toBe('2027-03-02');
  });

  it('with one month has a default window of two weeks, so that the next cycle does not open at completion', () => {
    expect(computeValidity('2026-02-01', monthly, null)).toEqual({
      valid_until: '2026-03-01',
      renew_from: '2026-02-15',
    });
    for (const validity_months of [1, 2, 12]) {
      const rule = { validity_months, renewal_days: maxRenewalDays(validity_months) };
      expect(computeValidity('2026-02-01', rule, null).renew_from! > '2026-02-01').toBe(true);
    }
  });

  it('extends from the old end when renewed in time, and from the completion when late', () => {
    expect(computeValidity('2027-02-15', yearly, '2027-03-02').valid_until).toBe('2028-03-02');
    expect(computeValidity('2027-03-02', yearly, '2027-03-02').valid_until).toBe('2028-03-02');
    expect(computeValidity('2027-03-03', yearly, '2027-03-02').valid_until).toBe('2028-03-03');
    expect(computeValidity('2026-06-01', yearly, '2027-03-02').valid_until).toBe('2027-06-01');
  });

  it('counts as in time within sixty days, or within a longer window', () => {
    expect(extensionWindowDays(yearly)).toBe(60);
    expect(extensionWindowDays({ ...yearly, renewal_days: 90 })).toBe(90);
    expect(computeValidity('2026-12-02', { ...yearly, renewal_days: 90 }, '2027-03-02').valid_until).toBe('2028-03-02');
    expect(computeValidity('2026-12-01', { ...yearly, renewal_days: 90 }, '2027-03-02').valid_until).toBe('2027-12-01');
  });

  it('is counted from the local day of the organisation, also across a clock change', () => {
    const at = Date.parse('2026-03-31T18:45:00Z');
    expect(computeValidity(dayAt(at, 'Asia/Kolkata'), monthly, null).valid_until).toBe('2026-05-01');
    expect(computeValidity(dayAt(at, 'America/New_York'), monthly, null).valid_until).toBe('2026-04-30');
    // Completed in winter, due in summer time: the day is the same, but starts an hour earlier in UTC.
    const until = computeValidity(
      dayAt(Date.parse('2026-03-01T22:59:00Z'), 'Europe/Berlin'),
      monthly,
      null,
    ).valid_until!;
    expect([until, startOfDay(until, 'Europe/Berlin'), endOfDay(until, 'Europe/Berlin')]).toEqual([
      '2026-04-01',
      Date.parse('2026-03-31T22:00:00Z'),
      Date.parse('2026-04-01T21:59:59.999Z'),
    ]);
  });
});
