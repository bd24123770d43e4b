import type { TFunction } from 'i18next';
import { ApiError } from './api-error';
import { findText } from './text-lookup';

type ErrorParts = Partial<Pick<ApiError, 'code' | 'facts' | 'retryAfter'>>;

/**
 * Text of an error code: `errors.<code>`, `<code>_seconds` or `<code>_minutes` if there is a waiting time,
 * `<code>_<kind>` if the facts have a kind. The first number among the facts selects the plural form.
 */
export function errorCodeText({ code, facts = {}, retryAfter }: ErrorParts): string | undefined {
  if (!code) return undefined;
  const waitSeconds = typeof facts.seconds === 'number' ? facts.seconds : retryAfter;
  const count = Object.values(facts).find((fact) => typeof fact === 'number');
  const candidates = [
    ...(waitSeconds
      ? [waitSeconds < 90 ? timedKey(code, 'seconds', waitSeconds) : timedKey(code, 'minutes', waitSeconds / 60)]
      : []),
    ...(typeof facts.kind === 'string' ? [{ key: `errors.${code}_${facts.kind}`, count }] : []),
    { key: `errors.${code}`, count },
  ];
  return findText(candidates, facts);
}

const timedKey = (code: string, unit: 'seconds' | 'minutes', amount: number) => ({
  key: `errors.${code}_${unit}`,
  count: Math.ceil(amount),
});

/** An error in the user's language; the server's message if the code has no text (specification §8). */
export function errorText(t: TFunction, error: unknown): string {
  if (!(error instanceof ApiError)) return t('errors.unknown');
  return errorCodeText(error) ?? (error.message || t('errors.unknown'));
}
