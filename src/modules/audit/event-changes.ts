import type { OmittedCounts } from '../../contract/audit-events.resource';
import type { AuditEvent } from '../../infrastructure/audit/audit-event.entity';
import { maskSecrets } from '../../infrastructure/audit/audit-trail.service';

type ChangedFields = Record<string, unknown>;
/** Values before and after an event. */
export interface EventChanges {
  was: ChangedFields | null;
  became: ChangedFields | null;
  left_out: OmittedCounts | null;
}
type StoredChanges = Pick<AuditEvent, 'was' | 'became'>;

/** Longer `was` or `became` are truncated in lists. */
const FULL_LENGTH_MAX = 4_000;
/** Characters of each field after truncation. */
const FIELD_LENGTH_MAX = 400;

/** All values. Masks secrets again, because old rows may predate the current list of secrets. */
export function readChanges({ was, became }: StoredChanges): EventChanges {
  return { was: parseFields(was), became: parseFields(became), left_out: null };
}

/** Values for a list, truncated so that a page stays small. */
export function readTruncatedChanges({ was, became }: StoredChanges): EventChanges {
  const left_out: OmittedCounts = { was: {}, became: {} };
  const changes = { was: truncateFields(was, left_out.was), became: truncateFields(became, left_out.became) };
  return { ...changes, left_out: Object.values(left_out).some((each) => Object.keys(each).length) ? left_out : null };
}

const parseFields = (text: string | null): ChangedFields | null =>
  maskSecrets(text === null ? null : (JSON.parse(text) as object));

function truncateFields(text: string | null, left_out: Record<string, number>): ChangedFields | null {
  const fields = parseFields(text);
  if (!fields || text!.length <= FULL_LENGTH_MAX) return fields;
  const entries = Object.entries(fields).map(([name, value]) => {
    const [truncated, omitted] = truncateValue(value);
    if (omitted) left_out[name] = omitted;
    return [name, truncated] as const;
  });
  return Object.fromEntries(entries);
}

/** @returns the truncated value, and how much is omitted: list entries, characters of a text, or field names */
function truncateValue(value: unknown): [unknown, number] {
  const json = JSON.stringify(value);
  if (json.length <= FIELD_LENGTH_MAX) return [value, 0];
  if (typeof value === 'string') {
    // Does not split a surrogate pair.
    const text = value.slice(0, FIELD_LENGTH_MAX).replace(/[\uD800-\uDBFF]$/, '');
    return [text, value.length - text.length];
  }
  if (!Array.isArray(value)) return [{}, Object.keys(value as object).length];
  let remaining = FIELD_LENGTH_MAX;
  const end = value.findIndex((entry) => (remaining -= JSON.stringify(entry).length + 1) <= 0);
  return [value.slice(0, end), value.length - end];
}
