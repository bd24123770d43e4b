import { useState } from 'react';
import type { ApiError } from '@/api/api-error';

export interface Request {
  /** Something is being sent. */
  readonly busy: boolean;
  /** Why the server refused it; null: it did not, or it is being sent again. */
  readonly error: ApiError | null;
  /** Sends something. Resolves when that has ended; what it throws becomes `error`. */
  readonly run: (send: () => Promise<unknown>) => Promise<void>;
  /** Forgets the refusal. */
  readonly clear: () => void;
}

/** One request at a time, on any page; within the workspace `useSubmit` has the words as well. */
export function useRequest(onRefused?: (error: ApiError) => void): Request {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const clear = () => setError(null);

  async function run(send: () => Promise<unknown>): Promise<void> {
    setBusy(true);
    clear();
    try {
      await send();
    } catch (refused) {
      setError(refused as ApiError);
      onRefused?.(refused as ApiError);
    } finally {
      setBusy(false);
    }
  }
  return { busy, error, run, clear };
}
