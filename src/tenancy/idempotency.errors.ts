import { AppError } from '../platform/errors/app-error';

/** 422: the key belongs to another request. */
export class IdempotencyKeyReused extends AppError {
  constructor() {
    super({
      kind: 'refused',
      code: 'idempotency_key_reused',
      message: 'This Idempotency-Key was already used for another request. Use a new key.',
    });
  }
}

/** 409: the first one has not answered yet. */
export class IdempotencyInFlight extends AppError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'idempotency_in_flight',
      message: 'The first request with this Idempotency-Key is still running. Try again in a moment.',
      retryAfter: 1,
    });
  }
}
