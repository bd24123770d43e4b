import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { loadConfig } from '../../src/infrastructure/config/load-config';
import { ConfigError } from '../../src/infrastructure/config/config-error';
import { findProjectRoot } from '../../src/infrastructure/config/project-root';

const SECRET = 'x'.repeat(40);
const MAIN = { DATABASE_URL: 'mariadb://u:hunter22@main.example:3306/d' };
const KEYS = { S3_ACCESS_KEY_ID: 'k', S3_SECRET_ACCESS_KEY: 'hunter22' };

describe('configuration', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'skilgrid-config-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const load = (env: Record<string, string> = {}) => loadConfig({ DATA_DIR: folder, JWT_SECRET: SECRET, ...env });
  const configErrorOf = (env: Record<string, string>): string => {
    try {
      load(env);
    } catch (error) {
      expect(error).toBeInstanceOf(ConfigError);
      return (error as Error).message;
    }
    throw new Error('was accepted');
  };

  it('requires no variable outside production', () => {
    const config = loadConfig({ DATA_DIR: folder });
    expect(config).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      otpDigits: 4,
      defaultTimeZone: 'UTC',
      corsOrigins: [],
      trustProxy: false,
      legacyCalls: true,
      seedDemo: true,
    });
    expect(config.mailUrl).toBeNull();
    expect(config.databaseUrl).toBe(`sqlite:${join(folder, 'skilgrid.db')}`);
  });

  it('generates a secret once, readable only by this user, and derives the same keys from it', () => {
    const first = loadConfig({ DATA_DIR: folder });
    const second = loadConfig({ DATA_DIR: folder });
    expect(statSync(join(folder, 'jwt-secret')).mode & 0o777).toBe(0o600);
    expect(first.jwtSecret.length).toBeGreaterThanOrEqual(64);
    expect(second.key('otp')).toEqual(first.key('otp'));
    expect(first.key('otp')).not.toEqual(first.key('link'));
    expect(first.key('otp')).toHaveLength(32);
  });

  it.each<[Record<string, string>, string]>([
    [{ PORT: '80x' }, 'PORT must be a whole number from 0 to 65535. Example: PORT=3000'],
    [{ PORT: '70000' }, 'PORT'],
    [{ NODE_ENV: 'prod' }, 'NODE_ENV'],
    [{ PUBLIC_URL: 'skills.example.org' }, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'https://a.example/?x=1' }, 'PUBLIC_URL'],
    [{ DATABASE_URL: 'postgres://u:hunter22@h/d' }, 'DATABASE_URL'],
    [{ DATABASE_URL: 'mariadb://u:hunter22@h' }, 'DATABASE_URL'],
    [
      { REPORTS_DATABASE_URL: 'mariadb://u:hunter22@h/d' },
      'REPORTS_DATABASE_URL needs a DATABASE_URL that begins with',
    ],
    [{ ...MAIN, REPORTS_DATABASE_URL: 'sqlite:./data/copy.db' }, 'REPORTS_DATABASE_URL must be an address that begins'],
    [
      { ...MAIN, REPORTS_DATABASE_URL: 'mysql://u:hunter22@h/d' },
      'REPORTS_DATABASE_URL must be an address that begins',
    ],
    [{ ...MAIN, REPORTS_DATABASE_URL: 'mariadb://u:hunter22@h' }, 'REPORTS_DATABASE_URL is wrong (the database name'],
    [
      { ...MAIN, REPORTS_DATABASE_URL: 'mariadb://reader:hunter22@MAIN.example/d' },
      'REPORTS_DATABASE_URL must be another server than DATABASE_URL',
    ],
    [{ DATABASE_URL: 'mariadb://u:hunter22@h/d?tls=maybe' }, 'DATABASE_URL is wrong (tls must be on or off)'],
    [{ DATABASE_URL: 'mysql://u:hunter22@h/d?ssl=1' }, 'DATABASE_URL is wrong ("ssl" is unknown; use tls and ca)'],
    [{ DATABASE_URL: 'mysql://u:hunter22@h/d?tls=on&ca=/no/such.pem' }, 'DATABASE_URL is wrong (ca names a file'],
    [
      { ...MAIN, REPORTS_DATABASE_URL: 'mariadb://u:hunter22@copy/d?tls=yes' },
      'REPORTS_DATABASE_URL is wrong (tls must be on or off)',
    ],
    [{ REDIS_URL: 'http://h' }, 'REDIS_URL'],
    [{ REDIS_URL: 'redis://h?tls=1' }, 'REDIS_URL'],
    [{ REDIS_URL: 'redis://h?prefix=a:b' }, 'REDIS_URL'],
    [{ REDIS_URL: 'redis://h/plant' }, 'REDIS_URL'],
    [{ MAIL_URL: 'mail.example.org' }, 'MAIL_URL'],
    [{ MAIL_FROM: 'nobody' }, 'MAIL_FROM'],
    [{ FILES_URL: '/srv/files' }, 'FILES_URL'],
    [{ FILES_URL: 's3://skilgrid' }, 'S3_ACCESS_KEY_ID is required where FILES_URL names object storage'],
    [{ FILES_URL: 's3://skilgrid', S3_ACCESS_KEY_ID: 'k' }, 'S3_SECRET_ACCESS_KEY is required'],
    ...[
      ...['k:hunter22@skilgrid', 'skilgrid?secret_access_key=hunter22', 'skilgrid?X-Amz-Security-Token=hunter22'],
      'skilgrid?endpoint=https://k:hunter22@s3.example.org',
    ].map((address): [Record<string, string>, string] => [
      { ...KEYS, FILES_URL: `s3://${address}` },
      'FILES_URL may not carry keys: they go into S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY',
    ]),
    [{ ...KEYS, FILES_URL: 's3://skilgrid/videos' }, 'FILES_URL must name a bucket'],
    [{ ...KEYS, FILES_URL: 's3://Skil_grid' }, 'FILES_URL must name a bucket'],
    [{ ...KEYS, FILES_URL: 's3://skilgrid?style=dns' }, 'FILES_URL has a style'],
    [{ ...KEYS, FILES_URL: 's3://skilgrid?stile=path' }, 'FILES_URL takes endpoint, region, style'],
    [{ ...KEYS, FILES_URL: 's3://skilgrid?endpoint=s3.example.org' }, 'FILES_URL has an endpoint'],
    [{ ...KEYS, FILES_URL: 's3://skilgrid?endpoint=https://s3.example.org/b' }, 'FILES_URL has an endpoint'],
    [{ JWT_SECRET: 'short' }, 'JWT_SECRET'],
    [{ SEED_DEMO: 'maybe' }, 'SEED_DEMO'],
    [{ OTP_DIGITS: '5' }, 'OTP_DIGITS'],
    [{ DEFAULT_TIME_ZONE: 'Mars/Olympus' }, 'DEFAULT_TIME_ZONE'],
    [{ CORS_ORIGINS: '*' }, 'CORS_ORIGINS'],
    [{ CORS_ORIGINS: 'https://a.example/path' }, 'CORS_ORIGINS'],
    [{ TRUST_PROXY: 'true' }, 'TRUST_PROXY'],
    [{ TRUST_PROXY: '10.0.0.256' }, 'TRUST_PROXY'],
    [{ TRUST_PROXY: '10.0.0.0/33' }, 'TRUST_PROXY'],
    [{ TRUST_PROXY: '0.0.0.0/0' }, 'TRUST_PROXY'],
    [{ TRUST_PROXY: '::/0' }, 'TRUST_PROXY'],
    [{ TRUST_PROXY: '::/00' }, 'TRUST_PROXY'],
    [{ TRUST_PROXY: '0.0.0.0/00' }, 'TRUST_PROXY'],
    [{ TRUST_PROXY: '::ffff:0:0/96' }, 'TRUST_PROXY'],
    [{ TRUST_PROXY: '::/80' }, 'TRUST_PROXY'],
    [{ TRUST_PROXY: '10.1' }, 'TRUST_PROXY'],
    [{ TRUST_PROXY: 'loopback, 1:2:::3' }, 'TRUST_PROXY'],
    [{ TRUST_PROXY: '2001:db8::/129' }, 'TRUST_PROXY'],
    [{ LEGACY_CALLS: '2' }, 'LEGACY_CALLS'],
    [{ ROLE: 'web,cook' }, 'ROLE'],
    [{ ROLE: 'web,web' }, 'ROLE'],
    [{ ROLE: 'worker' }, 'ROLE'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
    [{ SLOW_STATEMENT_MS: 'never' }, 'SLOW_STATEMENT_MS'],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, 'OTEL_EXPORTER_OTLP_ENDPOINT'],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://me:secret@collector:4318' }, 'OTEL_EXPORTER_OTLP_ENDPOINT'],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318', OTEL_TRACES_SAMPLER_ARG: '2' }, 'OTEL_TRACES_SAMPLER_ARG'],
    [{ METRICS_PORT: '3000' }, 'METRICS_PORT must be another port than PORT. Example: METRICS_PORT=9464'],
    [{ METRICS_PORT: 'x' }, 'METRICS_PORT'],
    [{ METRICS_TOKEN: 'hunter22' }, 'METRICS_TOKEN must have 24 to 200'],
  ])('stops at %j with one line that names the variable and gives an example', (env, expected) => {
    const message = configErrorOf(env);
    expect(message).toContain(expected);
    expect(message).toMatch(/^Configuration: .* Example: [A-Z0-9_]+=.+$/);
    expect(message).not.toContain('hunter22');
  });

  it.each(['JWT_SECRET', 'PUBLIC_URL', 'MAIL_URL'])('requires %s in production', (variable) => {
    const all = { NODE_ENV: 'production', PUBLIC_URL: 'https://a.example', MAIL_URL: 'smtp://m.example:25' };
    expect(load(all).production).toBe(true);
    expect(configErrorOf({ ...all, [variable]: '' })).toContain(`${variable} is required in production`);
  });

  it('shows no secret when it is printed, serialised or inspected', () => {
    const config = load({
      DATABASE_URL: 'mariadb://u:hunter22@h/d',
      REPORTS_DATABASE_URL: 'mariadb://u:hunter22@copy/d',
      MAIL_URL: 'smtp://u:hunter22@m.example',
      REDIS_URL: 'redis://:hunter22@r',
      METRICS_TOKEN: 'hunter22-hunter22-hunter22',
      ...KEYS,
      FILES_URL: 's3://skilgrid?region=eu-central-1',
    });
    config.key('otp');
    const printed = [String(config), JSON.stringify(config), inspect(config, { depth: 9, showHidden: true })].join(
      '\n',
    );
    expect(printed).not.toContain('hunter22');
    expect(printed).not.toContain(SECRET);
    expect(config.databaseUrl).toContain('hunter22');
    expect(config.reportsDatabaseUrl).toBe('mariadb://u:hunter22@copy/d');
    expect(config.files).toMatchObject({
      kind: 's3',
      bucket: 'skilgrid',
      endpoint: 'https://s3.eu-central-1.amazonaws.com',
      path_style: false,
      secret: 'hunter22',
    });
  });

  it('documents every variable it reads', () => {
    const source = readFileSync(join(findProjectRoot(), 'src/infrastructure/config/load-config.ts'), 'utf8');
    const example = readFileSync(join(findProjectRoot(), '.env.example'), 'utf8');
    const variableReads = [...source.matchAll(/readVariable\('([A-Z_]+)'\)/g)];
    expect(variableReads.length).toBeGreaterThan(15);
    for (const [, variable] of variableReads) {
      expect(example).toMatch(new RegExp(`^${variable}=`, 'm'));
    }
  });

  it('looks for ffmpeg along PATH, in a folder, or not at all', () => {
    const emptyFolder = mkdtempSync(join(tmpdir(), 'none-'));
    const folderWithBinaries = mkdtempSync(join(tmpdir(), 'both-'));
    for (const name of ['ffmpeg', 'ffprobe']) writeFileSync(join(folderWithBinaries, name), '', { mode: 0o755 });
    expect(load({ PATH: `${emptyFolder}:${folderWithBinaries}` }).ffmpegFolder).toBe(folderWithBinaries);
    expect(load({ PATH: emptyFolder }).ffmpegFolder).toBeNull();
    expect(load({ PATH: folderWithBinaries, FFMPEG: 'off' }).ffmpegFolder).toBeNull();
    expect(load({ PATH: emptyFolder, FFMPEG: folderWithBinaries }).ffmpegFolder).toBe(folderWithBinaries);
    for (const wrong of [emptyFolder, 'here', 'on'])
      expect(() => load({ FFMPEG: wrong })).toThrow(/^Configuration: FFMPEG must be/);
    for (const folder of [emptyFolder, folderWithBinaries]) rmSync(folder, { recursive: true });
  });

  it('accepts proxies by number or address, but not all addresses', () => {
    expect(load({ TRUST_PROXY: '1' }).trustProxy).toBe(1);
    expect(load({ TRUST_PROXY: '10.0.0.0/8, ::1' }).trustProxy).toEqual(['10.0.0.0/8', '::1']);
    expect(load({ TRUST_PROXY: 'loopback,2001:db8::/32' }).trustProxy).toEqual(['loopback', '2001:db8::/32']);
    expect(load({ TRUST_PROXY: '::ffff:10.0.0.0/104' }).trustProxy).toEqual(['::ffff:10.0.0.0/104']);
    expect(load({ TRUST_PROXY: 'off' }).trustProxy).toBe(false);
  });
});
