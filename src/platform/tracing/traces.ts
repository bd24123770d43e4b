import { AsyncLocalStorage } from 'node:async_hooks';
import { join } from 'node:path';
import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { Config } from '../config/config';
import { projectRoot } from '../config/project-root';
import { withoutValues } from '../database/statement-watch';
import { openTelemetry, type Attributes, type Beginning, type OpenSpan, type Telemetry } from './telemetry';

/** An end does not wait longer for a collector that does not answer. */
const PARTING_MS = 2_000;

const now = (): number => performance.timeOrigin + performance.now();

/** What is being done here: a request, a job, a mail. */
const current = new AsyncLocalStorage<OpenSpan>();

/**
 * Traces (speed.md, "Beyond one machine"): a request, its statements, the job that it owed. No value of a statement, no
 * address, no name and no id of a person or an organisation is in them; the request's id is, by which its log line is found.
 * Where OTEL_EXPORTER_OTLP_ENDPOINT is not set this does nothing, and nothing is loaded for it.
 */
@Injectable()
export class Traces implements BeforeApplicationShutdown {
  private readonly telemetry: Telemetry | null;

  constructor({ traces }: Config) {
    this.telemetry = traces && openTelemetry(traces, join(projectRoot(), 'ops', 'telemetry'));
  }

  get isOn(): boolean {
    return this.telemetry !== null;
  }

  /** By which a job, say, is found again to be a part of what is being done here; null: of nothing. */
  get here(): string | null {
    return current.getStore()?.traceparent ?? null;
  }

  /** null: traces are off. @param parent a traceparent, judged; null: it begins here */
  begin(beginning: Omit<Beginning, 'at'>): OpenSpan | null {
    return this.telemetry?.begin({ ...beginning, at: now() }) ?? null;
  }

  within<T>(span: OpenSpan, work: () => T): T {
    return current.run(span, work);
  }

  end(span: OpenSpan, how: { name?: string; attributes?: Attributes; failed: boolean }): void {
    span.end({ ...how, at: now() });
  }

  /** @param parent what owed it: its `here` */
  async over<T>(name: string, parent: string | null, attributes: Attributes, work: () => Promise<T>): Promise<T> {
    const span = this.begin({ name, kind: 'CONSUMER', parent, attributes });
    if (!span) return work();
    let failed = true;
    try {
      const done = await this.within(span, work);
      failed = false;
      return done;
    } finally {
      this.end(span, { failed });
    }
  }

  async beforeApplicationShutdown(): Promise<void> {
    if (!this.telemetry) return;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((leave) => (timer = setTimeout(leave, PARTING_MS)));
    await Promise.race([this.telemetry.close().catch(() => undefined), late]);
    clearTimeout(timer);
  }

  /** A statement that has just been answered. @param system `mariadb` or `sqlite` */
  statement(system: string, sql: string, took: number, failed: boolean): void {
    const parent = current.getStore();
    // What a process asks of its own accord is a part of nothing.
    if (!parent?.isKept) return;
    const at = now();
    const text = withoutValues(sql);
    const [verb = ''] = text.split(' ', 1);
    const span = this.telemetry!.begin({
      ...{ name: verb, kind: 'CLIENT', parent: parent.traceparent, at: at - took },
      attributes: { 'db.system.name': system, 'db.operation.name': verb, 'db.query.text': text },
    });
    span.end({ at, failed });
  }
}
