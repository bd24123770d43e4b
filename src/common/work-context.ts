import { AsyncLocalStorage } from 'node:async_hooks';

/** Work outside of requests: sending a mail or running a job. */
export interface WorkContext {
  readonly type: 'mail' | 'job';
  /** An identifier from the code, never user input. */
  readonly kind: string;
  readonly customer_id: number | null;
}

const storage = new AsyncLocalStorage<WorkContext>();

/** Log lines written inside `run` carry this context. */
export const runWithWorkContext = <T>(work: WorkContext, run: () => T): T => storage.run(work, run);

export const getWorkContext = (): WorkContext | undefined => storage.getStore();
