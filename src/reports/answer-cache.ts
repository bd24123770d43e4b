import { Injectable } from '@nestjs/common';
import type { Tenant } from '../tenancy/tenant';
import { ReportQueue } from './report-queue';

/** Bytes of all finished answers that a process keeps; one alone may have a quarter of it. */
export const KEPT_BYTES = 48 * 1024 * 1024;

type Fact = string | number | boolean | null | undefined;
interface Kept {
  edition: string;
  answer: unknown;
  bytes: number;
}
export interface Making<T> {
  /** What, beside whose data and who asks, makes this answer another one: the report, its days, its filters. */
  of: readonly Fact[];
  make: () => Promise<T>;
  /** About how many bytes it holds. */
  size: (answer: T) => number;
  /** Takes long enough to stand in the line of reports. */
  isLong: boolean;
}

/**
 * Finished answers, by (customer, scope of the asker, matrix_version, directory_version, days, filters) (reports.md §6):
 * what was made of older versions is never found, and the first newer one takes its place. Who asks for what is being
 * made waits for that one. Nothing that is kept may be changed by whoever gets it.
 */
@Injectable()
export class AnswerCache {
  /** Least lately used first. */
  private readonly kept = new Map<string, Kept>();
  private readonly making = new Map<string, Promise<unknown>>();
  private bytes = 0;

  constructor(private readonly queue: ReportQueue) {}

  async of<T>(tenant: Tenant, { of, make, size, isLong }: Making<T>): Promise<T> {
    const slot = JSON.stringify([tenant.customer_id, tenant.scope.key, tenant.time_zone, ...of]);
    const edition = `${tenant.matrix_version}.${tenant.directory_version}`;
    const known = this.kept.get(slot);
    if (known?.edition === edition) {
      this.kept.delete(slot);
      this.kept.set(slot, known);
      return known.answer as T;
    }
    const flight = `${edition} ${slot}`;
    const begun = this.making.get(flight) as Promise<T> | undefined;
    if (begun) return begun;
    const making = (isLong ? this.queue.run(make) : make()).then((answer) => {
      this.keep(slot, { edition, answer, bytes: size(answer) });
      return answer;
    });
    this.making.set(flight, making);
    // A failure is everybody's who waited for it, and nobody's who comes later.
    const over = () => this.making.delete(flight);
    making.then(over, over);
    return making;
  }

  get keptBytes(): number {
    return this.bytes;
  }

  private keep(slot: string, made: Kept): void {
    this.forget(slot);
    if (made.bytes > KEPT_BYTES / 4) return;
    this.kept.set(slot, made);
    this.bytes += made.bytes;
    for (const oldest of this.kept.keys()) {
      if (this.bytes <= KEPT_BYTES) return;
      this.forget(oldest);
    }
  }

  private forget(slot: string): void {
    this.bytes -= this.kept.get(slot)?.bytes ?? 0;
    this.kept.delete(slot);
  }
}
