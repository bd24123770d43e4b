import { LIVE_STREAMS_MAX } from '../../contract/live';
import { AppError } from '../../platform/errors/app-error';

export class TooManyStreams extends AppError {
  constructor() {
    super({
      kind: 'throttled',
      code: 'too_many_streams',
      message: `At most ${LIVE_STREAMS_MAX} streams of an account are open at a time. Close one, then ask again.`,
      facts: { limit: LIVE_STREAMS_MAX },
      retryAfter: 60,
    });
  }
}

/** This process ends: another one takes the stream. */
export class Draining extends AppError {
  constructor() {
    super({
      kind: 'unavailable',
      code: 'draining',
      message: 'This process is ending. Please ask again shortly.',
      retryAfter: 2,
    });
  }
}
