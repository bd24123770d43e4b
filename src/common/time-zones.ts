import { isTimeZone } from './calendar';

/** Names as the runtime spells them. The aliases that it also accepts are spelled by `formatTimeZoneName`. */
const CANONICAL_NAMES = new Map(
  [...Intl.supportedValuesOf('timeZone'), 'UTC'].map((name) => [name.toLowerCase(), name]),
);

/** Aliases that the rule would spell wrongly. */
const IRREGULAR_NAMES = new Map(
  [
    'America/Argentina/ComodRivadavia',
    'America/Knox_IN',
    'Antarctica/DumontDUrville',
    'Antarctica/McMurdo',
    'Australia/ACT',
    'Australia/LHI',
    'Australia/NSW',
    'Brazil/DeNoronha',
    'Chile/EasterIsland',
    'GB-Eire',
    'Mexico/BajaNorte',
    'Mexico/BajaSur',
    'NZ-CHAT',
    'W-SU',
  ].map((name) => [name.toLowerCase(), name]),
);
const LOWERCASE_WORDS = new Set(['of', 'es', 'au']);

/**
 * Returns the IANA spelling of a time zone entered in any case, or null if it is not one. The runtime accepts
 * `europe/berlin`, but select lists and other systems do not, so store this result. An alias stays an alias:
 * Asia/Calcutta is not changed to Asia/Kolkata.
 */
export function normalizeTimeZoneName(value: unknown): string | null {
  const trimmed = typeof value === 'string' ? value.trim() : value;
  if (!isTimeZone(trimmed)) return null;
  const lower = trimmed.toLowerCase();
  return CANONICAL_NAMES.get(lower) ?? IRREGULAR_NAMES.get(lower) ?? formatTimeZoneName(lower);
}

/** `america/port_of_spain` → America/Port_of_Spain, `etc/gmt+5` → Etc/GMT+5, `us/eastern` → US/Eastern, `est5edt` → EST5EDT. */
function formatTimeZoneName(lower: string): string {
  const isShort = !lower.includes('/') && (lower.length <= 3 || /\d/.test(lower));
  if (isShort) return lower.toUpperCase();
  return lower.replaceAll(/[a-z]+/g, (word, at: number) => {
    if (at > 0 && LOWERCASE_WORDS.has(word)) return word;
    if (['us', 'gmt', 'utc', 'uct'].includes(word)) return word.toUpperCase();
    return word[0]!.toUpperCase() + word.slice(1);
  });
}
