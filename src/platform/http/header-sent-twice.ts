/**
 * Headers that may stand once (contract.md, Text). Node keeps the first of two or joins them, a proxy in front may have
 * judged the other one. EID and OID are the session guard's: repeated, they are a mismatch (403).
 */
const ONCE: ReadonlySet<string> = new Set([
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

/** @param raw names and values in turn, as they came */
export function headerSentTwice(raw: readonly string[]): string | undefined {
  const seen = new Set<string>();
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at]!.toLowerCase();
    if (!ONCE.has(name)) continue;
    if (seen.has(name)) return name;
    seen.add(name);
  }
  return undefined;
}
