import { LIVE_STREAMS_MAX } from '../../contract/live';
import { AppError } from '../../common/errors/app-error';

export class TooManyStreamsError extends AppError {
  constructor() {
    super({
      kind: 'throttled',
      code: 'too_many_streams',
      message: `An account can have up to ${LIVE_STREAMS_MAX} open streams. Close one, then try again.`,
      facts: { limit: LIVE_STREAMS_MAX },
      retryAfter: 60,
    });
  }
}

/** The process is shutting down; another one accepts the stream. */
export class ServerDrainingError extends AppError {
  constructor() {
    super({
      kind: 'unavailable',
      code: 'draining',
      message: 'The server is restarting. Please try again shortly.',
      retryAfter: 2,
    });
  }
}
