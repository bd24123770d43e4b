import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { Surface } from './surfaces';

/** What is true for the whole of one request, wherever in the code one stands. */
export interface RequestContext {
  readonly requestId: string;
  /** The network address that counters count: IPv4 whole, IPv6 by /64. Forwarded only by a trusted proxy. */
  readonly address: string;
  readonly userAgent: string;
  readonly surface: Surface;
}

const current = new AsyncLocalStorage<RequestContext>();

/** Runs `work`, and all that it awaits, within `context`. */
export function withRequestContext<T>(context: RequestContext, work: () => T): T {
  return current.run(context, work);
}

/** For what a request sets off and does not wait for: it is no longer that request's time, nor its patience. */
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
 * `2001:db8:1:2:…` → `2001:db8:1:2::/64` (a household changes the rest at will); `::ffff:10.0.0.1` → `10.0.0.1`.
 */
export function networkAddress(address: string): string {
  const plain = address.split('%', 1)[0] ?? '';
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain);
  if (mapped?.[1]) return mapped[1];
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.toLowerCase().split('::', 2);
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups =
    tail === undefined
      ? front
      : [...front, ...Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0'), ...back];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
