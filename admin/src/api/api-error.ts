import type { FieldErrorDetail } from '@contract/field-errors';
import { fieldMessages } from './field-messages';

export interface ApiErrorBody {
  readonly code?: string;
  readonly message?: string | string[];
  readonly errors?: Record<string, string[]>;
  readonly details?: Readonly<Record<string, readonly FieldErrorDetail[]>>;
  readonly facts?: Record<string, unknown>;
  readonly requestId?: string;
}

/**
 * An error answer of the server, in the shape that Refine's forms and notifications expect. The only error type of API
 * calls, made by fetch (public pages) or axios (workspace).
 */
export class ApiError extends Error {
  /** 0 if there was no answer (offline, or the server is down). */
  readonly statusCode: number;
  readonly code: string;
  /** Messages by field, in the user's language. */
  readonly errors: Record<string, string[]>;
  readonly facts: Record<string, unknown>;
  readonly requestId: string | undefined;
  /** Seconds, from Retry-After. */
  readonly retryAfter: number | undefined;

  constructor(statusCode: number, body: ApiErrorBody = {}, header: (name: string) => unknown = () => undefined) {
    // A toast cannot render an array of messages.
    super(Array.isArray(body.message) ? body.message.join(' ') : (body.message ?? ''));
    this.name = 'ApiError';
    this.statusCode = statusCode;
    this.code = body.code ?? (statusCode === 0 ? 'offline' : `http_${statusCode}`);
    this.errors = fieldMessages(body);
    this.facts = body.facts ?? {};
    this.requestId = body.requestId ?? (header('x-request-id') as string | null | undefined) ?? undefined;
    const seconds = Number(header('retry-after'));
    this.retryAfter = Number.isFinite(seconds) && seconds > 0 ? seconds : undefined;
  }
}
