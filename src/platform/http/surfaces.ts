/**
 * The three faces of the server, told apart by the path alone, since errors may arise before any route is known.
 * `rest`: /api and everything machine-read; `wire`: the specification's calls at the root; `page`: the admin.
 */
export type Surface = 'rest' | 'wire' | 'page';

/** Most of what is asked for: nothing in its path could be read in another way. */
const PLAIN_API = /^\/api\/(?!employees\b)[a-z-]+(?:\/[a-z0-9-]+)*(?:\?|$)/;
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
const MACHINE_SEGMENTS: ReadonlySet<string> = new Set(['api', 'assets', 'health', 'dev', 'media', 'metrics', 'verify']);

/** @param url the request target, with or without a query string */
export function surfaceOf(url: string): Surface {
  if (PLAIN_API.test(url)) return 'rest';
  const parts = partsOf(url);
  const asSent = named(parts.filter((part) => part !== ''));
  return asSent === 'page' ? named(resolved(parts)) : asSent;
}

function named([first = '', second = '']: readonly string[]): Surface {
  if (WIRE_SEGMENTS.has(first)) return 'wire';
  if (first === 'api' && second === 'employees') return 'wire';
  return MACHINE_SEGMENTS.has(first) ? 'rest' : 'page';
}

/**
 * As the router reads them, which also matches an absolute target (`GET http://host/Common/…`) and escaped letters
 * (`/%43ommon/…`), and as a proxy in front may (`/api;v=1/…`, `/api\staff`): none may pass for a page.
 */
function partsOf(url: string): string[] {
  const path = pathOf(url.replace(/^https?:\/\/[^/?#]*/i, '')).slice(0, 256);
  // A cut or broken escape stays as it is.
  const plain = path.replace(/%[2-7][0-9a-f]/gi, (escaped) => String.fromCharCode(parseInt(escaped.slice(1), 16)));
  return plain
    .toLowerCase()
    .split(/[/\\]/)
    .map((part) => part.split(';', 1)[0] ?? '');
}

/** `/staff/../api/x` → `/api/x` */
function resolved(parts: readonly string[]): string[] {
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
