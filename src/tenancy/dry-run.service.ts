import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable } from '@nestjs/common';
import { TransactionManager } from '../infrastructure/database/transaction-manager';

/** Side effects of a change: name → number of records */
export type DryRunEffects = Readonly<Record<string, number>>;

/** `X-Dry-Run: true`: runs a change in a transaction that is always rolled back. */
@Injectable()
export class DryRunService {
  private readonly storage = new AsyncLocalStorage<Map<string, number>>();

  constructor(private readonly transactions: TransactionManager) {}

  /** Effects are counted only during a dry run. */
  get isRunning(): boolean {
    return this.storage.getStore() !== undefined;
  }

  /** Adds effects to the current dry run; no-op outside of one. */
  report(effects: DryRunEffects): void {
    const counts = this.storage.getStore();
    if (!counts) return;
    for (const [name, count] of Object.entries(effects)) counts.set(name, count);
  }

  /** Runs `work` and rolls it back; passes errors on. @returns the result and the reported effects */
  async run<T>(work: () => Promise<T>): Promise<{ answer: T; effects: DryRunEffects }> {
    const rollback = new Error('dry run');
    const counts = new Map<string, number>();
    let answer: { value: T } | undefined;
    await this.storage
      .run(counts, () =>
        this.transactions.runOutermost(async () => {
          counts.clear();
          answer = { value: await work() };
          throw rollback;
        }),
      )
      .catch((error: unknown) => {
        if (error !== rollback) throw error;
      });
    return { answer: answer!.value, effects: Object.fromEntries(counts) };
  }
}
