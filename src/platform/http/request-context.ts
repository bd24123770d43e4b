import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';
import { IPv6 } from 'ipaddr.js';
import type { Surface } from './surfaces';

/** What is true for the whole of one request, wherever in the code one stands. */
export interface RequestContext {
  readonly requestId: string;
  /** The network address that counters count: IPv4 whole, IPv6 by /64. Forwarded only by a trusted proxy. */
  readonly address: string;
  readonly userAgent: string;
  readonly surface: Surface;
  /** What the browser says of the reader's language: the cookie that the screens keep, and what it accepts. */
  readonly languages?: { readonly cookie?: string | undefined; readonly accepted?: string | undefined };
  /** Whose request it is, once the door knows: for log lines, by ids alone. */
  whose?: Whose;
}

export interface Whose {
  readonly customer_id: number;
  /** null: a program, with an API key. */
  readonly account_id: string | null;
}

const current = new AsyncLocalStorage<RequestContext>();

/** Runs `work`, and all that it awaits, within `context`. */
export function withRequestContext<T>(context: RequestContext, work: () => T): T {
  return current.run(context, work);
}

/** Called by the door that recognised whoever asks. */
export function tellWhose(whose: Whose): void {
  const request = current.getStore();
  if (request) request.whose = whose;
}

/** For work that a request starts and does not wait for: it has no part in that request's time limit. */
export function outsideRequest<T>(work: () => T): T {
  return current.exit(work);
}

/** Undefined outside a request: workers, migrations, tests of services. */
export function requestContext(): RequestContext | undefined {
  return current.getStore();
}

/** The client's own id if it is a sane token, so that a trace can be followed across servers; else a new one. */
export function requestIdOf(header: string | string[] | undefined): string {
  return typeof header === 'string' && /^[A-Za-z0-9_-]{8,64}$/.test(header)
    ? header
    : randomBytes(12).toString('base64url');
}

/**
 * `2001:db8:1:2:…` → `2001:db8:1:2::/64` (a household changes the rest at will). An IPv4 address is itself however it is
 * spelt: `::ffff:10.0.0.1`, `::ffff:a00:1`; some proxies forward it with the port, which differs with every connection.
 * Whatever is no address is one and the same visitor: nobody gets counters of their own by inventing one.
 */
export function networkAddress(address: string): string {
  const [plain = ''] = withoutPort(address.trim().toLowerCase()).split('%', 1);
  if (!isIPv6(plain)) return isIPv4(plain) ? plain : 'unknown';
  const parsed = IPv6.parse(plain);
  // `::10.0.0.1` only looks like one: nothing has come from there for decades.
  if (parsed.isIPv4MappedAddress() && !/^::\d+\./.test(plain)) return parsed.toIPv4Address().toString();
  const household = parsed.parts.slice(0, 4).map((group) => group.toString(16));
  return `${household.join(':')}::/64`;
}

function withoutPort(address: string): string {
  return /^\[([^\]]*)\]/.exec(address)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(address)?.[1] ?? address;
}
