import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { TransactionManager } from '../infrastructure/database/transaction-manager';
import { requestContext, withRequestContext } from '../common/http/request-context';

/** A write usually takes a millisecond; waiting for it makes its result visible to the next request. */
const MAX_WAIT_MS = 50;

/**
 * Small writes of read requests (last use of a session or key). A database that rejects writes does not fail the
 * request; the write follows later or with the next request.
 */
@Injectable()
export class DeferredWriteService {
  private readonly runningKeys = new Set<string>();

  constructor(private readonly transactions: TransactionManager) {}

  /** @param key skips the write while another one with this key is running */
  async schedule(key: string, write: () => Promise<unknown>): Promise<void> {
    if (this.runningKeys.has(key)) return;
    this.runningKeys.add(key);
    const request = requestContext();
    const run = () => this.transactions.run(write);
    // Separate context, so that the write does not count against the request's time limit.
    const completion = (request ? withRequestContext({ ...request }, run) : run())
      .catch(() => undefined)
      .finally(() => this.runningKeys.delete(key));
    await Promise.race([completion, pause(MAX_WAIT_MS, undefined, { ref: false })]);
  }
}
