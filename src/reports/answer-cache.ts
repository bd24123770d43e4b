import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Tenant } from '../tenancy/tenant';
import { ReportQueue } from './report-queue';

/** Bytes of all finished answers that a process keeps; one alone may have a quarter of it. */
export const KEPT_BYTES = 48 * 1024 * 1024;

type Fact = string | number | boolean | null | undefined;
interface Kept {
  edition: string;
  answer: unknown;
}
export interface Making<T> {
  /** What, beside whose data and who asks, makes this answer another one: the report, its days, its filters. */
  of: readonly Fact[];
  make: () => Promise<T>;
  /** About how many bytes it holds: a whole number, at least 1. */
  size: (answer: T) => number;
  /** Takes long enough to stand in the line of reports. */
  isLong: boolean;
  /** What it was made of, where that is not what matrices are made of. */
  edition?: string;
  /** false: only for those who ask while it is made. */
  isKept?: boolean;
}

/**
 * Finished answers, by (customer, scope of the asker, matrix_version, directory_version, days, filters) (reports.md §6):
 * what was made of older versions is never found, and the first newer one takes its place. Who asks for what is being
 * made waits for that one. Nothing that is kept may be changed by whoever gets it.
 */
@Injectable()
export class AnswerCache {
  private readonly kept = new LRUCache<string, Kept>({ maxSize: KEPT_BYTES, maxEntrySize: KEPT_BYTES / 4 });
  private readonly making = new Map<string, Promise<unknown>>();

  constructor(private readonly queue: ReportQueue) {}

  async of<T>(
    tenant: Tenant,
    { of, make, size, isLong, isKept = true, edition = editionOf(tenant) }: Making<T>,
  ): Promise<T> {
    const slot = JSON.stringify([tenant.customer_id, tenant.scope.key, tenant.time_zone, ...of]);
    const known = this.kept.get(slot);
    if (known?.edition === edition) return known.answer as T;
    const flight = `${edition} ${slot}`;
    const begun = this.making.get(flight) as Promise<T> | undefined;
    if (begun) return begun;
    const making = (isLong ? this.queue.run(make) : make()).then((answer) => {
      if (isKept) this.kept.set(slot, { edition, answer }, { size: size(answer) });
      return answer;
    });
    this.making.set(flight, making);
    // A failure is everybody's who waited for it, and nobody's who comes later.
    const over = () => this.making.delete(flight);
    making.then(over, over);
    return making;
  }

  get keptBytes(): number {
    return this.kept.calculatedSize;
  }
}

const editionOf = ({ matrix_version, directory_version }: Tenant): string => `${matrix_version}.${directory_version}`;
