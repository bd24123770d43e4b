import { join } from 'node:path';
import { Config } from './config';
import { findFfmpegFolder } from './ffmpeg-folder';
import { parseFilesUrl } from './files-url';
import { findProjectRoot } from './project-root';
import {
  resolveDatabaseUrl,
  parseBoolean,
  resolveJwtSecret,
  validateMailFrom,
  validateMailUrl,
  parseMetricsPort,
  validateMetricsToken,
  parseChoice,
  parseCorsOrigins,
  resolvePath,
  parsePublicUrl,
  validateRedisUrl,
  validateReportsDatabaseUrl,
  parseRoles,
  parseTimeZone,
  parseTraceAddress,
  parseTrustProxy,
  parseInteger,
} from './environment-variables';

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads and checks the environment. @throws ConfigError naming the variable, the problem and an example */
export function loadConfig(env: Environment, root: string = findProjectRoot()): Config {
  const readVariable = (name: string): string | undefined => {
    const value = env[name]?.trim();
    return value === '' ? undefined : value;
  };
  const environment = parseChoice('NODE_ENV', readVariable('NODE_ENV') ?? 'development', [
    'production',
    'development',
    'test',
  ]);
  const production = environment === 'production';
  const data_folder = resolvePath(root, readVariable('DATA_DIR') ?? './data');
  const database_url = resolveDatabaseUrl(
    root,
    readVariable('DATABASE_URL') ?? `sqlite:${join(data_folder, 'skilgrid.db')}`,
  );
  const port = parseInteger('PORT', readVariable('PORT') ?? '3000', 0, 65535, '3000');
  const host = readVariable('HOST') ?? (production ? '0.0.0.0' : '127.0.0.1');
  return new Config(
    {
      environment,
      roles: parseRoles(readVariable('ROLE') ?? 'web,worker', database_url.startsWith('sqlite:')),
      port,
      host,
      public_url: parsePublicUrl(readVariable('PUBLIC_URL'), port, production),
      data_folder,
      admin_folder: join(root, 'admin', 'dist'),
      seed_demo: parseBoolean(
        'SEED_DEMO',
        readVariable('SEED_DEMO'),
        database_url.startsWith('sqlite:') && environment === 'development',
      ),
      otp_digits: Number(parseChoice('OTP_DIGITS', readVariable('OTP_DIGITS') ?? '4', ['4', '6'])) as 4 | 6,
      default_time_zone: parseTimeZone(readVariable('DEFAULT_TIME_ZONE') ?? 'UTC'),
      cors_origins: parseCorsOrigins(readVariable('CORS_ORIGINS')),
      trust_proxy: parseTrustProxy(readVariable('TRUST_PROXY')),
      legacy_calls: parseBoolean('LEGACY_CALLS', readVariable('LEGACY_CALLS'), true),
      log_level: parseChoice('LOG_LEVEL', readVariable('LOG_LEVEL') ?? (environment === 'test' ? 'silent' : 'info'), [
        'trace',
        'debug',
        'info',
        'warn',
        'error',
        'silent',
      ]),
      mail_from: validateMailFrom(readVariable('MAIL_FROM') ?? 'Skilgrid <no-reply@skilgrid.local>'),
      slow_statement_ms: parseInteger(
        'SLOW_STATEMENT_MS',
        readVariable('SLOW_STATEMENT_MS') ?? '1000',
        0,
        60_000,
        '1000',
      ),
      metrics_port: parseMetricsPort(readVariable('METRICS_PORT'), port),
      traces: parseTraceAddress(readVariable('OTEL_EXPORTER_OTLP_ENDPOINT'), readVariable('OTEL_TRACES_SAMPLER_ARG')),
      rendition_minutes: parseInteger(
        'RENDITION_MINUTES',
        readVariable('RENDITION_MINUTES') ?? '240',
        0,
        100_000,
        '240',
      ),
      ffmpeg_folder: findFfmpegFolder(readVariable('FFMPEG') ?? 'auto', env['PATH']),
    },
    {
      jwt_secret: resolveJwtSecret(readVariable('JWT_SECRET'), production, data_folder),
      database_url,
      reports_database_url: validateReportsDatabaseUrl(readVariable('REPORTS_DATABASE_URL'), database_url),
      redis_url: validateRedisUrl(readVariable('REDIS_URL')),
      mail_url: validateMailUrl(readVariable('MAIL_URL'), production),
      metrics_token: validateMetricsToken(readVariable('METRICS_TOKEN')),
      files: parseFilesUrl(root, readVariable('FILES_URL') ?? `file:${join(data_folder, 'files')}`, readVariable),
    },
  );
}
