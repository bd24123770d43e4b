import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';
import { IPv6 } from 'ipaddr.js';
import type { Surface } from './surfaces';

/** Data of the current request, available anywhere in the call chain. */
export interface RequestContext {
  readonly requestId: string;
  /** Client address for rate limits: full IPv4, IPv6 by /64. Forwarded addresses only from a trusted proxy. */
  readonly address: string;
  readonly userAgent: string;
  readonly surface: Surface;
  /** Language hints of the browser: the admin's cookie and Accept-Language. */
  readonly languages?: { readonly cookie?: string | undefined; readonly accepted?: string | undefined };
  /** Set after authentication; log lines contain only these ids. */
  principal?: RequestPrincipal;
}

export interface RequestPrincipal {
  readonly customer_id: number;
  /** null for API keys. */
  readonly account_id: string | null;
}

const contextStorage = new AsyncLocalStorage<RequestContext>();

/** Runs `work`, and everything that it awaits, within `context`. */
export function withRequestContext<T>(context: RequestContext, work: () => T): T {
  return contextStorage.run(context, work);
}

/** Called by the guard that authenticated the request. */
export function setRequestPrincipal(principal: RequestPrincipal): void {
  const request = contextStorage.getStore();
  if (request) request.principal = principal;
}

/** For work that a request starts without waiting for it: the request's time limit does not apply. */
export function runOutsideRequest<T>(work: () => T): T {
  return contextStorage.exit(work);
}

/** Undefined outside a request: workers, migrations, service tests. */
export function requestContext(): RequestContext | undefined {
  return contextStorage.getStore();
}

/** The client's own id if it is well-formed, so that a trace can be followed across servers; else a new id. */
export function requestIdOf(header: string | string[] | undefined): string {
  return typeof header === 'string' && /^[A-Za-z0-9_-]{8,64}$/.test(header)
    ? header
    : randomBytes(12).toString('base64url');
}

/**
 * `2001:db8:1:2:…` → `2001:db8:1:2::/64`, because a client can change the remaining bits freely. IPv4-mapped addresses
 * become plain IPv4, and a port is removed (some proxies forward it). All invalid addresses become `unknown`, so that
 * an invented address does not get a fresh rate limit.
 */
export function networkAddress(address: string): string {
  const [plain = ''] = withoutPort(address.trim().toLowerCase()).split('%', 1);
  if (!isIPv6(plain)) return isIPv4(plain) ? plain : 'unknown';
  const parsed = IPv6.parse(plain);
  // `::10.0.0.1` (IPv4-compatible, long deprecated) is not an IPv4-mapped address.
  if (parsed.isIPv4MappedAddress() && !/^::\d+\./.test(plain)) return parsed.toIPv4Address().toString();
  const household = parsed.parts.slice(0, 4).map((group) => group.toString(16));
  return `${household.join(':')}::/64`;
}

function withoutPort(address: string): string {
  return /^\[([^\]]*)\]/.exec(address)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(address)?.[1] ?? address;
}
