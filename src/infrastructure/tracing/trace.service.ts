import { AsyncLocalStorage } from 'node:async_hooks';
import { join } from 'node:path';
import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { Config } from '../config/config';
import { findProjectRoot } from '../config/project-root';
import { redactValues } from '../database/statement-timer';
import { openTelemetry, type Attributes, type SpanStart, type OpenSpan, type Telemetry } from './telemetry';

/** Shutdown waits no longer than this for the collector. */
const SHUTDOWN_TIMEOUT_MS = 2_000;

const nowMs = (): number => performance.timeOrigin + performance.now();

/** The span of the current request, job or mail. */
const spanStorage = new AsyncLocalStorage<OpenSpan>();

/**
 * Traces requests, their statements and the jobs they cause. Spans contain no statement values, addresses, names or ids
 * of people or customers; the request id links them to log lines. Without OTEL_EXPORTER_OTLP_ENDPOINT it does nothing
 * and loads nothing (docs/operations.md).
 */
@Injectable()
export class TraceService implements BeforeApplicationShutdown {
  private readonly telemetry: Telemetry | null;

  constructor({ traces }: Config) {
    this.telemetry = traces && openTelemetry(traces, join(findProjectRoot(), 'ops', 'telemetry'));
  }

  get isEnabled(): boolean {
    return this.telemetry !== null;
  }

  /** Traceparent of the current span, stored with a job to link its trace; null outside a trace. */
  get currentTraceparent(): string | null {
    return spanStorage.getStore()?.traceparent ?? null;
  }

  /** Null when tracing is off. `parent` must be a valid traceparent, or null for a root span. */
  begin(start: Omit<SpanStart, 'at'>): OpenSpan | null {
    return this.telemetry?.begin({ ...start, at: nowMs() }) ?? null;
  }

  runInSpan<T>(span: OpenSpan, work: () => T): T {
    return spanStorage.run(span, work);
  }

  end(span: OpenSpan, result: { name?: string; attributes?: Attributes; failed: boolean }): void {
    span.end({ ...result, at: nowMs() });
  }

  /** Runs `work` in a span of its own. @param parent `currentTraceparent` of the cause */
  async trace<T>(name: string, parent: string | null, attributes: Attributes, work: () => Promise<T>): Promise<T> {
    const span = this.begin({ name, kind: 'CONSUMER', parent, attributes });
    if (!span) return work();
    let failed = true;
    try {
      const result = await this.runInSpan(span, work);
      failed = false;
      return result;
    } finally {
      this.end(span, { failed });
    }
  }

  async beforeApplicationShutdown(): Promise<void> {
    if (!this.telemetry) return;
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<void>((resolve) => (timer = setTimeout(resolve, SHUTDOWN_TIMEOUT_MS)));
    await Promise.race([this.telemetry.close().catch(() => undefined), timeout]);
    clearTimeout(timer);
  }

  /** Records a finished statement. @param system `mariadb` or `sqlite` */
  recordStatement(system: string, sql: string, durationMs: number, failed: boolean): void {
    const parent = spanStorage.getStore();
    // Statements outside of requests, jobs and mails are not traced.
    if (!parent?.isKept) return;
    const at = nowMs();
    const text = redactValues(sql);
    const [verb = ''] = text.split(' ', 1);
    const span = this.telemetry!.begin({
      name: verb,
      kind: 'CLIENT',
      parent: parent.traceparent,
      at: at - durationMs,
      attributes: { 'db.system.name': system, 'db.operation.name': verb, 'db.query.text': text },
    });
    span.end({ at, failed });
  }
}
