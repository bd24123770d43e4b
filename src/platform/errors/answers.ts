import type { FieldErrorDetail } from '../../contract/field-errors';
import type { AppError, ErrorFacts } from './app-error';
import type { FieldErrors } from './field-error';

/** The body of every REST error (contract.md, The resource API). */
export interface RestErrorBody {
  statusCode: number;
  message: string;
  code: string;
  /** Messages by field. */
  errors: Readonly<Record<string, readonly string[]>>;
  /** The same in the same order, as what a translation keys on and is filled with. */
  details: Readonly<Record<string, readonly FieldErrorDetail[]>>;
  facts: ErrorFacts;
  requestId: string;
}
/** The body of every refusal on the specification's calls (contract.md, Envelope). */
export interface WireErrorBody {
  Status: false;
  status: 0;
  message: string;
  data: null;
}

/** contract.md, Bounds: so many errors are listed; `facts.errors_left_out` counts the others. */
export const ERRORS_TOLD = 20;
const KEY_SHOWN = 80;

/** A key that a client made up, as far as an answer repeats it. */
export const shown = (key: string): string => (key.length > KEY_SHOWN ? `${key.slice(0, KEY_SHOWN)}…` : key);

export function restBody(error: AppError, status: number, requestId: string): RestErrorBody {
  const errors = Object.entries(error.errors ?? {});
  const more = errors.length - ERRORS_TOLD;
  const listed: FieldErrors = Object.fromEntries(errors.slice(0, ERRORS_TOLD));
  return {
    statusCode: status,
    message: error.message,
    code: error.code,
    errors: ofEach(listed, ({ message }) => message),
    details: ofEach(listed, ({ code, facts }) => ({ code, facts })),
    facts: more > 0 ? { ...error.facts, errors_left_out: more } : error.facts,
    requestId,
  };
}

const ofEach = <T>(errors: FieldErrors, part: (error: FieldErrors[string][number]) => T): Record<string, T[]> =>
  Object.fromEntries(Object.entries(errors).map(([field, reasons]) => [field, reasons.map(part)]));

/** This client shows `message` and nothing else, so that field errors are spelt out in it. */
export function wireBody(error: AppError): WireErrorBody {
  const fields = Object.entries(error.errors ?? {}).map(
    ([field, messages]) => `${field}: ${messages[0]?.message ?? ''}`,
  );
  const shown = fields.slice(0, 3).join(' ');
  const more = fields.length > 3 ? ` (and ${fields.length - 3} more)` : '';
  return { Status: false, status: 0, message: fields.length ? `${shown}${more}` : error.message, data: null };
}

const FAILED_LOGINS = ['login_failed', 'second_factor_needed', 'second_factor_wrong'];

/**
 * contract.md, Status codes on the wire: an expected refusal is HTTP 200 on the calls marked `@RefusalsAre200()`; an
 * expired subscription is on every call; elsewhere a refusal is 400.
 */
export function wireStatus(error: AppError, status: number, refusalsAre200: boolean): number {
  if (error.kind === 'expired') return 200;
  // That client takes any 401 for "Your Session has Expired!": a failed login must not look like one.
  if (FAILED_LOGINS.includes(error.code)) return 400;
  // Whoever sends an Idempotency-Key is not that client, and must tell the two refusals apart (contract.md, Integrity).
  if (error.code.startsWith('idempotency_')) return status;
  // Result/* for platform staff who named no organisation: a message, not a 4xx that this client swallows.
  if (error.code === 'customer_needed' && refusalsAre200) return 200;
  const refusal =
    error.kind === 'refused' || error.kind === 'invalid' || error.kind === 'conflict' || error.kind === 'stale';
  if (refusal) return refusalsAre200 ? 200 : 400;
  if (error.kind === 'throttled' && refusalsAre200) return 200;
  return status;
}
