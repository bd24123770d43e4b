import type { FieldErrorDetail } from '../../contract/field-errors';
import type { AppError, ErrorFacts } from './app-error';
import type { FieldErrors } from './field-error';

/** The body of every REST error (docs/api.md). */
export interface RestErrorBody {
  statusCode: number;
  message: string;
  code: string;
  /** Messages by field. */
  errors: Readonly<Record<string, readonly string[]>>;
  /** Code and values for the translation of each message in `errors`, in the same order. */
  details: Readonly<Record<string, readonly FieldErrorDetail[]>>;
  facts: ErrorFacts;
  requestId: string;
}
/** The body of every legacy error (docs/api.md). */
export interface LegacyErrorBody {
  Status: false;
  status: 0;
  message: string;
  data: null;
}

/** More errors than this are not listed; `facts.errors_left_out` counts them. */
export const LISTED_ERRORS_MAX = 20;
const KEY_LENGTH_MAX = 80;

/** Shortens a key sent by the client before a response repeats it. */
export const excerpt = (key: string): string =>
  key.length > KEY_LENGTH_MAX ? `${key.slice(0, KEY_LENGTH_MAX)}…` : key;

export function restErrorBody(error: AppError, status: number, requestId: string): RestErrorBody {
  const errors = Object.entries(error.errors ?? {});
  const more = errors.length - LISTED_ERRORS_MAX;
  const listed: FieldErrors = Object.fromEntries(errors.slice(0, LISTED_ERRORS_MAX));
  return {
    statusCode: status,
    message: error.message,
    code: error.code,
    errors: mapReasons(listed, ({ message }) => message),
    details: mapReasons(listed, ({ code, facts }) => ({ code, facts })),
    facts: more > 0 ? { ...error.facts, errors_left_out: more } : error.facts,
    requestId,
  };
}

const mapReasons = <T>(errors: FieldErrors, select: (error: FieldErrors[string][number]) => T): Record<string, T[]> =>
  Object.fromEntries(Object.entries(errors).map(([field, reasons]) => [field, reasons.map(select)]));

/** The legacy client shows only `message`, so it contains the field errors. */
export function legacyErrorBody(error: AppError): LegacyErrorBody {
  const fields = Object.entries(error.errors ?? {}).map(
    ([field, messages]) => `${field}: ${messages[0]?.message ?? ''}`,
  );
  const excerpt = fields.slice(0, 3).join(' ');
  const more = fields.length > 3 ? ` (and ${fields.length - 3} more)` : '';
  return { Status: false, status: 0, message: fields.length ? `${excerpt}${more}` : error.message, data: null };
}

const FAILED_LOGINS = ['login_failed', 'second_factor_needed', 'second_factor_wrong'];

/**
 * HTTP status of a legacy error (docs/api.md): a refusal is 200 on calls marked `@RefusalsAre200()`, else 400. An
 * expired subscription is 200 on every call.
 */
export function legacyErrorStatus(error: AppError, status: number, refusalsAre200: boolean): number {
  if (error.kind === 'expired') return 200;
  // The legacy client reports any 401 as "Your Session has Expired!", which is wrong for a failed login.
  if (FAILED_LOGINS.includes(error.code)) return 400;
  // The legacy client never sends an Idempotency-Key; other clients must distinguish these errors by status.
  if (error.code.startsWith('idempotency_')) return status;
  // Result/* called by platform staff without a customer: the legacy client does not show messages of a 4xx.
  if (error.code === 'customer_needed' && refusalsAre200) return 200;
  const isRefusal =
    error.kind === 'refused' || error.kind === 'invalid' || error.kind === 'conflict' || error.kind === 'stale';
  if (isRefusal) return refusalsAre200 ? 200 : 400;
  if (error.kind === 'throttled' && refusalsAre200) return 200;
  return status;
}
