import { hkdfSync } from 'node:crypto';
import { join } from 'node:path';

export interface BucketAddress {
  readonly kind: 's3';
  readonly bucket: string;
  /** Its origin. */
  readonly endpoint: string;
  readonly region: string;
  /** The bucket stands in the path, else before the endpoint's name. */
  readonly path_style: boolean;
  readonly key_id: string;
  readonly secret: string;
}
export type FilesAddress = { readonly kind: 'folder'; readonly path: string } | BucketAddress;

/** Where traces go, and which share of those that begin here (0 to 1). */
export interface TraceAddress {
  readonly endpoint: string;
  readonly share: number;
}

/** What the platform derives secrets for; each label gives an independent key. */
export type KeyLabel =
  'otp' | 'link' | 'challenge' | 'session' | 'media' | 'proof' | 'second-factor' | 'idempotency' | 'unsubscribe';

/** What a process does: answer requests, and work in the background. */
export const PROCESS_ROLES = ['web', 'worker'] as const;
export type ProcessRole = (typeof PROCESS_ROLES)[number];

interface OpenSettings {
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
  /** false: the socket's address is the client's. A number: that many proxies. A list: addresses or networks. */
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
 * The settings of this process (contract.md, Configuration), read once at boot by `loadConfig`. Whatever may carry a
 * password sits in a private field behind a getter, so that neither a log line nor `console.log(config)` shows it.
 */
export class Config {
  readonly environment: OpenSettings['environment'];
  readonly roles: readonly ProcessRole[];
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
  /** Statements that take so long are told in the log; 0: none. */
  readonly slowStatementMs: number;
  /** Where /metrics is served apart from the product; null: not there. */
  readonly metricsPort: number | null;
  /** null: none are made. */
  readonly traces: TraceAddress | null;
  /** Where ffmpeg and ffprobe are; null: not here. */
  readonly ffmpegFolder: string | null;
  /** Minutes of video that an organisation has made smaller within a day; 0: none. */
  readonly renditionMinutes: number;
  readonly #secrets: SecretSettings;
  readonly #keys = new Map<KeyLabel, Buffer>();

  constructor(open: OpenSettings, secrets: SecretSettings) {
    this.environment = open.environment;
    this.roles = open.roles;
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
    this.slowStatementMs = open.slow_statement_ms;
    this.metricsPort = open.metrics_port;
    this.traces = open.traces;
    this.ffmpegFolder = open.ffmpeg_folder;
    this.renditionMinutes = open.rendition_minutes;
    this.#secrets = secrets;
    Object.freeze(this);
  }

  /** Answers requests; one that does not has /health alone. */
  get isWeb(): boolean {
    return this.roles.includes('web');
  }

  /** Works in the background: jobs, mails, and whatever comes round. */
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

  /** A replica that reports and exports read; null: they read like everything else. */
  get reportsDatabaseUrl(): string | null {
    return this.#secrets.reports_database_url;
  }

  get redisUrl(): string | null {
    return this.#secrets.redis_url;
  }

  /** What whoever reads /metrics must show; null: nothing, and then it is served at its own port alone. */
  get metricsToken(): string | null {
    return this.#secrets.metrics_token;
  }

  get metered(): boolean {
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
