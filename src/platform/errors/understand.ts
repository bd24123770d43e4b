import { HttpException } from '@nestjs/common';
import { AppError, type ErrorKind } from './app-error';
import { isDatabaseAway, storageTrouble, type StorageTrouble } from './database-away';

const STATUS_OF: Readonly<Record<ErrorKind, number>> = {
  refused: 422,
  invalid: 422,
  malformed: 400,
  unauthenticated: 401,
  expired: 402,
  forbidden: 403,
  missing: 404,
  conflict: 409,
  stale: 412,
  too_large: 413,
  unsupported_media: 415,
  throttled: 429,
  unavailable: 503,
};

/** What the framework refuses by itself, in our words: its own messages repeat the request target. */
const FRAMEWORK: Readonly<Record<number, { kind: ErrorKind; code: string; message: string; status?: number }>> = {
  400: { kind: 'malformed', code: 'malformed_request', message: 'The request could not be read.' },
  401: { kind: 'unauthenticated', code: 'unauthenticated', message: 'Please sign in.' },
  403: { kind: 'forbidden', code: 'forbidden', message: 'You do not have permission to do this.' },
  404: { kind: 'missing', code: 'not_found', message: 'This address does not exist.' },
  405: { kind: 'missing', code: 'not_found', message: 'This address does not exist.' },
  408: {
    kind: 'malformed',
    code: 'request_timeout',
    message: 'The request took too long to arrive. Please try again.',
    status: 408,
  },
  413: { kind: 'too_large', code: 'body_too_large', message: 'The request is too large. At most 1 MB is accepted.' },
  414: {
    kind: 'malformed',
    code: 'url_too_long',
    message: 'The address is too long. At most 8 KB are accepted.',
    status: 414,
  },
  415: { kind: 'unsupported_media', code: 'unsupported_media', message: 'Please send the body as application/json.' },
  503: {
    kind: 'unavailable',
    code: 'unavailable',
    message: 'The service is not available at the moment. Please try again shortly.',
  },
};

const CANNOT_BE_KEPT = { kind: 'unavailable', retryAfter: 30 } as const;
const STORAGE: Readonly<Record<StorageTrouble, ConstructorParameters<typeof AppError>[0]>> = {
  storage_full: {
    ...CANNOT_BE_KEPT,
    code: 'storage_full',
    message: 'There is no storage space left. Nothing was changed. Please tell the operator of this service.',
  },
  storage_read_only: {
    ...CANNOT_BE_KEPT,
    code: 'storage_read_only',
    message: 'Changes are not possible at the moment. Please try again later.',
  },
  storage_damaged: {
    ...CANNOT_BE_KEPT,
    code: 'storage_damaged',
    message: 'The data cannot be read at the moment. Please tell the operator of this service.',
  },
};

export interface Understood {
  readonly error: AppError;
  readonly status: number;
  /** Our own fault: to be logged with its stack; the answer says nothing of it. */
  readonly fault: boolean;
}

/** Every exception as an AppError and a status. */
export function understand(exception: unknown): Understood {
  if (exception instanceof AppError) return { error: exception, status: STATUS_OF[exception.kind], fault: false };
  const status = statusClaimed(exception);
  const known = status === undefined ? undefined : FRAMEWORK[status];
  if (known) return { error: new AppError(known), status: known.status ?? STATUS_OF[known.kind], fault: false };
  if (status !== undefined && status >= 400 && status < 500) {
    return { error: new AppError(FRAMEWORK[400]!), status: 400, fault: false };
  }
  const trouble = storageTrouble(exception);
  if (trouble) return { error: new AppError(STORAGE[trouble]), status: 503, fault: true };
  if (isDatabaseAway(exception)) {
    return {
      error: new AppError({ ...FRAMEWORK[503]!, code: 'database_unavailable', retryAfter: 5 }),
      status: 503,
      fault: true,
    };
  }
  return {
    error: new AppError({
      kind: 'unavailable',
      code: 'internal',
      message:
        'Something went wrong on our side. Please try again. If it happens again, contact us with the request ID.',
    }),
    status: 500,
    fault: true,
  };
}

function statusClaimed(exception: unknown): number | undefined {
  if (exception instanceof HttpException) return exception.getStatus();
  const { statusCode, name } = (exception ?? {}) as { statusCode?: unknown; name?: unknown };
  return name === 'FastifyError' && typeof statusCode === 'number' && statusCode < 500 ? statusCode : undefined;
}
