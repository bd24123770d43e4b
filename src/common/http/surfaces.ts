/**
 * The three parts of the server, decided by the path alone, since errors may occur before routing.
 * `rest`: /api and other machine-readable paths; `legacy`: the legacy API at the root; `page`: the admin.
 */
export type Surface = 'rest' | 'legacy' | 'page';

/** Fast path for most requests: no escapes, dots or other ambiguities. */
const PLAIN_API = /^\/api\/(?!employees\b)[a-z-]+(?:\/[a-z0-9-]+)*(?:\?|$)/;
/** First path segments of the legacy API, lower case. */
const LEGACY_SEGMENTS: ReadonlySet<string> = new Set([
  'common',
  'customer',
  'customermaster',
  'result',
  's_quiz_play_details',
  'subsribermaster',
  'users',
]);
/** First path segments that never answer a page, lower case. */
const MACHINE_SEGMENTS: ReadonlySet<string> = new Set(['api', 'assets', 'health', 'dev', 'media', 'metrics', 'verify']);

/** @param url the request target, with or without a query string */
export function surfaceOf(url: string): Surface {
  if (PLAIN_API.test(url)) return 'rest';
  const parts = segmentsOf(url);
  const surface = surfaceOfSegments(parts.filter((part) => part !== ''));
  return surface === 'page' ? surfaceOfSegments(resolveDotSegments(parts)) : surface;
}

function surfaceOfSegments([first = '', second = '']: readonly string[]): Surface {
  if (LEGACY_SEGMENTS.has(first)) return 'legacy';
  if (first === 'api' && second === 'employees') return 'legacy';
  return MACHINE_SEGMENTS.has(first) ? 'rest' : 'page';
}

/**
 * Normalises the path as the router does (absolute targets `GET http://host/Common/…`, escaped letters `/%43ommon/…`)
 * and as a proxy may (`/api;v=1/…`, `/api\staff`), so that no API path is taken for a page.
 */
function segmentsOf(url: string): string[] {
  const path = pathOf(url.replace(/^https?:\/\/[^/?#]*/i, '')).slice(0, 256);
  // A truncated or invalid escape is left unchanged.
  const decoded = path.replace(/%[2-7][0-9a-f]/gi, (escaped) => String.fromCharCode(parseInt(escaped.slice(1), 16)));
  return decoded
    .toLowerCase()
    .split(/[/\\]/)
    .map((part) => part.split(';', 1)[0] ?? '');
}

/** `/staff/../api/x` → `/api/x` */
function resolveDotSegments(parts: readonly string[]): string[] {
  const segments: string[] = [];
  for (const part of parts) {
    if (part === '..') segments.pop();
    else if (part !== '' && part !== '.') segments.push(part);
  }
  return segments;
}

export function pathOf(url: string): string {
  const end = url.search(/[?#]/);
  return end === -1 ? url : url.slice(0, end);
}
