import { useState } from 'react';
import { useNotification } from '@refinedev/core';
import type { ApiError } from '@/api/api-error';
import { useErrorWords } from './words';

interface Submit {
  /** Something is being sent. */
  readonly busy: boolean;
  /** Why the server refused it; null: it did not, or it is being sent again. */
  readonly error: ApiError | null;
  /** The same in the reader's language. */
  readonly problem: string | null;
  /** Sends something. Resolves when that has ended; what it throws becomes `error`. */
  readonly run: (send: () => Promise<unknown>) => Promise<void>;
}

/** A button or a small form that sends one request. Forms of records use `useSending`. `toast`: a refusal is told by a toast. */
export function useSubmit({ toast = false } = {}): Submit {
  const errorWords = useErrorWords();
  const { open: notify } = useNotification();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);

  async function run(send: () => Promise<unknown>): Promise<void> {
    setBusy(true);
    setError(null);
    try {
      await send();
    } catch (refused) {
      setError(refused as ApiError);
      if (toast) notify?.({ type: 'error', message: errorWords(refused) });
    } finally {
      setBusy(false);
    }
  }
  return { busy, error, problem: error && errorWords(error), run };
}
