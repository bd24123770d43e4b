/**
 * Headers that may appear once. Node keeps the first of two or joins them, while a proxy may have checked the other
 * one. EID and OID are checked by the session guard, which answers 403 when they are repeated.
 */
const SINGLE_VALUE_HEADERS: ReadonlySet<string> = new Set([
  'authorization',
  'content-length',
  'content-type',
  'host',
  'idempotency-key',
  'origin',
  'range',
  'referer',
  'user-agent',
  'x-api-key',
  'x-challenge',
  'x-current-password',
  'x-registration-token',
]);

/** @param rawHeaders alternating names and values, as in `IncomingMessage.rawHeaders` */
export function findDuplicateHeader(rawHeaders: readonly string[]): string | undefined {
  const names = new Set<string>();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!.toLowerCase();
    if (!SINGLE_VALUE_HEADERS.has(name)) continue;
    if (names.has(name)) return name;
    names.add(name);
  }
  return undefined;
}
