import { normalizeTimeZoneName } from '../../src/common/time-zones';

/** Names that the runtime does not list but accepts as zones. */
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
  it('is normalized to the IANA spelling, independent of case and spaces', () => {
    const mismatches = [...Intl.supportedValuesOf('timeZone'), ...OTHER_NAMES].filter((name) =>
      [name, name.toLowerCase(), name.toUpperCase(), ` ${name}\t`].some(
        (input) => normalizeTimeZoneName(input) !== name,
      ),
    );
    expect(mismatches).toEqual([]);
  });

  it('is null for names unknown to the runtime', () => {
    for (const value of ['', ' ', 'Berlin', 'Mars/Olympus', '+05:30', '-08', 'Europe/Berlin\0', null, undefined, 1, {}])
      expect([value, normalizeTimeZoneName(value)]).toEqual([value, null]);
  });
});
