import { useState } from 'react';
import type { ApiError } from '@/api/api-error';

export interface RequestState {
  readonly busy: boolean;
  /** The error of the last request; null after success and while sending. */
  readonly error: ApiError | null;
  /** Sends a request. Resolves when it has finished; an exception becomes `error`. */
  readonly run: (send: () => Promise<unknown>) => Promise<void>;
  /** Clears the error. */
  readonly clear: () => void;
}

/** State of one request at a time, for any page; in the workspace `useSubmit` adds the error text. */
export function useRequest(onRefused?: (error: ApiError) => void): RequestState {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const clear = () => setError(null);

  async function run(send: () => Promise<unknown>): Promise<void> {
    setBusy(true);
    clear();
    try {
      await send();
    } catch (failure) {
      setError(failure as ApiError);
      onRefused?.(failure as ApiError);
    } finally {
      setBusy(false);
    }
  }
  return { busy, error, run, clear };
}
