import { dayIn, endOfDay, instantAt, startOfDay, wallClock } from '../../admin/src/kit/dates';

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
