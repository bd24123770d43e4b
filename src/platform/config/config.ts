import { hkdfSync } from 'node:crypto';
import { join } from 'node:path';

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

  /** What is set and does nothing yet, a line each, without its value. */
  get unused(): readonly string[] {
    return this.redisUrl === null
      ? []
      : ['REDIS_URL is accepted, and nothing uses it yet: counters, leases and the outbox live in the database'];
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
