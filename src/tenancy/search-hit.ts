import type { Fields } from '../contract/fields';
import type { ResourceDefinition } from '../contract/resource';
import { SEARCH_NAME_MAX, type SearchHit } from '../contract/search';

/** A record as a result of the search box: its code, and the other title fields as name. */
export function toSearchHit({ id, fields, title }: ResourceDefinition<Fields>, record: object): SearchHit {
  const values = record as Readonly<Record<string, string | null>>;
  const code = Object.keys(fields).find((name) => /(^|_)code$/.test(name) && fields[name]!.keyed);
  const name = title
    .filter((field) => field !== code)
    .map((field) => values[field])
    .filter(Boolean)
    .join(' ');
  return {
    id: String(values[id]),
    code: code ? String(values[code]) : null,
    name: [...name].slice(0, SEARCH_NAME_MAX).join(''),
    status: values['status'] ?? null,
  };
}
