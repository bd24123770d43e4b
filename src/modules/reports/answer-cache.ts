import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Tenant } from '../../tenancy/tenant';
import { ReportQueue } from './report-queue';

/** Cache size of a process, in bytes; a single answer takes at most a quarter of it. */
export const CACHE_BYTES = 48 * 1024 * 1024;

type KeyPart = string | number | boolean | null | undefined;
interface CacheEntry {
  dataVersion: string;
  answer: unknown;
}
export interface CacheRequest<T> {
  /** Cache key in addition to customer and scope: the report, its days and its filters. */
  key: readonly KeyPart[];
  compute: () => Promise<T>;
  /** Estimated bytes: an integer, at least 1. */
  sizeOf: (answer: T) => number;
  /** Run in the queue of long reports. */
  isLong: boolean;
  /** Version of the data; default: the versions of the matrix data. */
  dataVersion?: string;
  /** false: share only with concurrent requests. */
  isCacheable?: boolean;
}

/**
 * Report answers by customer, visibility scope, days and filters. An entry of an older data version is not used and
 * gets replaced. Concurrent requests for the same answer share one computation. Cached answers must not be mutated.
 */
@Injectable()
export class AnswerCache {
  private readonly entries = new LRUCache<string, CacheEntry>({ maxSize: CACHE_BYTES, maxEntrySize: CACHE_BYTES / 4 });
  private readonly inFlight = new Map<string, Promise<unknown>>();

  constructor(private readonly queue: ReportQueue) {}

  async getOrCompute<T>(
    tenant: Tenant,
    { key, compute, sizeOf, isLong, isCacheable = true, dataVersion = dataVersionOf(tenant) }: CacheRequest<T>,
  ): Promise<T> {
    const cacheKey = JSON.stringify([tenant.customer_id, tenant.scope.key, tenant.time_zone, ...key]);
    const cached = this.entries.get(cacheKey);
    if (cached?.dataVersion === dataVersion) return cached.answer as T;
    const flightKey = `${dataVersion} ${cacheKey}`;
    const running = this.inFlight.get(flightKey) as Promise<T> | undefined;
    if (running) return running;
    const computation = (isLong ? this.queue.run(compute) : compute()).then((answer) => {
      if (isCacheable) this.entries.set(cacheKey, { dataVersion, answer }, { size: sizeOf(answer) });
      return answer;
    });
    this.inFlight.set(flightKey, computation);
    // Errors reach all waiting requests, but are not cached.
    const removeInFlight = () => this.inFlight.delete(flightKey);
    computation.then(removeInFlight, removeInFlight);
    return computation;
  }

  get cachedBytes(): number {
    return this.entries.calculatedSize;
  }
}

const dataVersionOf = ({ matrix_version, directory_version }: Tenant): string =>
  `${matrix_version}.${directory_version}`;
