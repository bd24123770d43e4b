import type { TFunction } from 'i18next';
import { ApiError } from './api-error';
import { firstText } from './text-of';

type Refused = Partial<Pick<ApiError, 'code' | 'facts' | 'retryAfter'>>;

/**
 * The text of a refusal's code, where there is one: `errors.<code>`; of one that says how long to wait `<code>_seconds` or
 * `<code>_minutes`, of one that speaks of several kinds `<code>_<kind>`. The first figure among its facts is what the sentence
 * counts.
 */
export function codeWords({ code, facts = {}, retryAfter }: Refused): string | undefined {
  if (!code) return undefined;
  const waits = typeof facts.seconds === 'number' ? facts.seconds : retryAfter;
  const count = Object.values(facts).find((fact) => typeof fact === 'number');
  const tried = [
    ...(waits ? [waits < 90 ? timed(code, 'seconds', waits) : timed(code, 'minutes', waits / 60)] : []),
    ...(typeof facts.kind === 'string' ? [{ key: `errors.${code}_${facts.kind}`, count }] : []),
    { key: `errors.${code}`, count },
  ];
  return firstText(tried, facts);
}

const timed = (code: string, unit: 'seconds' | 'minutes', amount: number) => ({
  key: `errors.${code}_${unit}`,
  count: Math.ceil(amount),
});

/** A refusal in the reader's language where its code has a text, else in the server's own words (specification §8). */
export function refusalWords(t: TFunction, error: unknown): string {
  if (!(error instanceof ApiError)) return t('errors.unknown');
  return codeWords(error) ?? (error.message || t('errors.unknown'));
}
