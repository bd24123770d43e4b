import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { loadConfig } from '../../src/platform/config/load-config';
import { ConfigError } from '../../src/platform/config/config-error';
import { projectRoot } from '../../src/platform/config/project-root';

const SECRET = 'x'.repeat(40);

describe('configuration', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'skilgrid-config-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const load = (env: Record<string, string> = {}) => loadConfig({ DATA_DIR: folder, JWT_SECRET: SECRET, ...env });
  const complaint = (env: Record<string, string>): string => {
    try {
      load(env);
    } catch (error) {
      expect(error).toBeInstanceOf(ConfigError);
      return (error as Error).message;
    }
    throw new Error('was accepted');
  };

  it('needs nothing outside production', () => {
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

  it('makes a secret once, keeps it for this user only, and derives the same keys from it the next time', () => {
    const first = loadConfig({ DATA_DIR: folder });
    const second = loadConfig({ DATA_DIR: folder });
    expect(statSync(join(folder, 'jwt-secret')).mode & 0o777).toBe(0o600);
    expect(first.jwtSecret.length).toBeGreaterThanOrEqual(64);
    expect(second.key('otp')).toEqual(first.key('otp'));
    expect(first.key('otp')).not.toEqual(first.key('link'));
    expect(first.key('otp')).toHaveLength(32);
  });

  it.each([
    [{ PORT: '80x' }, 'PORT must be a whole number from 0 to 65535. Example: PORT=3000'],
    [{ PORT: '70000' }, 'PORT'],
    [{ NODE_ENV: 'prod' }, 'NODE_ENV'],
    [{ PUBLIC_URL: 'skills.example.org' }, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'https://a.example/?x=1' }, 'PUBLIC_URL'],
    [{ DATABASE_URL: 'postgres://u:hunter22@h/d' }, 'DATABASE_URL'],
    [{ DATABASE_URL: 'mariadb://u:hunter22@h' }, 'DATABASE_URL'],
    [{ REDIS_URL: 'http://h' }, 'REDIS_URL'],
    [{ MAIL_URL: 'mail.example.org' }, 'MAIL_URL'],
    [{ MAIL_FROM: 'nobody' }, 'MAIL_FROM'],
    [{ FILES_URL: '/srv/files' }, 'FILES_URL'],
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
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
  ])('stops at %j with one line that names the variable and gives an example', (env, expected) => {
    const message = complaint(env as Record<string, string>);
    expect(message).toContain(expected);
    expect(message).toMatch(/^Configuration: .* Example: [A-Z_]+=.+$/);
    expect(message).not.toContain('hunter22');
  });

  it.each(['JWT_SECRET', 'PUBLIC_URL', 'MAIL_URL'])('requires %s in production', (variable) => {
    const all = { NODE_ENV: 'production', PUBLIC_URL: 'https://a.example', MAIL_URL: 'smtp://m.example:25' };
    expect(load(all).production).toBe(true);
    expect(complaint({ ...all, [variable]: '' })).toContain(`${variable} is required in production`);
  });

  it('shows no secret when it is printed, serialised or inspected', () => {
    const config = load({
      DATABASE_URL: 'mariadb://u:hunter22@h/d',
      MAIL_URL: 'smtp://u:hunter22@m.example',
      REDIS_URL: 'redis://:hunter22@r',
      FILES_URL: 's3://k:hunter22@bucket.example',
    });
    config.key('otp');
    const shown = [String(config), JSON.stringify(config), inspect(config, { depth: 9, showHidden: true })].join('\n');
    expect(shown).not.toContain('hunter22');
    expect(shown).not.toContain(SECRET);
    expect(config.databaseUrl).toContain('hunter22');
  });

  it('says what is set and does nothing yet, not what it is set to', () => {
    const { unused } = load({ REDIS_URL: 'redis://:hunter22@r' });
    expect(unused).toEqual([expect.stringMatching(/^REDIS_URL /)]);
    expect(unused.join()).not.toContain('hunter22');
    expect(load({}).unused).toEqual([]);
  });

  it('documents every variable it reads', () => {
    const source = readFileSync(join(projectRoot(), 'src/platform/config/config.ts'), 'utf8');
    const example = readFileSync(join(projectRoot(), '.env.example'), 'utf8');
    for (const [, variable] of source.matchAll(/read\('([A-Z_]+)'\)/g)) {
      expect(example).toMatch(new RegExp(`^${variable}=`, 'm'));
    }
  });

  it('takes proxies by number or address, never everyone', () => {
    expect(load({ TRUST_PROXY: '1' }).trustProxy).toBe(1);
    expect(load({ TRUST_PROXY: '10.0.0.0/8, ::1' }).trustProxy).toEqual(['10.0.0.0/8', '::1']);
    expect(load({ TRUST_PROXY: 'loopback,2001:db8::/32' }).trustProxy).toEqual(['loopback', '2001:db8::/32']);
    expect(load({ TRUST_PROXY: '::ffff:10.0.0.0/104' }).trustProxy).toEqual(['::ffff:10.0.0.0/104']);
    expect(load({ TRUST_PROXY: 'off' }).trustProxy).toBe(false);
  });
});
