import { HttpException } from '@nestjs/common';
import { AppError, type ErrorKind } from './app-error';
import { isDatabaseUnavailable, storageFailureOf, type StorageFailure } from './database-availability';

const STATUS_BY_KIND: Readonly<Record<ErrorKind, number>> = {
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

/** Our texts for errors of Nest and Fastify, whose messages would repeat the request target. */
const FRAMEWORK_ERRORS: Readonly<Record<number, { kind: ErrorKind; code: string; message: string; status?: number }>> =
  {
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

const STORAGE_ERROR_BASE = { kind: 'unavailable', retryAfter: 30 } as const;
const STORAGE_ERRORS: Readonly<Record<StorageFailure, ConstructorParameters<typeof AppError>[0]>> = {
  storage_full: {
    ...STORAGE_ERROR_BASE,
    code: 'storage_full',
    message: 'There is no storage space left. Nothing was changed. Please tell the operator of this service.',
  },
  storage_read_only: {
    ...STORAGE_ERROR_BASE,
    code: 'storage_read_only',
    message: 'Changes are not possible at the moment. Please try again later.',
  },
  storage_damaged: {
    ...STORAGE_ERROR_BASE,
    code: 'storage_damaged',
    message: 'The data cannot be read at the moment. Please tell the operator of this service.',
  },
};

export interface MappedException {
  readonly error: AppError;
  readonly status: number;
  /** A server fault: logged with its stack, hidden from the client. */
  readonly isFault: boolean;
}

/** Maps any exception to an AppError and an HTTP status. */
export function mapException(exception: unknown): MappedException {
  if (exception instanceof AppError)
    return { error: exception, status: STATUS_BY_KIND[exception.kind], isFault: false };
  const status = frameworkStatusOf(exception);
  const frameworkError = status === undefined ? undefined : FRAMEWORK_ERRORS[status];
  if (frameworkError)
    return {
      error: new AppError(frameworkError),
      status: frameworkError.status ?? STATUS_BY_KIND[frameworkError.kind],
      isFault: false,
    };
  if (status !== undefined && status >= 400 && status < 500) {
    return { error: new AppError(FRAMEWORK_ERRORS[400]!), status: 400, isFault: false };
  }
  const failure = storageFailureOf(exception);
  if (failure) return { error: new AppError(STORAGE_ERRORS[failure]), status: 503, isFault: true };
  if (isDatabaseUnavailable(exception)) {
    return {
      error: new AppError({ ...FRAMEWORK_ERRORS[503]!, code: 'database_unavailable', retryAfter: 5 }),
      status: 503,
      isFault: true,
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
    isFault: true,
  };
}

function frameworkStatusOf(exception: unknown): number | undefined {
  if (exception instanceof HttpException) return exception.getStatus();
  const { statusCode, name } = (exception ?? {}) as { statusCode?: unknown; name?: unknown };
  return name === 'FastifyError' && typeof statusCode === 'number' && statusCode < 500 ? statusCode : undefined;
}
