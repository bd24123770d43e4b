import { hkdfSync } from 'node:crypto';
import { join } from 'node:path';

export interface BucketAddress {
  readonly kind: 's3';
  readonly bucket: string;
  readonly endpoint: string;
  readonly region: string;
  /** Path style addresses; otherwise the bucket is a subdomain of the endpoint. */
  readonly path_style: boolean;
  readonly key_id: string;
  readonly secret: string;
}
export type FilesAddress = { readonly kind: 'folder'; readonly path: string } | BucketAddress;

/** Trace collector, and the sampled share of new traces (0 to 1). */
export interface TraceAddress {
  readonly endpoint: string;
  readonly share: number;
}

/** Purposes of derived secrets; each gives an independent key. */
export type KeyLabel =
  'otp' | 'link' | 'challenge' | 'session' | 'media' | 'proof' | 'second-factor' | 'idempotency' | 'unsubscribe';

export const PROCESS_ROLES = ['web', 'worker'] as const;
export type ProcessRole = (typeof PROCESS_ROLES)[number];

interface PublicSettings {
  roles: readonly ProcessRole[];
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
  /** false: use the socket's address. A number: that many proxies. A list: addresses or networks. */
  trust_proxy: false | number | readonly string[];
  legacy_calls: boolean;
  log_level: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent';
  mail_from: string;
  slow_statement_ms: number;
  metrics_port: number | null;
  traces: TraceAddress | null;
  ffmpeg_folder: string | null;
  rendition_minutes: number;
}

interface SecretSettings {
  jwt_secret: string;
  database_url: string;
  reports_database_url: string | null;
  redis_url: string | null;
  mail_url: string | null;
  metrics_token: string | null;
  files: FilesAddress;
}

/**
 * The settings of this process, read once at boot by `loadConfig` (docs/operations.md). Values that may contain a
 * password are private behind getters, so that neither log lines nor `console.log(config)` show them.
 */
export class Config {
  readonly environment: PublicSettings['environment'];
  readonly roles: readonly ProcessRole[];
  readonly port: number;
  readonly host: string;
  /** Without a trailing slash. Links in mails use it, never a Host header. */
  readonly publicUrl: string;
  readonly dataFolder: string;
  readonly adminFolder: string;
  readonly seedDemo: boolean;
  readonly otpDigits: 4 | 6;
  readonly defaultTimeZone: string;
  readonly corsOrigins: readonly string[];
  readonly trustProxy: PublicSettings['trust_proxy'];
  readonly legacyCalls: boolean;
  readonly logLevel: PublicSettings['log_level'];
  readonly mailFrom: string;
  /** Statements that take this long are logged; 0: none. */
  readonly slowStatementMs: number;
  /** A separate port for /metrics; null: none. */
  readonly metricsPort: number | null;
  /** null: tracing is off. */
  readonly traces: TraceAddress | null;
  /** Folder of ffmpeg and ffprobe; null: not available. */
  readonly ffmpegFolder: string | null;
  /** Minutes of video transcoded per customer and day; 0: none. */
  readonly renditionMinutes: number;
  readonly #secrets: SecretSettings;
  readonly #keys = new Map<KeyLabel, Buffer>();

  constructor(settings: PublicSettings, secrets: SecretSettings) {
    this.environment = settings.environment;
    this.roles = settings.roles;
    this.port = settings.port;
    this.host = settings.host;
    this.publicUrl = settings.public_url;
    this.dataFolder = settings.data_folder;
    this.adminFolder = settings.admin_folder;
    this.seedDemo = settings.seed_demo;
    this.otpDigits = settings.otp_digits;
    this.defaultTimeZone = settings.default_time_zone;
    this.corsOrigins = settings.cors_origins;
    this.trustProxy = settings.trust_proxy;
    this.legacyCalls = settings.legacy_calls;
    this.logLevel = settings.log_level;
    this.mailFrom = settings.mail_from;
    this.slowStatementMs = settings.slow_statement_ms;
    this.metricsPort = settings.metrics_port;
    this.traces = settings.traces;
    this.ffmpegFolder = settings.ffmpeg_folder;
    this.renditionMinutes = settings.rendition_minutes;
    this.#secrets = secrets;
    Object.freeze(this);
  }

  /** Answers requests; other processes serve only /health. */
  get isWeb(): boolean {
    return this.roles.includes('web');
  }

  /** Runs scheduled jobs, background jobs and mails. */
  get isWorker(): boolean {
    return this.roles.includes('worker');
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

  /** Replica for reports and exports; null: none. */
  get reportsDatabaseUrl(): string | null {
    return this.#secrets.reports_database_url;
  }

  get redisUrl(): string | null {
    return this.#secrets.redis_url;
  }

  /** Bearer token for /metrics; null: none, and /metrics is then served on its own port only. */
  get metricsToken(): string | null {
    return this.#secrets.metrics_token;
  }

  get isMetricsEnabled(): boolean {
    return this.metricsPort !== null || this.metricsToken !== null;
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

  /** 32 bytes for one purpose, derived from JWT_SECRET by HKDF: the same in every process. */
  key(label: KeyLabel): Buffer {
    let key = this.#keys.get(label);
    if (!key) {
      key = Buffer.from(hkdfSync('sha256', this.#secrets.jwt_secret, '', `skilgrid:${label}`, 32));
      this.#keys.set(label, key);
    }
    return key;
  }
}
