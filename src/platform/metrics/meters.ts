import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { build } from '../build';
import { Config } from '../config/config';

/**
 * What a figure may be told apart by. Never a person, an organisation or an id: each value is a series that a scraper keeps
 * for weeks, and what is known of somebody has no place there. platform/metrics.spec walks them all.
 */
export type Label = 'route' | 'method' | 'status' | 'name' | 'kind' | 'outcome' | 'scope' | 'code' | 'state' | 'line';

export interface Reading {
  readonly labels?: Readonly<Partial<Record<Label, string>>>;
  readonly value: number;
}

/** Something that can be seen from outside. Nothing is counted for it: it is read when somebody looks. */
export interface Figure {
  readonly name: `skilgrid_${string}`;
  readonly help: string;
  /** 'counter' for what only grows from the start of the process on. */
  readonly type?: 'gauge' | 'counter';
  readonly labels?: readonly Label[];
  /** May ask the database, briefly; what fails, or takes too long, is left out of this look. */
  read(): readonly Reading[] | Promise<readonly Reading[]>;
}

/** No line is counted further: a longer one is as bad, and counting it to its end would only make it worse. */
export const COUNTED = 10_000;
const LONGEST_LOOK_MS = 2_000;
/** Seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** What a figure looks like to prom-client. */
type Shown = Pick<Counter<Label> | Gauge<Label>, 'reset' | 'inc' | 'remove'>;
type Series = { observe(seconds: number): void };

/**
 * The figures of this process (speed.md, "Beyond one machine"), for /metrics. Any module registers its own in onModuleInit:
 * `meters.watch({ name: 'skilgrid_jobs_waiting', help: '…', labels: ['kind'], read: () => … })`. Where metrics are switched
 * off this does nothing.
 */
@Injectable()
export class Meters {
  readonly isOn: boolean;
  private readonly registry: Registry | undefined;
  private readonly requests: Histogram<Label> | undefined;
  private readonly series = new Map<string, Series>();
  private unread = 0;

  constructor(config: Config) {
    this.isOn = config.metered;
    if (!this.isOn) return;
    this.registry = new Registry();
    collectDefaultMetrics({ register: this.registry });
    this.requests = new Histogram({
      name: 'skilgrid_request_seconds',
      help: 'Requests by the pattern of their route, method and class of status, from their first byte to the end of the answer',
      labelNames: ['route', 'method', 'status'],
      buckets: BUCKETS,
      registers: [this.registry],
    });
    const { version, commit } = build();
    this.watch({
      name: 'skilgrid_build',
      help: 'Always 1: which version runs',
      labels: ['name', 'code'],
      read: () => [{ labels: { name: version, code: commit?.slice(0, 12) ?? 'unknown' }, value: 1 }],
    });
    this.watch({
      name: 'skilgrid_unread_total',
      help: 'Figures that could not be read when somebody looked',
      type: 'counter',
      read: () => [{ value: this.unread }],
    });
  }

  watch(figure: Figure): void {
    if (!this.registry) return;
    const look = (shown: Shown) => this.look(shown, figure);
    const about = {
      name: figure.name,
      help: figure.help,
      labelNames: [...(figure.labels ?? [])],
      registers: [],
      async collect(this: Shown) {
        await look(this);
      },
    };
    this.registry.registerMetric(figure.type === 'counter' ? new Counter<Label>(about) : new Gauge<Label>(about));
  }

  /** @param route its pattern: an address holds ids, and is as long a list as anybody likes */
  request(route: string, method: string, status: number, milliseconds: number): void {
    if (!this.requests) return;
    const known = METHODS.has(method) ? method : 'other';
    const ofStatus = CLASSES[Math.floor(status / 100)] ?? 'other';
    const of = `${known} ${ofStatus} ${route}`;
    let series = this.series.get(of);
    if (!series) {
      series = this.requests.labels({ route, method: known, status: ofStatus });
      this.series.set(of, series);
    }
    series.observe(milliseconds / 1000);
  }

  async text(): Promise<{ type: string; text: string }> {
    if (!this.registry) throw new Error('Metrics are switched off');
    return { type: this.registry.contentType, text: await this.registry.metrics() };
  }

  private async look(shown: Shown, { name, labels, read }: Figure): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, refuse) => {
      timer = setTimeout(() => refuse(new Error(`${name} takes too long`)), LONGEST_LOOK_MS);
    });
    try {
      const readings = await Promise.race([read(), late]);
      shown.reset();
      for (const reading of readings) shown.inc(reading.labels ?? {}, reading.value);
    } catch {
      // The database is away, say: other figures tell of that, and an old value would be no news.
      shown.reset();
      if (!labels?.length) shown.remove();
      this.unread += 1;
    } finally {
      clearTimeout(timer);
    }
  }
}

const CLASSES = ['other', '1xx', '2xx', '3xx', '4xx', '5xx'];
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
