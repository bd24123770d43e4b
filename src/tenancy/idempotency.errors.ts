import { AppError } from '../common/errors/app-error';

/** 422: the key was used for another request. */
export class IdempotencyKeyReusedError extends AppError {
  constructor() {
    super({
      kind: 'refused',
      code: 'idempotency_key_reused',
      message: 'This Idempotency-Key was already used for another request. Use a new key.',
    });
  }
}

/** 409: the first request is still running. */
export class IdempotencyInFlightError extends AppError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'idempotency_in_flight',
      message: 'The first request with this Idempotency-Key is still running. Try again in a moment.',
      retryAfter: 1,
    });
  }
}
