import { useNotification } from '@refinedev/core';
import { useRequest, type Request } from './use-request';
import { useErrorWords } from './words';

interface Submit extends Request {
  /** `error` in the reader's language. */
  readonly problem: string | null;
}

/** A button or a small form that sends one request. Forms of records use `useSending`. `toast`: a refusal is told by a toast; a text: under it. */
export function useSubmit({ toast = false }: { toast?: boolean | string } = {}): Submit {
  const errorWords = useErrorWords();
  const { open: notify } = useNotification();
  const request = useRequest((error) => {
    if (typeof toast === 'string') notify?.({ type: 'error', message: toast, description: errorWords(error) });
    else if (toast) notify?.({ type: 'error', message: errorWords(error) });
  });
  return { ...request, problem: request.error && errorWords(request.error) };
}
