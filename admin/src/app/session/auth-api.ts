import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import { requestEnded, requestStarted } from './requests';
import { authHeaders, type Identity } from './storage';

/** A refusal in the REST error shape, or a network failure (`status` 0, code `offline`). */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly errors: Record<string, string[]> = {},
    readonly facts: Record<string, unknown> = {},
    /** Seconds, from Retry-After. */
    readonly retryAfter: number | null = null,
    readonly requestId: string | null = null,
  ) {
    super(message);
    this.name = 'Refusal';
  }
}

export interface Answer<T> {
  body: T;
  /** The server's clock, from the Date header; null when it sent none. */
  serverNow: number | null;
}

/**
 * One JSON call outside the data provider: sign-in, registration, passwords. Plain fetch, so that the public pages
 * load neither axios nor Refine. Throws `Refusal`. `signed` adds the session's headers.
 */
export async function call<T>(
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  body?: unknown,
  options: { signed?: boolean; quiet?: boolean } = {},
): Promise<Answer<T>> {
  if (!options.quiet) requestStarted();
  let failed = true;
  try {
    const response = await fetch(path, {
      method,
      credentials: 'same-origin',
      headers: {
        Accept: 'application/json',
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(options.signed ? authHeaders() : {}),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    }).catch(() => {
      throw new Refusal(0, 'offline', '');
    });
    const text = await response.text();
    const json = parse(text);
    if (!response.ok) throw refusalOf(response, json);
    failed = false;
    return { body: json as T, serverNow: Date.parse(response.headers.get('date') ?? '') || null };
  } finally {
    if (!options.quiet) requestEnded(failed);
  }
}

function parse(text: string): unknown {
  if (!text) return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

function refusalOf(response: Response, json: unknown): Refusal {
  const body = (json ?? {}) as {
    message?: string;
    code?: string;
    errors?: Record<string, string[]>;
    facts?: Record<string, unknown>;
    requestId?: string;
  };
  const after = Number(response.headers.get('retry-after'));
  return new Refusal(
    response.status,
    body.code ?? `http_${response.status}`,
    // The response's message, or the status text if missing (specification §8).
    body.message ?? response.statusText,
    body.errors,
    body.facts,
    Number.isFinite(after) && after > 0 ? after : null,
    body.requestId ?? null,
  );
}

export interface OfferedPackage {
  subscription_id: string;
  subscription_name: string;
  subscription_type: string;
  /** Minor units of `currency`. */
  subscription_price: number;
  currency: string;
  no_of_staff: number | null;
  no_of_training: number | null;
  recommended: boolean;
}

export interface Challenge {
  challenge: string;
  resend_after_ms: number;
  digits: number;
}

export interface SignInNames {
  email: string;
  user_name: string;
}
export interface NamesToConfirm {
  /** '' for platform staff. */
  customer_name: string;
  was: SignInNames;
  becomes: SignInNames;
}

/** The auth surface of the API (contract.md, modern twins). Every function throws `Refusal`. */
export const authApi = {
  login: (user_name: string, password: string, code?: string) =>
    call<Identity>('POST', '/api/auth/login', { user_name, password, ...(code && { code }) }),
  passkeyOptions: () =>
    call<{ challenge_id: string; options: PublicKeyCredentialRequestOptionsJSON }>('POST', '/api/auth/passkey/options'),
  passkey: (challenge_id: string, response: object) =>
    call<Identity>('POST', '/api/auth/passkey', { challenge_id, response }),
  refresh: () => call<Identity>('POST', '/api/auth/refresh', undefined, { quiet: true }),
  logout: () => call<null>('POST', '/api/auth/logout', undefined, { signed: true }),
  packages: () => call<OfferedPackage[]>('GET', '/api/subscription-packages/offered'),
  emailAvailability: (email: string) =>
    call<{ available: boolean; message: string }>('POST', '/api/auth/email-availability', { email }),
  challenge: (email: string) => call<Challenge>('POST', '/api/auth/email-challenges', { email }),
  verify: (challenge: string, otp: string) =>
    call<{ registration_token: string }>('POST', '/api/auth/email-challenges/verify', { challenge, otp }),
  register: (body: Record<string, unknown>) =>
    call<{ customer_id: string | number; message: string }>('POST', '/api/auth/register', body),
  forgot: (email: string) => call<{ message: string }>('POST', '/api/auth/forgot-password', { email }),
  checkLink: (token: string) =>
    call<{ handle: string; purpose: 'reset' | 'invite'; user_name: string }>('POST', '/api/auth/password-reset/check', {
      token,
    }),
  reset: (handle: string, password: string) => call<unknown>('POST', '/api/auth/password-reset', { handle, password }),
  checkNames: (token: string) => call<NamesToConfirm>('POST', '/api/auth/sign-in-change/check', { token }),
  confirmNames: (token: string) => call<SignInNames>('POST', '/api/auth/sign-in-change/confirm', { token }),
};
