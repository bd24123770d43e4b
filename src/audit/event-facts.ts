import type { LeftOut } from '../contract/audit-events.resource';
import type { AuditEvent } from '../platform/audit/audit-event.entity';
import { masked } from '../platform/audit/audit-trail';

type Facts = Record<string, unknown>;
/** What an event says was and became. */
export interface EventFacts {
  was: Facts | null;
  became: Facts | null;
  left_out: LeftOut | null;
}
type Kept = Pick<AuditEvent, 'was' | 'became'>;

/** Characters of what was, or became, that a list tells whole. */
const WHOLE = 4_000;
/** Of longer ones, so many of each fact. */
const BEGINNING = 400;

/** All of them. Secrets are masked once more: rows may be older than what counts as a secret today. */
export function wholeFacts({ was, became }: Kept): EventFacts {
  return { was: read(was), became: read(became), left_out: null };
}

/** As a list of events tells them: however much each of them says, a page of them stays short. */
export function beginningOfFacts({ was, became }: Kept): EventFacts {
  const left_out: LeftOut = { was: {}, became: {} };
  const begun = { was: beginning(was, left_out.was), became: beginning(became, left_out.became) };
  return { ...begun, left_out: Object.values(left_out).some((each) => Object.keys(each).length) ? left_out : null };
}

const read = (text: string | null): Facts | null => masked(text === null ? null : (JSON.parse(text) as object));

function beginning(text: string | null, left_out: Record<string, number>): Facts | null {
  const facts = read(text);
  if (!facts || text!.length <= WHOLE) return facts;
  const shown = Object.entries(facts).map(([name, value]) => {
    const [begun, more] = cut(value);
    if (more) left_out[name] = more;
    return [name, begun] as const;
  });
  return Object.fromEntries(shown);
}

/** @returns what is told of it, and how much is not: entries of a list, characters of a text, names of anything else */
function cut(value: unknown): [unknown, number] {
  const json = JSON.stringify(value);
  if (json.length <= BEGINNING) return [value, 0];
  if (typeof value === 'string') {
    // Never through a character that is two units long.
    const shown = value.slice(0, BEGINNING).replace(/[\uD800-\uDBFF]$/, '');
    return [shown, value.length - shown.length];
  }
  if (!Array.isArray(value)) return [{}, Object.keys(value as object).length];
  let room = BEGINNING;
  const end = value.findIndex((entry) => (room -= JSON.stringify(entry).length + 1) <= 0);
  return [value.slice(0, end), value.length - end];
}
