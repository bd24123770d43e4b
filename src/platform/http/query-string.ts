type QueryValue = string | string[];
export type Query = Record<string, QueryValue>;

/** Set on a query that could not be read; the server answers 400. */
export const BROKEN_QUERY = Symbol('broken query');
const FORBIDDEN: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Percent-decoding only: a `+` in an e-mail or password stays a plus (contract.md, Envelope). A repeated key becomes an
 * array. Broken escapes and keys that would reach a prototype are marked, not guessed at.
 */
export function parseQuery(text: string): Query {
  const query: Query & { [BROKEN_QUERY]?: true } = {};
  if (text === '') return query;
  for (const part of text.split('&')) {
    if (part === '') continue;
    const at = part.indexOf('=');
    const key = decoded(at === -1 ? part : part.slice(0, at));
    const value = decoded(at === -1 ? '' : part.slice(at + 1));
    if (key === null || value === null || FORBIDDEN.has(key)) {
      query[BROKEN_QUERY] = true;
      continue;
    }
    // `?toString=1` names nothing that was given before.
    const known = Object.hasOwn(query, key) ? query[key] : undefined;
    if (known === undefined) query[key] = value;
    else if (Array.isArray(known)) known.push(value);
    else query[key] = [known, value];
  }
  return query;
}

/** The first key that is given more than once. */
export function repeatedKey(query: Query): string | undefined {
  for (const key in query) if (Array.isArray(query[key])) return key;
  return undefined;
}

function decoded(text: string): string | null {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
