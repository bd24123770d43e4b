import type { LoggerService } from '@nestjs/common';
import { pino, type DestinationStream, type Logger as Pino } from 'pino';
import { build } from '../build';
import type { Config } from '../config/config';
import { requestContext } from '../http/request-context';
import { FaultGate } from './fault-gate';
import { LineSink } from './line-sink';
import { describeError, REDACTED_PATHS, scrub } from './scrub';
import { workInHand } from '../work';

export interface RequestLine {
  method: string;
  /** The pattern of the route: a path may hold a signed link, a query string a password. */
  route: string;
  status: number;
  ms: number;
  request_id: string;
  customer_id?: number;
  account_id?: string | null;
}

/** What Nest says about itself while it starts; of interest only when starting fails. */
const BOOT_CONTEXTS: ReadonlySet<string> = new Set([
  'InstanceLoader',
  'RoutesResolver',
  'RouterExplorer',
  'NestFactory',
  'NestApplication',
]);

/** What a stopping process grants its log. */
const ENDING_MS = 500;

/** Standard output, which every Log of the process shares. */
let opened: LineSink | undefined;
const out: DestinationStream & { sink: LineSink } = {
  get sink(): LineSink {
    return (opened ??= new LineSink(1));
  },
  write: (line) => out.sink.write(line),
};

/** What gathers still, for a process that ends: what can be written without waiting is. */
export const flushLog = (): void => opened?.flushNow();

/** Nest's `Logger` and the request lines, through pino: JSON lines in production, readable ones elsewhere. */
export class Log implements LoggerService {
  private readonly pino: Pino;
  /** Lines of requests hold nothing that is secret, and looking for it costs as much as writing them. */
  private readonly requests: Pino;
  private readonly faults = new FaultGate((faults) => this.pino.error({ faults }, 'More faults, not shown'));
  private readonly troubles = new FaultGate((times) => this.pino.warn({ times }, 'Not ready, as before'));

  constructor(config: Pick<Config, 'logLevel' | 'production'>, stream?: DestinationStream) {
    const options = {
      level: config.logLevel,
      base: { version: build().version, pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
    };
    const place = stream ?? (config.production ? out : readable);
    this.pino = pino({ ...options, redact: { paths: REDACTED_PATHS, censor: '…' } }, place);
    this.requests = pino(options, place);
  }

  request(line: RequestLine): void {
    const level = line.status >= 500 ? 'warn' : 'info';
    this.requests[level](line, 'request');
  }

  /** Why nobody should be sent here just now; balancers ask often. */
  notReady(why: string): void {
    if (this.troubles.take()) this.warn(`Not ready: ${why}`, 'Health');
  }

  /** Our own fault, with its stack; at most one a second, the others are counted. */
  fault(error: unknown, facts: Record<string, unknown> = {}): void {
    if (!this.faults.take()) return;
    this.lastWord(error, facts);
  }

  /** The fault that ends the process: shown in any case. */
  lastWord(error: unknown, facts: Record<string, unknown>): void {
    this.pino.error({ ...whose(), ...facts, err: describeError(error) }, 'fault');
  }

  /** For whoever started the process, at every level. */
  announce(line: string): void {
    out.write(`${line}\n`);
  }

  /** Before the process ends: waits a moment for what is not written yet. */
  settled(): Promise<void> {
    return out.sink.settled(ENDING_MS);
  }

  /** The same where nothing can be waited for any more. */
  flushNow(): void {
    out.sink.flushNow();
  }

  log(message: unknown, ...rest: unknown[]): void {
    this.say('info', message, rest);
  }
  error(message: unknown, ...rest: unknown[]): void {
    this.say('error', message, rest);
  }
  warn(message: unknown, ...rest: unknown[]): void {
    this.say('warn', message, rest);
  }
  debug(message: unknown, ...rest: unknown[]): void {
    this.say('debug', message, rest);
  }
  verbose(message: unknown, ...rest: unknown[]): void {
    this.say('trace', message, rest);
  }
  fatal(message: unknown, ...rest: unknown[]): void {
    this.say('fatal', message, rest);
  }

  private say(level: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal', message: unknown, rest: unknown[]): void {
    const last = rest.at(-1);
    const context = typeof last === 'string' && !last.includes('\n') ? last : undefined;
    const stack = rest.find((part): part is string => typeof part === 'string' && part.includes('\n'));
    const request_id = requestContext()?.requestId;
    const facts = {
      ...(context && { context }),
      ...(request_id && { request_id }),
      ...whose(),
      ...(stack && { stack: scrub(stack) }),
      ...(message instanceof Error && { err: describeError(message) }),
      ...(isPlain(message) && message),
    };
    const words =
      message instanceof Error ? scrub(message.message) : isPlain(message) ? undefined : scrub(String(message));
    this.pino[context && BOOT_CONTEXTS.has(context) && level === 'info' ? 'debug' : level](facts, words);
  }
}

/** Ids alone: a name or an address in a log would have to be found again when its owner wants it deleted. */
function whose(): { customer_id?: number; account_id?: string | null } {
  const { customer_id } = workInHand() ?? {};
  return requestContext()?.whose ?? (customer_id == null ? {} : { customer_id });
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !(value instanceof Error);
}

const readable: DestinationStream = { write: (line) => out.write(readableLine(line)) };

/** One line of JSON as a developer likes to read it. */
function readableLine(json: string): string {
  const {
    level,
    time,
    msg,
    context,
    err,
    stack,
    version: _,
    pid: __,
    ...facts
  } = JSON.parse(json) as Record<string, unknown>;
  const at = String(time).slice(11, 23);
  if (msg === 'request') {
    return `${at} ${facts.status} ${facts.method} ${facts.route} ${facts.ms} ms ${facts.request_id}\n`;
  }
  const name = pino.levels.labels[Number(level)] ?? '';
  const trace = (err as { stack?: string } | undefined)?.stack ?? stack;
  const more = Object.keys(facts).length ? ` ${JSON.stringify(facts)}` : '';
  const words = `${name === 'info' ? '' : `${name.toUpperCase()} `}${context ? `[${String(context)}] ` : ''}${msg ?? ''}`;
  return `${at} ${words}${more}${trace ? `\n${String(trace)}` : ''}\n`;
}
