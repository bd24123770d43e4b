import { join } from 'node:path';
import { Config } from './config';
import { projectRoot } from './project-root';
import {
  address,
  databaseUrl,
  filesAddress,
  flag,
  jwtSecret,
  mailFrom,
  mailUrl,
  oneOf,
  origins,
  path,
  publicUrl,
  timeZone,
  trustProxy,
  whole,
} from './variables';

type Environment = Readonly<Record<string, string | undefined>>;

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
