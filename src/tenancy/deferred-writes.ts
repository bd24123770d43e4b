import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Transactions } from '../platform/database/transactions';
import { requestContext, withRequestContext } from '../platform/http/request-context';

/** Usually it takes a millisecond; then the answer comes after it, and whoever looks finds it written. */
const WAITED_FOR_MS = 50;

/**
 * What a call that only reads writes beside it (when a session was last seen, a key last used). A database that takes no
 * writes at the moment keeps nobody from reading: the call goes on, and the note follows, or the next call makes it.
 */
@Injectable()
export class DeferredWrites {
  private readonly writing = new Set<string>();

  constructor(private readonly transactions: Transactions) {}

  /** @param what names it: the same is not written twice at a time */
  async note(what: string, write: () => Promise<unknown>): Promise<void> {
    if (this.writing.has(what)) return;
    this.writing.add(what);
    const request = requestContext();
    const run = () => this.transactions.run(write);
    // In a context of its own: its waiting does not count against the request's time limit.
    const written = (request ? withRequestContext({ ...request }, run) : run())
      .catch(() => undefined)
      .finally(() => this.writing.delete(what));
    await Promise.race([written, pause(WAITED_FOR_MS, undefined, { ref: false })]);
  }
}
