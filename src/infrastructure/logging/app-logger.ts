import type { LoggerService } from '@nestjs/common';
import { pino, type DestinationStream, type Logger as Pino } from 'pino';
import { getBuildInfo } from '../config/build-info';
import type { Config } from '../config/config';
import { requestContext } from '../../common/http/request-context';
import { LogRateLimiter } from './log-rate-limiter';
import { NonBlockingLineWriter } from './non-blocking-line-writer';
import { describeError, REDACTED_PATHS, scrub } from './scrub';
import { getWorkContext } from '../../common/work-context';

export interface RequestLine {
  method: string;
  /** The route pattern: a path may contain a signed link, a query string a password. */
  route: string;
  status: number;
  ms: number;
  request_id: string;
  customer_id?: number;
  account_id?: string | null;
}

/** Nest's own startup messages, logged at debug level. */
const BOOT_CONTEXTS: ReadonlySet<string> = new Set([
  'InstanceLoader',
  'RoutesResolver',
  'RouterExplorer',
  'NestFactory',
  'NestApplication',
]);

/** How long shutdown waits for the log. */
const FLUSH_TIMEOUT_MS = 500;

/** Standard output, shared by all loggers of the process. */
let stdoutWriter: NonBlockingLineWriter | undefined;
const stdout: DestinationStream & { writer: NonBlockingLineWriter } = {
  get writer(): NonBlockingLineWriter {
    return (stdoutWriter ??= new NonBlockingLineWriter(1));
  },
  write: (line) => stdout.writer.write(line),
};

/** Writes buffered lines at process exit, as far as that does not block. */
export const flushLog = (): void => stdoutWriter?.flushSync();

/** Nest's logger and the request log, through pino: JSON lines in production, readable ones elsewhere. */
export class AppLogger implements LoggerService {
  private readonly pino: Pino;
  /** Without redaction: request lines contain no secrets, and redaction costs as much as writing. */
  private readonly requests: Pino;
  private readonly faults = new LogRateLimiter((faults) => this.pino.error({ faults }, 'More faults, not shown'));
  private readonly readinessLimiter = new LogRateLimiter((times) => this.pino.warn({ times }, 'Not ready, as before'));

  constructor(config: Pick<Config, 'logLevel' | 'production'>, stream?: DestinationStream) {
    const options = {
      level: config.logLevel,
      base: { version: getBuildInfo().version, pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
    };
    const destination = stream ?? (config.production ? stdout : prettyStream);
    this.pino = pino({ ...options, redact: { paths: REDACTED_PATHS, censor: '…' } }, destination);
    this.requests = pino(options, destination);
  }

  request(line: RequestLine): void {
    const level = line.status >= 500 ? 'warn' : 'info';
    this.requests[level](line, 'request');
  }

  /** Logs why the process is not ready; rate limited, since load balancers check often. */
  notReady(reason: string): void {
    if (this.readinessLimiter.shouldLog()) this.warn(`Not ready: ${reason}`, 'Health');
  }

  /** Logs a bug with its stack; at most one a second, the others are counted. */
  fault(error: unknown, details: Record<string, unknown> = {}): void {
    if (!this.faults.shouldLog()) return;
    this.reportFatal(error, details);
  }

  /** Logs the error that ends the process, without rate limit. */
  reportFatal(error: unknown, details: Record<string, unknown>): void {
    this.pino.error({ ...currentIds(), ...details, err: describeError(error) }, 'fault');
  }

  /** Prints a line for the operator at every log level. */
  announce(line: string): void {
    stdout.write(`${line}\n`);
  }

  /** Waits briefly for pending lines before the process ends. */
  waitUntilWritten(): Promise<void> {
    return stdout.writer.waitUntilWritten(FLUSH_TIMEOUT_MS);
  }

  /** The synchronous variant. */
  flushSync(): void {
    stdout.writer.flushSync();
  }

  log(message: unknown, ...optionalParams: unknown[]): void {
    this.write('info', message, optionalParams);
  }
  error(message: unknown, ...optionalParams: unknown[]): void {
    this.write('error', message, optionalParams);
  }
  warn(message: unknown, ...optionalParams: unknown[]): void {
    this.write('warn', message, optionalParams);
  }
  debug(message: unknown, ...optionalParams: unknown[]): void {
    this.write('debug', message, optionalParams);
  }
  verbose(message: unknown, ...optionalParams: unknown[]): void {
    this.write('trace', message, optionalParams);
  }
  fatal(message: unknown, ...optionalParams: unknown[]): void {
    this.write('fatal', message, optionalParams);
  }

  private write(
    level: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal',
    message: unknown,
    optionalParams: unknown[],
  ): void {
    const last = optionalParams.at(-1);
    const context = typeof last === 'string' && !last.includes('\n') ? last : undefined;
    const stack = optionalParams.find((part): part is string => typeof part === 'string' && part.includes('\n'));
    const request_id = requestContext()?.requestId;
    const details = {
      ...(context && { context }),
      ...(request_id && { request_id }),
      ...currentIds(),
      ...(stack && { stack: scrub(stack) }),
      ...(message instanceof Error && { err: describeError(message) }),
      ...(isPlainObject(message) && message),
    };
    const text =
      message instanceof Error ? scrub(message.message) : isPlainObject(message) ? undefined : scrub(String(message));
    this.pino[context && BOOT_CONTEXTS.has(context) && level === 'info' ? 'debug' : level](details, text);
  }
}

/** Ids only: names and addresses in logs would have to be erased on request. */
function currentIds(): { customer_id?: number; account_id?: string | null } {
  const { customer_id } = getWorkContext() ?? {};
  return requestContext()?.principal ?? (customer_id == null ? {} : { customer_id });
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !(value instanceof Error);
}

const prettyStream: DestinationStream = { write: (line) => stdout.write(formatPretty(line)) };

/** Formats a JSON line for development. */
function formatPretty(json: string): string {
  const {
    level,
    time,
    msg,
    context,
    err,
    stack,
    version: _,
    pid: __,
    ...details
  } = JSON.parse(json) as Record<string, unknown>;
  const at = String(time).slice(11, 23);
  if (msg === 'request') {
    return `${at} ${details.status} ${details.method} ${details.route} ${details.ms} ms ${details.request_id}\n`;
  }
  const name = pino.levels.labels[Number(level)] ?? '';
  const trace = (err as { stack?: string } | undefined)?.stack ?? stack;
  const extraFacts = Object.keys(details).length ? ` ${JSON.stringify(details)}` : '';
  const text = `${name === 'info' ? '' : `${name.toUpperCase()} `}${context ? `[${String(context)}] ` : ''}${msg ?? ''}`;
  return `${at} ${text}${extraFacts}${trace ? `\n${String(trace)}` : ''}\n`;
}
