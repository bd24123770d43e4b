import i18next, { type TFunction } from 'i18next';
import { ApiError } from './api-error';

/** Seconds in words of the language: "30 seconds", "2 minutes". */
function waitWords(t: TFunction, seconds: number): string {
  return seconds < 90
    ? t('wait.seconds', { count: Math.ceil(seconds) })
    : t('wait.minutes', { count: Math.ceil(seconds / 60) });
}

/** How long to wait before the next try. */
export function throttledWords(t: TFunction, retryAfter: number | null | undefined): string {
  return retryAfter ? t('errors.too_many_tries', { wait: waitWords(t, retryAfter) }) : t('errors.too_many_tries_plain');
}

/** A refusal in the reader's language where its code has a text, else in the server's own words (specification §8). */
export function refusalWords(t: TFunction, error: unknown): string {
  if (!(error instanceof ApiError)) return t('errors.unknown');
  if (error.code === 'too_many_tries') return throttledWords(t, error.retryAfter);
  if (i18next.exists(`errors.${error.code}`)) return t(`errors.${error.code}`, error.facts) as string;
  return error.message || t('errors.unknown');
}
