import type { FieldErrors } from './field-error';

/** The kind of an expected error; AllExceptionsFilter derives status and body for each API from it. */
export type ErrorKind =
  | 'refused' // a rule was violated: legacy 200 with Status false, REST 422
  | 'invalid' // field errors: REST 422
  | 'malformed' // unparsable, unknown query key: 400
  | 'unauthenticated' // 401
  | 'expired' // subscription: REST 402
  | 'forbidden' // 403
  | 'missing' // 404, also for records of another customer
  | 'conflict' // 409
  | 'stale' // 412
  | 'too_large' // 413
  | 'unsupported_media' // 415
  | 'throttled' // 429 with Retry-After
  | 'unavailable'; // 503

export type ErrorFacts = Readonly<Record<string, string | number | boolean | null | readonly (string | number)[]>>;

/**
 * An expected error. Subclasses live in `<module>/<module>.errors.ts`, one per rule, and end in `Error`. `message` is
 * English and safe to show; clients and translations use `code`; `facts` are the values of its placeholders.
 */
export class AppError extends Error {
  readonly kind: ErrorKind;
  readonly code: string;
  readonly facts: ErrorFacts;
  readonly errors?: FieldErrors;
  /** Seconds, for the Retry-After header. */
  readonly retryAfter?: number;

  constructor(options: {
    kind: ErrorKind;
    code: string;
    message: string;
    facts?: ErrorFacts;
    errors?: FieldErrors;
    retryAfter?: number;
  }) {
    super(options.message);
    this.name = new.target.name;
    this.kind = options.kind;
    this.code = options.code;
    this.facts = options.facts ?? {};
    if (options.errors) this.errors = options.errors;
    if (options.retryAfter !== undefined) this.retryAfter = options.retryAfter;
  }
}

/** Field errors, by field name. */
export class InvalidFieldsError extends AppError {
  constructor(errors: FieldErrors) {
    super({ kind: 'invalid', code: 'invalid_fields', message: 'Please correct the marked fields.', errors });
  }
}

/** The request body failed validation, before the handler ran. */
export class InvalidBodyError extends InvalidFieldsError {}

/** Also for the id of another customer's record. */
export class NotFoundError extends AppError {
  constructor(what = 'record') {
    super({ kind: 'missing', code: 'not_found', message: `This ${what} does not exist.`, facts: { what } });
  }
}

export class MalformedRequestError extends AppError {
  constructor(message: string, errors?: FieldErrors) {
    super({ kind: 'malformed', code: 'malformed_request', message, ...(errors && { errors }) });
  }
}
