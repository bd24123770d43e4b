import { hkdfSync } from 'node:crypto';
import { isAbsolute, join, resolve } from 'node:path';
import { parseDatabaseUrl } from '../database/engine';
import { ConfigError } from './config-error';
import { projectRoot } from './project-root';
import { keptSecret } from './server-secret';

type Environment = Readonly<Record<string, string | undefined>>;

export type FilesAddress =
  { readonly kind: 'folder'; readonly path: string } | { readonly kind: 's3'; readonly url: string };

/** What the platform derives secrets for; each label gives an independent key. */
export type KeyLabel = 'otp' | 'link' | 'challenge' | 'session' | 'media' | 'second-factor' | 'idempotency';

interface OpenSettings {
  environment: 'production' | 'development' | 'test';
  port: number;
  host: string;
  public_url: string;
  data_folder: string;
  admin_folder: string;
  seed_demo: boolean;
  otp_digits: 4 | 6;
  default_time_zone: string;
  cors_origins: readonly string[];
  /** false: the socket's address is the client's. A number: that many proxies. A list: addresses or networks. */
  trust_proxy: false | number | readonly string[];
  legacy_calls: boolean;
  log_level: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent';
  mail_from: string;
}

interface SecretSettings {
  jwt_secret: string;
  database_url: string;
  redis_url: string | null;
  mail_url: string | null;
  files: FilesAddress;
}

/**
 * The settings of this process (contract.md, Configuration), read once at boot by `loadConfig`. Whatever may carry a
 * password sits in a private field behind a getter, so that neither a log line nor `console.log(config)` shows it.
 */
export class Config {
  readonly environment: OpenSettings['environment'];
  readonly port: number;
  readonly host: string;
  /** Without a trailing slash; links in mails begin with it, never with a Host header. */
  readonly publicUrl: string;
  readonly dataFolder: string;
  readonly adminFolder: string;
  readonly seedDemo: boolean;
  readonly otpDigits: 4 | 6;
  readonly defaultTimeZone: string;
  readonly corsOrigins: readonly string[];
  readonly trustProxy: OpenSettings['trust_proxy'];
  readonly legacyCalls: boolean;
  readonly logLevel: OpenSettings['log_level'];
  readonly mailFrom: string;
  readonly #secrets: SecretSettings;
  readonly #keys = new Map<KeyLabel, Buffer>();

  constructor(open: OpenSettings, secrets: SecretSettings) {
    this.environment = open.environment;
    this.port = open.port;
    this.host = open.host;
    this.publicUrl = open.public_url;
    this.dataFolder = open.data_folder;
    this.adminFolder = open.admin_folder;
    this.seedDemo = open.seed_demo;
    this.otpDigits = open.otp_digits;
    this.defaultTimeZone = open.default_time_zone;
    this.corsOrigins = open.cors_origins;
    this.trustProxy = open.trust_proxy;
    this.legacyCalls = open.legacy_calls;
    this.logLevel = open.log_level;
    this.mailFrom = open.mail_from;
    this.#secrets = secrets;
    Object.freeze(this);
  }

  get production(): boolean {
    return this.environment === 'production';
  }

  get jwtSecret(): string {
    return this.#secrets.jwt_secret;
  }

  /** `sqlite:` with an absolute path, `mariadb://…` or `mysql://…`. */
  get databaseUrl(): string {
    return this.#secrets.database_url;
  }

  get redisUrl(): string | null {
    return this.#secrets.redis_url;
  }

  /** null: mails are stored under `outboxFolder` and shown at /dev/outbox. */
  get mailUrl(): string | null {
    return this.#secrets.mail_url;
  }

  get files(): FilesAddress {
    return this.#secrets.files;
  }

  get outboxFolder(): string {
    return join(this.dataFolder, 'outbox');
  }

  /** 32 bytes for one purpose, by HKDF from JWT_SECRET: the same on every process, worthless for another purpose. */
  key(label: KeyLabel): Buffer {
    let key = this.#keys.get(label);
    if (!key) {
      key = Buffer.from(hkdfSync('sha256', this.#secrets.jwt_secret, '', `skilgrid:${label}`, 32));
      this.#keys.set(label, key);
    }
    return key;
  }
}

/**
 * Reads and checks the environment.
 * @throws ConfigError naming the variable, what is wrong and an example
 */
export function loadConfig(env: Environment, root: string = projectRoot()): Config {
  const read = (name: string): string | undefined => {
    const value = env[name]?.trim();
    return value === '' ? undefined : value;
  };
  const environment = oneOf('NODE_ENV', read('NODE_ENV') ?? 'development', ['production', 'development', 'test']);
  const production = environment === 'production';
  const data_folder = path(root, read('DATA_DIR') ?? './data');
  const database_url = databaseUrl(root, read('DATABASE_URL') ?? `sqlite:${join(data_folder, 'skilgrid.db')}`);
  const port = whole('PORT', read('PORT') ?? '3000', 0, 65535, '3000');
  const host = read('HOST') ?? (production ? '0.0.0.0' : '127.0.0.1');
  return new Config(
    {
      environment,
      port,
      host,
      public_url: publicUrl(read('PUBLIC_URL'), port, production),
      data_folder,
      admin_folder: join(root, 'admin', 'dist'),
      seed_demo: flag(
        'SEED_DEMO',
        read('SEED_DEMO'),
        database_url.startsWith('sqlite:') && environment === 'development',
      ),
      otp_digits: Number(oneOf('OTP_DIGITS', read('OTP_DIGITS') ?? '4', ['4', '6'])) as 4 | 6,
      default_time_zone: timeZone(read('DEFAULT_TIME_ZONE') ?? 'UTC'),
      cors_origins: origins(read('CORS_ORIGINS')),
      trust_proxy: trustProxy(read('TRUST_PROXY')),
      legacy_calls: flag('LEGACY_CALLS', read('LEGACY_CALLS'), true),
      log_level: oneOf('LOG_LEVEL', read('LOG_LEVEL') ?? (environment === 'test' ? 'silent' : 'info'), [
        'trace',
        'debug',
        'info',
        'warn',
        'error',
        'silent',
      ]),
      mail_from: mailFrom(read('MAIL_FROM') ?? 'Skilgrid <no-reply@skilgrid.local>'),
    },
    {
      jwt_secret: jwtSecret(read('JWT_SECRET'), production, data_folder),
      database_url,
      redis_url: address('REDIS_URL', read('REDIS_URL'), ['redis:', 'rediss:'], 'redis://localhost:6379'),
      mail_url: mailUrl(read('MAIL_URL'), production),
      files: filesAddress(root, read('FILES_URL') ?? `file:${join(data_folder, 'files')}`),
    },
  );
}

function oneOf<const T extends string>(variable: string, value: string, choices: readonly T[]): T {
  const found = choices.find((choice) => choice === value);
  if (found === undefined) throw new ConfigError(variable, `must be one of ${choices.join(', ')}`, choices[0] ?? '');
  return found;
}

function whole(variable: string, value: string, min: number, max: number, example: string): number {
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < min || number > max) {
    throw new ConfigError(variable, `must be a whole number from ${min} to ${max}`, example);
  }
  return number;
}

function flag(variable: string, value: string | undefined, initial: boolean): boolean {
  if (value === undefined) return initial;
  if (['on', 'true', '1', 'yes'].includes(value.toLowerCase())) return true;
  if (['off', 'false', '0', 'no'].includes(value.toLowerCase())) return false;
  throw new ConfigError(variable, 'must be on or off', 'on');
}

function path(root: string, value: string): string {
  return isAbsolute(value) ? value : resolve(root, value);
}

/** The value is never repeated in the message: it may carry a password. */
function urlOf(variable: string, value: string, protocols: readonly string[], example: string): URL {
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

function address(
  variable: string,
  value: string | undefined,
  protocols: readonly string[],
  example: string,
): string | null {
  if (value === undefined) return null;
  urlOf(variable, value, protocols, example);
  return value;
}

function databaseUrl(root: string, value: string): string {
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

function filesAddress(root: string, value: string): FilesAddress {
  if (value.startsWith('s3:')) {
    urlOf('FILES_URL', value, ['s3:'], 's3://key:secret@bucket.s3.eu-central-1.example.org');
    return { kind: 's3', url: value };
  }
  const folder = value.startsWith('file:') ? value.slice('file:'.length).replace(/^\/\/(?=\/)/, '') : '';
  if (folder === '') throw new ConfigError('FILES_URL', 'must begin with file: or s3://', 'file:./data/files');
  return { kind: 'folder', path: path(root, folder) };
}

function publicUrl(value: string | undefined, port: number, production: boolean): string {
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

function timeZone(value: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone;
  } catch {
    throw new ConfigError('DEFAULT_TIME_ZONE', 'must be the name of a time zone', 'Asia/Kolkata');
  }
}

function origins(value: string | undefined): readonly string[] {
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

function trustProxy(value: string | undefined): false | number | readonly string[] {
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
  const sane =
    /^(loopback|linklocal|uniquelocal|[0-9]{1,3}(\.[0-9]{1,3}){3}(\/\d{1,2})?|[0-9a-fA-F:]*:[0-9a-fA-F:.]+(\/\d{1,3})?)$/;
  if (!list.every((part) => sane.test(part))) throw wrong;
  return list;
}

function mailUrl(value: string | undefined, production: boolean): string | null {
  const example = 'smtp://user:password@mail.example.org:587';
  if (value === undefined && production) throw new ConfigError('MAIL_URL', 'is required in production', example);
  return address('MAIL_URL', value, ['smtp:', 'smtps:'], example);
}

function mailFrom(value: string): string {
  if (/[\r\n]/.test(value) || !/^([^<>@]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(value)) {
    throw new ConfigError('MAIL_FROM', 'must be an e-mail address', 'Skilgrid <no-reply@example.org>');
  }
  return value;
}

function jwtSecret(value: string | undefined, production: boolean, folder: string): string {
  const example = '<output of: openssl rand -base64 48>';
  if (value === undefined) {
    if (production) throw new ConfigError('JWT_SECRET', 'is required in production', example);
    return keptSecret(folder);
  }
  if (value.length < 32) throw new ConfigError('JWT_SECRET', 'must have at least 32 characters', example);
  return value;
}
