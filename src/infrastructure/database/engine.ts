import type { DataSource } from 'typeorm';
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { isAbsolute } from 'node:path';

export type Engine = 'sqlite' | 'mariadb' | 'mysql';

export type DatabaseAddress =
  | { engine: 'sqlite'; file: string }
  | {
      engine: 'mariadb' | 'mysql';
      /** IPv6 addresses without brackets. */
      host: string;
      port: number;
      user: string;
      password: string;
      database: string;
      /** Absent without TLS. */
      ssl?: TlsOptions;
    };

/** For mysql2 and TypeORM: the certificate must be valid and match the host name. */
interface TlsOptions {
  /** PEM; defaults to the authorities that Node trusts. */
  ca?: string;
  rejectUnauthorized: true;
  verifyIdentity: true;
}

/**
 * Accepts `sqlite:./data/app.db`, `sqlite::memory:`, `mariadb://user:pass@host:3306/name`, `mysql://…`; servers also
 * with `?tls=on` or `?tls=on&ca=/path/ca.pem`.
 * @throws Error with one line; it never repeats the URL, which may contain a password
 */
export function parseDatabaseUrl(url: string): DatabaseAddress {
  if (url.startsWith('sqlite:')) {
    const file = url.slice('sqlite:'.length);
    if (!file) throw new Error('DATABASE_URL: a file must follow "sqlite:", for example sqlite:./data/skilgrid.db');
    return { engine: 'sqlite', file };
  }
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    throw new Error('DATABASE_URL: not a URL; use sqlite:./data/skilgrid.db or mariadb://user:password@host:3306/name');
  }
  const engine = parsed.protocol.slice(0, -1);
  if (engine !== 'mariadb' && engine !== 'mysql') {
    throw new Error('DATABASE_URL: must begin with sqlite:, mariadb:// or mysql://');
  }
  const host = parsed.hostname.replace(/^\[(.*)\]$/, '$1');
  const ssl = tlsOptions(parsed.searchParams, host);
  const database = parsed.pathname.slice(1);
  if (!database) throw new Error(`DATABASE_URL: the database name is missing after the host`);
  return {
    engine,
    host,
    port: parsed.port ? Number(parsed.port) : 3306,
    user: decodeURIComponent(parsed.username || 'root'),
    password: decodeURIComponent(parsed.password),
    database: decodeURIComponent(database),
    ...(ssl && { ssl }),
  };
}

/** @returns null without TLS @throws Error with one line */
function tlsOptions(parameters: URLSearchParams, host: string): TlsOptions | null {
  const unknown = [...parameters.keys()].find((name) => name !== 'tls' && name !== 'ca');
  if (unknown !== undefined) throw new Error(`DATABASE_URL: ${JSON.stringify(unknown)} is unknown; use tls and ca`);
  // A duplicate parameter becomes an invalid value.
  const tls = parameters.has('tls') ? parameters.getAll('tls').join() : 'off';
  const ca = parameters.has('ca') ? parameters.getAll('ca').join() : null;
  if (tls !== 'on' && tls !== 'off') throw new Error('DATABASE_URL: tls must be on or off');
  if (tls === 'off') {
    if (ca !== null) throw new Error('DATABASE_URL: ca is for tls=on');
    return null;
  }
  // mysql2 would compare the certificate of an IP address with "localhost".
  if (isIP(host)) throw new Error('DATABASE_URL: tls=on needs a host name; certificates of addresses are not verified');
  return { ...(ca !== null && { ca: readCertificate(ca) }), rejectUnauthorized: true, verifyIdentity: true };
}

function readCertificate(path: string): string {
  if (!isAbsolute(path)) throw new Error('DATABASE_URL: ca must be the absolute path of a PEM file');
  try {
    const pem = readFileSync(path, 'utf8');
    // Node silently ignores text without a certificate.
    void new X509Certificate(pem);
    return pem;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`DATABASE_URL: ca names a file that is no readable certificate (${code})`, { cause: error });
  }
}

export function engineOf(dataSource: DataSource): Engine {
  const type = dataSource.options.type;
  return type === 'better-sqlite3' ? 'sqlite' : (type as Engine);
}
