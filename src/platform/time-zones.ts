import { isTimeZone } from './calendar';

/** As the runtime itself spells them; the many other names that it also knows are spelled by the rule below. */
const SPELLED = new Map([...Intl.supportedValuesOf('timeZone'), 'UTC'].map((name) => [name.toLowerCase(), name]));

/** Where the rule is wrong. */
const ODD = new Map(
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
const SMALL = new Set(['of', 'es', 'au']);

/**
 * A time zone as IANA spells it, however it was typed: the runtime takes `europe/berlin` for Europe/Berlin, but a list of
 * choices, another system and a person do not. An older name stays that name (Asia/Calcutta and Asia/Kolkata are both
 * themselves). null: no time zone. Whoever takes a zone keeps what this answers.
 */
export function timeZoneNamed(value: unknown): string | null {
  const typed = typeof value === 'string' ? value.trim() : value;
  if (!isTimeZone(typed)) return null;
  const lower = typed.toLowerCase();
  return SPELLED.get(lower) ?? ODD.get(lower) ?? spelled(lower);
}

/** `america/port_of_spain` → America/Port_of_Spain, `etc/gmt+5` → Etc/GMT+5, `us/eastern` → US/Eastern, `est5edt` → EST5EDT. */
function spelled(lower: string): string {
  const isShort = !lower.includes('/') && (lower.length <= 3 || /\d/.test(lower));
  if (isShort) return lower.toUpperCase();
  return lower.replaceAll(/[a-z]+/g, (word, at: number) => {
    if (at > 0 && SMALL.has(word)) return word;
    if (['us', 'gmt', 'utc', 'uct'].includes(word)) return word.toUpperCase();
    return word[0]!.toUpperCase() + word.slice(1);
  });
}
