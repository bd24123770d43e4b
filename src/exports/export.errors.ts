import { AppError } from '../platform/errors/app-error';

/** So many exports of an account are open at a time: each may take a process's only turn for minutes. */
export const OPEN_EXPORTS_MAX = 5;

export class TooManyExports extends AppError {
  constructor() {
    super({
      kind: 'throttled',
      code: 'too_many_exports',
      message: `An account can run up to ${OPEN_EXPORTS_MAX} exports at a time. Wait for one to finish, or cancel one, then try again.`,
      facts: { limit: OPEN_EXPORTS_MAX },
      retryAfter: 30,
    });
  }
}
