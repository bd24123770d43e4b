import { AppError } from '../../common/errors/app-error';

/** REST: 429 with Retry-After. */
export class TooManyAttemptsError extends AppError {
  constructor(seconds: number) {
    super({
      kind: 'throttled',
      code: 'too_many_tries',
      message: `Too many attempts. Please try again in ${formatDuration(seconds)}.`,
      facts: { seconds },
      retryAfter: seconds,
    });
  }
}

function formatDuration(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}
