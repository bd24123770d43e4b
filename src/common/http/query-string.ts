type QueryValue = string | string[];
export type ParsedQuery = Record<string, QueryValue>;

/** Marks a query that could not be parsed; the server answers 400. */
export const MALFORMED_QUERY = Symbol('broken query');
const FORBIDDEN: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Percent-decoding only: a `+` in an e-mail or password stays a plus. A repeated key becomes an array. Invalid escapes
 * and prototype keys mark the query as malformed.
 */
export function parseQuery(text: string): ParsedQuery {
  const query: ParsedQuery & { [MALFORMED_QUERY]?: true } = {};
  if (text === '') return query;
  for (const part of text.split('&')) {
    if (part === '') continue;
    const at = part.indexOf('=');
    const key = decodeComponent(at === -1 ? part : part.slice(0, at));
    const value = decodeComponent(at === -1 ? '' : part.slice(at + 1));
    if (key === null || value === null || FORBIDDEN.has(key)) {
      query[MALFORMED_QUERY] = true;
      continue;
    }
    // `?toString=1` must not find the inherited property.
    const existing = Object.hasOwn(query, key) ? query[key] : undefined;
    if (existing === undefined) query[key] = value;
    else if (Array.isArray(existing)) existing.push(value);
    else query[key] = [existing, value];
  }
  return query;
}

export function findRepeatedKey(query: ParsedQuery): string | undefined {
  for (const key in query) if (Array.isArray(query[key])) return key;
  return undefined;
}

function decodeComponent(text: string): string | null {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
