import { join } from 'node:path';
import { Config } from './config';
import { ffmpegFolder } from './ffmpeg-folder';
import { filesAddress } from './files-address';
import { projectRoot } from './project-root';
import {
  databaseUrl,
  flag,
  jwtSecret,
  mailFrom,
  mailUrl,
  metricsPort,
  metricsToken,
  oneOf,
  origins,
  path,
  publicUrl,
  redisUrl,
  reportsDatabaseUrl,
  roles,
  timeZone,
  traceAddress,
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
      roles: roles(read('ROLE') ?? 'web,worker', database_url.startsWith('sqlite:')),
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
      slow_statement_ms: whole('SLOW_STATEMENT_MS', read('SLOW_STATEMENT_MS') ?? '1000', 0, 60_000, '1000'),
      metrics_port: metricsPort(read('METRICS_PORT'), port),
      traces: traceAddress(read('OTEL_EXPORTER_OTLP_ENDPOINT'), read('OTEL_TRACES_SAMPLER_ARG')),
      rendition_minutes: whole('RENDITION_MINUTES', read('RENDITION_MINUTES') ?? '240', 0, 100_000, '240'),
      ffmpeg_folder: ffmpegFolder(read('FFMPEG') ?? 'auto', env['PATH']),
    },
    {
      jwt_secret: jwtSecret(read('JWT_SECRET'), production, data_folder),
      database_url,
      reports_database_url: reportsDatabaseUrl(read('REPORTS_DATABASE_URL'), database_url),
      redis_url: redisUrl(read('REDIS_URL')),
      mail_url: mailUrl(read('MAIL_URL'), production),
      metrics_token: metricsToken(read('METRICS_TOKEN')),
      files: filesAddress(root, read('FILES_URL') ?? `file:${join(data_folder, 'files')}`, read),
    },
  );
}
