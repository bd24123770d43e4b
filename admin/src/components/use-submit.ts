import { useNotification } from '@refinedev/core';
import { useRequest, type RequestState } from './use-request';
import { useErrorText } from './resource-labels';

interface Submit extends RequestState {
  /** `error` in the user's language. */
  readonly problem: string | null;
}

/** One request of a button or a small form. `toast`: shows errors as a toast; a text is the toast's title. */
export function useSubmit({ toast = false }: { toast?: boolean | string } = {}): Submit {
  const errorText = useErrorText();
  const { open: notify } = useNotification();
  const request = useRequest((error) => {
    if (typeof toast === 'string') notify?.({ type: 'error', message: toast, description: errorText(error) });
    else if (toast) notify?.({ type: 'error', message: errorText(error) });
  });
  return { ...request, problem: request.error && errorText(request.error) };
}
