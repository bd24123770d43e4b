import { AsyncLocalStorage } from 'node:async_hooks';

/** What a process does on its own account, outside of requests: a mail that is sent, a job that is done. */
export interface Work {
  readonly what: 'mail' | 'job';
  /** Of mails and jobs alike: a word of the code, nothing that anybody wrote. */
  readonly kind: string;
  readonly customer_id: number | null;
}

const current = new AsyncLocalStorage<Work>();

/** Log lines of all that `run` awaits say whose work it was. */
export const inWork = <T>(work: Work, run: () => T): T => current.run(work, run);

export const workInHand = (): Work | undefined => current.getStore();
