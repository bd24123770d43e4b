/**
 * The three faces of the server, told apart by the path alone, since errors may arise before any route is known.
 * `rest`: /api and everything machine-read; `wire`: the specification's calls at the root; `page`: the admin.
 */
export type Surface = 'rest' | 'wire' | 'page';

/** First segments of the specification's calls (§7), lower case. */
const WIRE_SEGMENTS: ReadonlySet<string> = new Set([
  'common',
  'customer',
  'customermaster',
  'result',
  's_quiz_play_details',
  'subsribermaster',
  'users',
]);
/** Never a page either, whatever follows and in any case of letters. */
const MACHINE_SEGMENTS: ReadonlySet<string> = new Set(['api', 'assets', 'health', 'dev', 'media']);

/** @param url the request target, with or without a query string */
export function surfaceOf(url: string): Surface {
  const [first = '', second = ''] = segmentsOf(url);
  if (WIRE_SEGMENTS.has(first)) return 'wire';
  if (first === 'api' && second === 'employees') return 'wire';
  return MACHINE_SEGMENTS.has(first) ? 'rest' : 'page';
}

/**
 * The first segments as the router reads them: it also matches an absolute target (`GET http://host/Common/…`) and escaped
 * letters (`/%43ommon/…`), which must not pass for pages.
 */
function segmentsOf(url: string): string[] {
  const path = pathOf(url.replace(/^https?:\/\/[^/?#]*/i, '')).slice(0, 256);
  // A cut or broken escape stays as it is.
  const plain = path.replace(/%[2-7][0-9a-f]/gi, (escaped) => String.fromCharCode(parseInt(escaped.slice(1), 16)));
  return plain.toLowerCase().split('/').filter(Boolean);
}

export function pathOf(url: string): string {
  const end = url.search(/[?#]/);
  return end === -1 ? url : url.slice(0, end);
}
