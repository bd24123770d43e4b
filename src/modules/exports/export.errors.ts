import { AppError } from '../../common/errors/app-error';

/** Open exports per account; each can occupy a process's only slot for minutes. */
export const OPEN_EXPORTS_MAX = 5;

export class TooManyExportsError extends AppError {
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
