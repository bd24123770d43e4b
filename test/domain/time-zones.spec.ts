import { timeZoneNamed } from '../../src/platform/time-zones';

/** Names beside those that the runtime lists; each is a zone that it knows. */
const OTHER_NAMES = [
  'UTC',
  'GMT',
  'EST',
  'PRC',
  'ROK',
  'NZ',
  'GB',
  'GB-Eire',
  'NZ-CHAT',
  'W-SU',
  'EST5EDT',
  'GMT0',
  'Cuba',
  'Zulu',
  'Etc/UTC',
  'Etc/GMT+5',
  'Etc/GMT-14',
  'Etc/Greenwich',
  'Asia/Kolkata',
  'Asia/Ho_Chi_Minh',
  'Europe/Kyiv',
  'US/East-Indiana',
  'US/Eastern',
  'America/Argentina/ComodRivadavia',
  'America/Knox_IN',
  'America/Port-au-Prince',
  'America/Port_of_Spain',
  'Antarctica/DumontDUrville',
  'Antarctica/McMurdo',
  'Africa/Dar_es_Salaam',
  'Australia/ACT',
  'Brazil/DeNoronha',
  'Europe/Isle_of_Man',
  'Mexico/BajaSur',
];

describe('a time zone', () => {
  it('is kept as IANA spells it, however it was typed', () => {
    const wrong = [...Intl.supportedValuesOf('timeZone'), ...OTHER_NAMES].filter((name) =>
      [name, name.toLowerCase(), name.toUpperCase(), ` ${name}\t`].some((typed) => timeZoneNamed(typed) !== name),
    );
    expect(wrong).toEqual([]);
  });

  it('is none where the runtime knows none', () => {
    for (const value of ['', ' ', 'Berlin', 'Mars/Olympus', '+05:30', '-08', 'Europe/Berlin\0', null, undefined, 1, {}])
      expect([value, timeZoneNamed(value)]).toEqual([value, null]);
  });
});
