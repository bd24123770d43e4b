import { AppError } from '../platform/errors/app-error';

/** 422: the key belongs to another request. */
export class IdempotencyKeyReused extends AppError {
  constructor() {
    super({
      kind: 'refused',
      code: 'idempotency_key_reused',
      message: 'This Idempotency-Key was sent with another request before. Use a new key for a new request.',
    });
  }
}

/** 409: the first one has not answered yet. */
export class IdempotencyInFlight extends AppError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'idempotency_in_flight',
      message: 'The first request with this Idempotency-Key is still running. Ask again in a moment.',
      retryAfter: 1,
    });
  }
}
