import { isAbsolute, resolve } from 'node:path';
import { IPv4, IPv6, parseCIDR } from 'ipaddr.js';
import { parseDatabaseUrl } from '../database/engine';
import { parseRedisUrl } from '../redis/redis-address';
import { timeZoneNamed } from '../time-zones';
import { PROCESS_ROLES, type ProcessRole, type TraceAddress } from './config';
import { ConfigError } from './config-error';
import { keptSecret } from './server-secret';

/**
 * What each variable of the environment may be (contract.md, Configuration).
 * @throws ConfigError naming the variable, what is wrong and an example
 */
export function oneOf<const T extends string>(variable: string, value: string, choices: readonly T[]): T {
  const found = choices.find((choice) => choice === value);
  if (found === undefined) throw new ConfigError(variable, `must be one of ${choices.join(', ')}`, choices[0] ?? '');
  return found;
}

/** `web,worker`, each once. The embedded database belongs to one process, so with it that one does both. */
export function roles(value: string, isEmbedded: boolean): ProcessRole[] {
  const named = value.split(',').map((role) => oneOf('ROLE', role.trim(), PROCESS_ROLES));
  if (new Set(named).size < named.length) throw new ConfigError('ROLE', 'names a role twice', 'web,worker');
  if (isEmbedded && named.length < PROCESS_ROLES.length)
    throw new ConfigError(
      'ROLE',
      'must be both with the embedded database, which belongs to one process',
      'web,worker',
    );
  return named;
}

export function whole(variable: string, value: string, min: number, max: number, example: string): number {
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < min || number > max) {
    throw new ConfigError(variable, `must be a whole number from ${min} to ${max}`, example);
  }
  return number;
}

export function flag(variable: string, value: string | undefined, initial: boolean): boolean {
  if (value === undefined) return initial;
  if (['on', 'true', '1', 'yes'].includes(value.toLowerCase())) return true;
  if (['off', 'false', '0', 'no'].includes(value.toLowerCase())) return false;
  throw new ConfigError(variable, 'must be on or off', 'on');
}

export function path(root: string, value: string): string {
  return isAbsolute(value) ? value : resolve(root, value);
}

/** The value is never repeated in the message: it may carry a password. */
export function urlOf(variable: string, value: string, protocols: readonly string[], example: string): URL {
  const url = URL.canParse(value) ? new URL(value) : null;
  if (!url || !protocols.includes(url.protocol) || url.hostname === '') {
    throw new ConfigError(
      variable,
      `must be an address that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`,
      example,
    );
  }
  return url;
}

export function redisUrl(value: string | undefined): string | null {
  const example = 'redis://localhost:6379';
  if (value === undefined) return null;
  urlOf('REDIS_URL', value, ['redis:', 'rediss:'], example);
  try {
    parseRedisUrl(value);
  } catch (error) {
    throw new ConfigError('REDIS_URL', (error as Error).message, example);
  }
  return value;
}

export function databaseUrl(root: string, value: string): string {
  let address: ReturnType<typeof parseDatabaseUrl>;
  try {
    address = parseDatabaseUrl(value);
  } catch (error) {
    const wrong = (error as Error).message.replace(/^DATABASE_URL: /, '');
    throw new ConfigError('DATABASE_URL', `is wrong (${wrong})`, 'mariadb://skilgrid:password@localhost:3306/skilgrid');
  }
  if (address.engine !== 'sqlite' || address.file === ':memory:') return value;
  return `sqlite:${path(root, address.file)}`;
}

/** @param main DATABASE_URL: what is read elsewhere must be a copy of it, and be told how far it has come */
export function reportsDatabaseUrl(value: string | undefined, main: string): string | null {
  if (value === undefined) return null;
  const wrong = (what: string) =>
    new ConfigError('REPORTS_DATABASE_URL', what, 'mariadb://reports:password@replica:3306/skilgrid');
  urlOf('REPORTS_DATABASE_URL', value, ['mariadb:'], 'mariadb://reports:password@replica:3306/skilgrid');
  if (!main.startsWith('mariadb:'))
    throw wrong('needs a DATABASE_URL that begins with mariadb://, whose replica it is');
  let copy: ReturnType<typeof parseDatabaseUrl>;
  try {
    copy = parseDatabaseUrl(value);
  } catch (error) {
    throw wrong(`is wrong (${(error as Error).message.replace(/^DATABASE_URL: /, '')})`);
  }
  const placeOf = (at: typeof copy) => (at.engine === 'sqlite' ? at.file : `${at.host.toLowerCase()}:${at.port}`);
  if (placeOf(copy) === placeOf(parseDatabaseUrl(main))) throw wrong('must be another server than DATABASE_URL');
  return value;
}

export function publicUrl(value: string | undefined, port: number, production: boolean): string {
  const example = 'https://skills.example.org';
  if (value === undefined) {
    if (production)
      throw new ConfigError('PUBLIC_URL', 'is required in production (links in mails begin with it)', example);
    return `http://localhost:${port}`;
  }
  const url = urlOf('PUBLIC_URL', value, ['http:', 'https:'], example);
  if (url.search !== '' || url.hash !== '' || url.username !== '') {
    throw new ConfigError('PUBLIC_URL', 'must be an address without user, query or fragment', example);
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

export function timeZone(value: string): string {
  const name = timeZoneNamed(value);
  if (!name) throw new ConfigError('DEFAULT_TIME_ZONE', 'must be the name of a time zone', 'Asia/Kolkata');
  return name;
}

export function origins(value: string | undefined): readonly string[] {
  return (value ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const url = URL.canParse(part) ? new URL(part) : null;
      if (!url || !['http:', 'https:'].includes(url.protocol) || part.replace(/\/$/, '') !== url.origin) {
        throw new ConfigError(
          'CORS_ORIGINS',
          'must list origins (scheme, host and port, no path, no *), separated by commas',
          'https://app.example.org,http://localhost:4200',
        );
      }
      return url.origin;
    });
}

/** Of `@fastify/proxy-addr`, which reads the list. */
const NAMED_NETWORKS: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** Any address, or any IPv4 address: those stand within IPv6 at ::ffff:0:0/96, and are compared there. */
function isEveryone(network: string): boolean {
  if (!network.includes('/')) return false;
  const [address, bits] = parseCIDR(network);
  return bits === 0 || (address instanceof IPv6 && bits <= 96 && IPv6.parse('::ffff:0:0').match(address, bits));
}

export function trustProxy(value: string | undefined): false | number | readonly string[] {
  if (value === undefined || ['off', 'false', 'no', '0'].includes(value.toLowerCase())) return false;
  const wrong = new ConfigError(
    'TRUST_PROXY',
    'must be the number of proxies or their addresses, separated by commas (everyone could forge an address otherwise)',
    '10.0.0.0/8',
  );
  if (/^\d+$/.test(value)) {
    if (Number(value) > 10) throw wrong;
    return Number(value);
  }
  const list = value.split(',').map((part) => part.trim());
  const isNetwork = (part: string) =>
    NAMED_NETWORKS.has(part) ||
    IPv4.isValidFourPartDecimal(part) ||
    IPv4.isValidCIDRFourPartDecimal(part) ||
    IPv6.isValid(part) ||
    IPv6.isValidCIDR(part);
  if (!list.every((part) => isNetwork(part) && !isEveryone(part))) throw wrong;
  return list;
}

export function mailUrl(value: string | undefined, production: boolean): string | null {
  const example = 'smtp://user:password@mail.example.org:587';
  if (value === undefined && production) throw new ConfigError('MAIL_URL', 'is required in production', example);
  if (value === undefined) return null;
  urlOf('MAIL_URL', value, ['smtp:', 'smtps:'], example);
  return value;
}

export function mailFrom(value: string): string {
  if (/[\r\n]/.test(value) || !/^([^<>@]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(value)) {
    throw new ConfigError('MAIL_FROM', 'must be an e-mail address', 'Skilgrid <no-reply@example.org>');
  }
  return value;
}

export function jwtSecret(value: string | undefined, production: boolean, folder: string): string {
  const example = '<output of: openssl rand -base64 48>';
  if (value === undefined) {
    if (production) throw new ConfigError('JWT_SECRET', 'is required in production', example);
    return keptSecret(folder);
  }
  if (value.length < 32) throw new ConfigError('JWT_SECRET', 'must have at least 32 characters', example);
  return value;
}

export function metricsPort(value: string | undefined, main: number): number | null {
  if (value === undefined) return null;
  const port = whole('METRICS_PORT', value, 0, 65535, '9464');
  if (port === main && port !== 0) throw new ConfigError('METRICS_PORT', 'must be another port than PORT', '9464');
  return port;
}

/** It stands in the scraper's file and in a header: long, and of letters that need no quoting in either. */
export function metricsToken(value: string | undefined): string | null {
  if (value === undefined) return null;
  if (!/^[\w.~+/=-]{24,200}$/.test(value)) {
    const wrong = 'must have 24 to 200 letters, digits or . _ ~ + / = -';
    throw new ConfigError('METRICS_TOKEN', wrong, '<output of: openssl rand -base64 32>');
  }
  return value;
}

/** The standard's own variables. What a collector wants to be shown stands in OTEL_EXPORTER_OTLP_HEADERS, never in its address. */
export function traceAddress(endpoint: string | undefined, share: string | undefined): TraceAddress | null {
  if (endpoint === undefined) return null;
  const name = 'OTEL_EXPORTER_OTLP_ENDPOINT';
  const example = 'http://collector.example.org:4318';
  const { username, password } = urlOf(name, endpoint, ['http:', 'https:'], example);
  if (username || password)
    throw new ConfigError(name, 'must hold no password: OTEL_EXPORTER_OTLP_HEADERS does', example);
  const part = Number(share ?? '1');
  if (!(part >= 0 && part <= 1)) throw new ConfigError('OTEL_TRACES_SAMPLER_ARG', 'must be a share from 0 to 1', '0.1');
  return { endpoint, share: part };
}
