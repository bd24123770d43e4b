import type { FieldErrors } from './field-error';

/** How a refusal sounds is decided by the surface (REST filter, wire filter); what it is, here. */
export type ErrorKind =
  | 'refused' // a rule said no: wire 200 Status:false, REST 422 (or `status` below)
  | 'invalid' // field errors: REST 422
  | 'malformed' // unparsable, unknown query key: 400
  | 'unauthenticated' // 401
  | 'expired' // subscription: REST 402
  | 'forbidden' // 403
  | 'missing' // 404, also for what belongs to somebody else
  | 'conflict' // 409
  | 'stale' // 412
  | 'too_large' // 413
  | 'unsupported_media' // 415
  | 'throttled' // 429 with Retry-After
  | 'unavailable'; // 503

export type ErrorFacts = Readonly<Record<string, string | number | boolean | null | readonly (string | number)[]>>;

/**
 * An expected refusal. Subclasses live in `<module>/<module>.errors.ts`, one per rule:
 * `export class StaffCodeTaken extends AppError { constructor(code: string) { super({ kind: 'conflict', code: 'staff_code_taken', … }) } }`
 * `message` is English and safe to show; `code` is what clients and translations key on; `facts` fill the words in.
 */
export class AppError extends Error {
  readonly kind: ErrorKind;
  readonly code: string;
  readonly facts: ErrorFacts;
  readonly errors?: FieldErrors;
  /** Seconds; becomes Retry-After. */
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

/** Field rules failed; `errors` names each field. */
export class InvalidFields extends AppError {
  constructor(errors: FieldErrors) {
    super({ kind: 'invalid', code: 'invalid_fields', message: 'Please correct the marked fields.', errors });
  }
}

/** A body that the rules of its fields refuse: nothing has been done with it yet. */
export class UnfitBody extends InvalidFields {}

/** Unknown here: also the answer for an id that belongs to another customer. */
export class NotFound extends AppError {
  constructor(what = 'record') {
    super({ kind: 'missing', code: 'not_found', message: `This ${what} does not exist.`, facts: { what } });
  }
}

export class Malformed extends AppError {
  constructor(message: string, errors?: FieldErrors) {
    super({ kind: 'malformed', code: 'malformed_request', message, ...(errors && { errors }) });
  }
}
