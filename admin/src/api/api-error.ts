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
 * What the server refused, in the shape that Refine's forms and notifications read, and with what a screen needs to
 * explain it. The only error of a call, whether fetch made it (the public pages load no axios) or axios.
 */
export class ApiError extends Error {
  /** 0: no answer at all (offline, or the server is away). */
  readonly statusCode: number;
  readonly code: string;
  /** By field, in the reader's language. */
  readonly errors: Record<string, string[]>;
  readonly facts: Record<string, unknown>;
  readonly requestId: string | undefined;
  /** Seconds, from Retry-After. */
  readonly retryAfter: number | undefined;

  constructor(statusCode: number, body: ApiErrorBody = {}, header: (name: string) => unknown = () => undefined) {
    // An array of messages breaks toasts (stack.md, traps).
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
