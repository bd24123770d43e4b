/** Which database a DATABASE_URL means, and how to reach it. */
export type Engine = 'sqlite' | 'mariadb' | 'mysql';

export type DatabaseAddress =
  | { engine: 'sqlite'; file: string }
  | { engine: 'mariadb' | 'mysql'; host: string; port: number; user: string; password: string; database: string };

/**
 * `sqlite:./data/app.db`, `sqlite::memory:`, `mariadb://user:pass@host:3306/name`, `mysql://…`.
 * @throws Error with one clear line; the URL itself is never repeated, for it may hold a password.
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
  const database = parsed.pathname.slice(1);
  if (!database) throw new Error(`DATABASE_URL: the database name is missing after the host`);
  return {
    engine,
    host: parsed.hostname,
    port: parsed.port ? Number(parsed.port) : 3306,
    user: decodeURIComponent(parsed.username || 'root'),
    password: decodeURIComponent(parsed.password),
    database: decodeURIComponent(database),
  };
}
