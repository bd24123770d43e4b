import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { getBuildInfo } from '../config/build-info';
import { Config } from '../config/config';

/**
 * Allowed metric labels. Never a person, a customer or an id: each value is a time series that scrapers keep for weeks.
 * test/rest/metrics.spec.ts checks all of them.
 */
export type MetricLabel =
  'route' | 'method' | 'status' | 'name' | 'kind' | 'outcome' | 'scope' | 'code' | 'state' | 'line';

export interface MetricReading {
  readonly labels?: Readonly<Partial<Record<MetricLabel, string>>>;
  readonly value: number;
}

/** A metric that is read only when it is scraped. */
export interface MetricDefinition {
  readonly name: `skilgrid_${string}`;
  readonly help: string;
  /** 'counter' for values that only grow from the start of the process. */
  readonly type?: 'gauge' | 'counter';
  readonly labels?: readonly MetricLabel[];
  /** May query the database briefly; on failure or timeout the metric is omitted from this scrape. */
  read(): readonly MetricReading[] | Promise<readonly MetricReading[]>;
}

/** Queues are not counted further: counting a longer one would only add load. */
export const COUNT_LIMIT = 10_000;
const COLLECT_TIMEOUT_MS = 2_000;
const BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

type PromMetric = Pick<Counter<MetricLabel> | Gauge<MetricLabel>, 'reset' | 'inc' | 'remove'>;
type Series = { observe(seconds: number): void };

/**
 * Metrics of this process for /metrics. Modules register theirs in onModuleInit: `metrics.register({ name:
 * 'skilgrid_jobs_waiting', help: '…', labels: ['kind'], read: () => … })`. Does nothing when metrics are off
 * (docs/operations.md).
 */
@Injectable()
export class MetricsService {
  readonly isEnabled: boolean;
  private readonly registry: Registry | undefined;
  private readonly requests: Histogram<MetricLabel> | undefined;
  private readonly series = new Map<string, Series>();
  private failedCollections = 0;

  constructor(config: Config) {
    this.isEnabled = config.isMetricsEnabled;
    if (!this.isEnabled) return;
    this.registry = new Registry();
    collectDefaultMetrics({ register: this.registry });
    this.requests = new Histogram({
      name: 'skilgrid_request_seconds',
      help: 'Requests by the pattern of their route, method and class of status, from their first byte to the end of the answer',
      labelNames: ['route', 'method', 'status'],
      buckets: BUCKETS_SECONDS,
      registers: [this.registry],
    });
    const { version, commit } = getBuildInfo();
    this.register({
      name: 'skilgrid_build',
      help: 'Always 1: which version runs',
      labels: ['name', 'code'],
      read: () => [{ labels: { name: version, code: commit?.slice(0, 12) ?? 'unknown' }, value: 1 }],
    });
    this.register({
      name: 'skilgrid_unread_total',
      help: 'Metrics that could not be read for a scrape',
      type: 'counter',
      read: () => [{ value: this.failedCollections }],
    });
  }

  register(definition: MetricDefinition): void {
    if (!this.registry) return;
    const collectMetric = (promMetric: PromMetric) => this.collectMetric(promMetric, definition);
    const configuration = {
      name: definition.name,
      help: definition.help,
      labelNames: [...(definition.labels ?? [])],
      registers: [],
      async collect(this: PromMetric) {
        await collectMetric(this);
      },
    };
    this.registry.registerMetric(
      definition.type === 'counter' ? new Counter<MetricLabel>(configuration) : new Gauge<MetricLabel>(configuration),
    );
  }

  /** @param route the route pattern: a path contains ids and would create unlimited series */
  observeRequest(route: string, method: string, status: number, milliseconds: number): void {
    if (!this.requests) return;
    const methodLabel = KNOWN_METHODS.has(method) ? method : 'other';
    const statusClass = STATUS_CLASSES[Math.floor(status / 100)] ?? 'other';
    const seriesKey = `${methodLabel} ${statusClass} ${route}`;
    let series = this.series.get(seriesKey);
    if (!series) {
      series = this.requests.labels({ route, method: methodLabel, status: statusClass });
      this.series.set(seriesKey, series);
    }
    series.observe(milliseconds / 1000);
  }

  async text(): Promise<{ type: string; text: string }> {
    if (!this.registry) throw new Error('Metrics are switched off');
    return { type: this.registry.contentType, text: await this.registry.metrics() };
  }

  private async collectMetric(promMetric: PromMetric, { name, labels, read }: MetricDefinition): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`${name} takes too long`)), COLLECT_TIMEOUT_MS);
    });
    try {
      const readings = await Promise.race([read(), timeout]);
      promMetric.reset();
      for (const reading of readings) promMetric.inc(reading.labels ?? {}, reading.value);
    } catch {
      // Another metric reports the failure; an old value would mislead.
      promMetric.reset();
      if (!labels?.length) promMetric.remove();
      this.failedCollections += 1;
    } finally {
      clearTimeout(timer);
    }
  }
}

const STATUS_CLASSES = ['other', '1xx', '2xx', '3xx', '4xx', '5xx'];
const KNOWN_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
