import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable } from '@nestjs/common';
import { Transactions } from '../platform/database/transactions';

/** Side effects of a change: name → number of records. */
export type Effects = Readonly<Record<string, number>>;

/** `X-Dry-Run: true`: a change is made in a transaction and rolled back. */
@Injectable()
export class DryRuns {
  private readonly storage = new AsyncLocalStorage<Map<string, number>>();

  constructor(private readonly transactions: Transactions) {}

  /** Whether the current call is a dry run: only then are effects counted. */
  get isRunning(): boolean {
    return this.storage.getStore() !== undefined;
  }

  /** Adds effects to the answer of the current dry run; outside of one it does nothing. */
  report(effects: Effects): void {
    const reported = this.storage.getStore();
    if (!reported) return;
    for (const [name, count] of Object.entries(effects)) reported.set(name, count);
  }

  /**
   * Runs `work` and rolls it back. Its errors are passed on.
   * @returns its answer, and the effects reported meanwhile
   */
  async run<T>(work: () => Promise<T>): Promise<{ answer: T; effects: Effects }> {
    const rollback = new Error('dry run');
    const reported = new Map<string, number>();
    let answer: { value: T } | undefined;
    await this.storage
      .run(reported, () =>
        this.transactions.around(async () => {
          reported.clear();
          answer = { value: await work() };
          throw rollback;
        }),
      )
      .catch((error: unknown) => {
        if (error !== rollback) throw error;
      });
    return { answer: answer!.value, effects: Object.fromEntries(reported) };
  }
}
