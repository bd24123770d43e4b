import { isAbsolute, resolve } from 'node:path';
import { IPv4, IPv6, parseCIDR } from 'ipaddr.js';
import { parseDatabaseUrl } from '../database/engine';
import { parseRedisUrl } from '../redis/redis-address';
import { normalizeTimeZoneName } from '../../common/time-zones';
import { PROCESS_ROLES, type ProcessRole, type TraceAddress } from './config';
import { ConfigError } from './config-error';
import { readOrCreateSecret } from './server-secret';

/** Parsers of environment variables. @throws ConfigError naming the variable, the problem and an example */
export function parseChoice<const T extends string>(variable: string, value: string, choices: readonly T[]): T {
  const match = choices.find((choice) => choice === value);
  if (match === undefined) throw new ConfigError(variable, `must be one of ${choices.join(', ')}`, choices[0] ?? '');
  return match;
}

/** `web,worker`, each once. The embedded database belongs to one process, which must then have both roles. */
export function parseRoles(value: string, isEmbedded: boolean): ProcessRole[] {
  const roleNames = value.split(',').map((role) => parseChoice('ROLE', role.trim(), PROCESS_ROLES));
  if (new Set(roleNames).size < roleNames.length) throw new ConfigError('ROLE', 'names a role twice', 'web,worker');
  if (isEmbedded && roleNames.length < PROCESS_ROLES.length)
    throw new ConfigError(
      'ROLE',
      'must be both with the embedded database, which belongs to one process',
      'web,worker',
    );
  return roleNames;
}

export function parseInteger(variable: string, value: string, min: number, max: number, example: string): number {
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < min || number > max) {
    throw new ConfigError(variable, `must be a whole number from ${min} to ${max}`, example);
  }
  return number;
}

export function parseBoolean(variable: string, value: string | undefined, defaultValue: boolean): boolean {
  if (value === undefined) return defaultValue;
  if (['on', 'true', '1', 'yes'].includes(value.toLowerCase())) return true;
  if (['off', 'false', '0', 'no'].includes(value.toLowerCase())) return false;
  throw new ConfigError(variable, 'must be on or off', 'on');
}

export function resolvePath(root: string, value: string): string {
  return isAbsolute(value) ? value : resolve(root, value);
}

/** The message never repeats the value, which may contain a password. */
export function parseUrl(variable: string, value: string, protocols: readonly string[], example: string): URL {
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

export function validateRedisUrl(value: string | undefined): string | null {
  const example = 'redis://localhost:6379';
  if (value === undefined) return null;
  parseUrl('REDIS_URL', value, ['redis:', 'rediss:'], example);
  try {
    parseRedisUrl(value);
  } catch (error) {
    throw new ConfigError('REDIS_URL', (error as Error).message, example);
  }
  return value;
}

export function resolveDatabaseUrl(root: string, value: string): string {
  let address: ReturnType<typeof parseDatabaseUrl>;
  try {
    address = parseDatabaseUrl(value);
  } catch (error) {
    const reason = (error as Error).message.replace(/^DATABASE_URL: /, '');
    throw new ConfigError(
      'DATABASE_URL',
      `is wrong (${reason})`,
      'mariadb://skilgrid:password@localhost:3306/skilgrid',
    );
  }
  if (address.engine !== 'sqlite' || address.file === ':memory:') return value;
  return `sqlite:${resolvePath(root, address.file)}`;
}

/** @param main DATABASE_URL: the replica must replicate it from another server */
export function validateReportsDatabaseUrl(value: string | undefined, main: string): string | null {
  if (value === undefined) return null;
  const invalid = (problem: string) =>
    new ConfigError('REPORTS_DATABASE_URL', problem, 'mariadb://reports:password@replica:3306/skilgrid');
  parseUrl('REPORTS_DATABASE_URL', value, ['mariadb:'], 'mariadb://reports:password@replica:3306/skilgrid');
  if (!main.startsWith('mariadb:'))
    throw invalid('needs a DATABASE_URL that begins with mariadb://, whose replica it is');
  let replica: ReturnType<typeof parseDatabaseUrl>;
  try {
    replica = parseDatabaseUrl(value);
  } catch (error) {
    throw invalid(`is wrong (${(error as Error).message.replace(/^DATABASE_URL: /, '')})`);
  }
  const describeServer = (at: typeof replica) =>
    at.engine === 'sqlite' ? at.file : `${at.host.toLowerCase()}:${at.port}`;
  if (describeServer(replica) === describeServer(parseDatabaseUrl(main)))
    throw invalid('must be another server than DATABASE_URL');
  return value;
}

export function parsePublicUrl(value: string | undefined, port: number, production: boolean): string {
  const example = 'https://skills.example.org';
  if (value === undefined) {
    if (production)
      throw new ConfigError('PUBLIC_URL', 'is required in production (links in mails begin with it)', example);
    return `http://localhost:${port}`;
  }
  const url = parseUrl('PUBLIC_URL', value, ['http:', 'https:'], example);
  if (url.search !== '' || url.hash !== '' || url.username !== '') {
    throw new ConfigError('PUBLIC_URL', 'must be an address without user, query or fragment', example);
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

export function parseTimeZone(value: string): string {
  const name = normalizeTimeZoneName(value);
  if (!name) throw new ConfigError('DEFAULT_TIME_ZONE', 'must be the name of a time zone', 'Asia/Kolkata');
  return name;
}

export function parseCorsOrigins(value: string | undefined): readonly string[] {
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

/** Aliases of `@fastify/proxy-addr`. */
const NETWORK_ALIASES: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** Whether the network contains every address, or every IPv4 address (::ffff:0:0/96 in IPv6). */
function matchesEveryAddress(network: string): boolean {
  if (!network.includes('/')) return false;
  const [address, bits] = parseCIDR(network);
  return bits === 0 || (address instanceof IPv6 && bits <= 96 && IPv6.parse('::ffff:0:0').match(address, bits));
}

export function parseTrustProxy(value: string | undefined): false | number | readonly string[] {
  if (value === undefined || ['off', 'false', 'no', '0'].includes(value.toLowerCase())) return false;
  const invalid = new ConfigError(
    'TRUST_PROXY',
    'must be the number of proxies or their addresses, separated by commas (everyone could forge an address otherwise)',
    '10.0.0.0/8',
  );
  if (/^\d+$/.test(value)) {
    if (Number(value) > 10) throw invalid;
    return Number(value);
  }
  const list = value.split(',').map((part) => part.trim());
  const isNetwork = (part: string) =>
    NETWORK_ALIASES.has(part) ||
    IPv4.isValidFourPartDecimal(part) ||
    IPv4.isValidCIDRFourPartDecimal(part) ||
    IPv6.isValid(part) ||
    IPv6.isValidCIDR(part);
  if (!list.every((part) => isNetwork(part) && !matchesEveryAddress(part))) throw invalid;
  return list;
}

export function validateMailUrl(value: string | undefined, production: boolean): string | null {
  const example = 'smtp://user:password@mail.example.org:587';
  if (value === undefined && production) throw new ConfigError('MAIL_URL', 'is required in production', example);
  if (value === undefined) return null;
  parseUrl('MAIL_URL', value, ['smtp:', 'smtps:'], example);
  return value;
}

export function validateMailFrom(value: string): string {
  if (/[\r\n]/.test(value) || !/^([^<>@]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(value)) {
    throw new ConfigError('MAIL_FROM', 'must be an e-mail address', 'Skilgrid <no-reply@example.org>');
  }
  return value;
}

export function resolveJwtSecret(value: string | undefined, production: boolean, folder: string): string {
  const example = '<output of: openssl rand -base64 48>';
  if (value === undefined) {
    if (production) throw new ConfigError('JWT_SECRET', 'is required in production', example);
    return readOrCreateSecret(folder);
  }
  if (value.length < 32) throw new ConfigError('JWT_SECRET', 'must have at least 32 characters', example);
  return value;
}

export function parseMetricsPort(value: string | undefined, main: number): number | null {
  if (value === undefined) return null;
  const port = parseInteger('METRICS_PORT', value, 0, 65535, '9464');
  if (port === main && port !== 0) throw new ConfigError('METRICS_PORT', 'must be another port than PORT', '9464');
  return port;
}

/** Long, and of characters that need no quoting in a header or a scraper's file. */
export function validateMetricsToken(value: string | undefined): string | null {
  if (value === undefined) return null;
  if (!/^[\w.~+/=-]{24,200}$/.test(value)) {
    const requirement = 'must have 24 to 200 letters, digits or . _ ~ + / = -';
    throw new ConfigError('METRICS_TOKEN', requirement, '<output of: openssl rand -base64 32>');
  }
  return value;
}

/** Standard OpenTelemetry variables. Credentials belong in OTEL_EXPORTER_OTLP_HEADERS, never in the address. */
export function parseTraceAddress(endpoint: string | undefined, share: string | undefined): TraceAddress | null {
  if (endpoint === undefined) return null;
  const name = 'OTEL_EXPORTER_OTLP_ENDPOINT';
  const example = 'http://collector.example.org:4318';
  const { username, password } = parseUrl(name, endpoint, ['http:', 'https:'], example);
  if (username || password)
    throw new ConfigError(name, 'must hold no password: OTEL_EXPORTER_OTLP_HEADERS does', example);
  const part = Number(share ?? '1');
  if (!(part >= 0 && part <= 1)) throw new ConfigError('OTEL_TRACES_SAMPLER_ARG', 'must be a share from 0 to 1', '0.1');
  return { endpoint, share: part };
}
