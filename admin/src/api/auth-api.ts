import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import type {
  Availability,
  CheckedLink,
  CodeSent,
  Identity,
  Message,
  NamesToConfirm,
  Registered,
  SignInNames,
  Ticket,
} from '@contract/account-answers';
import type { OfferedPackage } from '@contract/package-answers';
import { ApiError, type ApiErrorBody } from './api-error';
import { API_ROOT, WITH_COOKIES } from './roots';
import { requestEnded, requestStarted } from './requests';
import { authHeaders } from './storage';

export interface Answer<T> {
  body: T;
  /** The server's clock, from the Date header; null when it sent none. */
  serverNow: number | null;
}

/**
 * One JSON call outside the data provider: sign-in, registration, passwords. Plain fetch, so that the public pages
 * load neither axios nor Refine. Throws `ApiError`. `signed` adds the session's headers.
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
    const response = await fetch(API_ROOT + path, {
      method,
      credentials: WITH_COOKIES ? 'include' : 'same-origin',
      headers: {
        Accept: 'application/json',
        'Content-Type': 'application/json',
        ...(options.signed ? authHeaders() : {}),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    }).catch(() => {
      throw new ApiError(0);
    });
    const text = await response.text();
    const json = parse(text);
    if (!response.ok) throw refusedBy(response, json);
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

/** The response's message, or the status text if missing (specification §8). */
const refusedBy = (response: Response, json: unknown): ApiError =>
  new ApiError(response.status, { message: response.statusText, ...(json as ApiErrorBody | null) }, (name) =>
    response.headers.get(name),
  );

/** The auth surface of the API (contract.md, modern twins). Every function throws `ApiError`. */
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
  emailAvailability: (email: string) => call<Availability>('POST', '/api/auth/email-availability', { email }),
  /** @param form what the password is checked with before the code is mailed */
  challenge: (email: string, form: Record<string, string | null>) =>
    call<CodeSent>('POST', '/api/auth/email-challenges', { ...form, email }),
  verify: (challenge: string, otp: string) =>
    call<Ticket>('POST', '/api/auth/email-challenges/verify', { challenge, otp }),
  register: (body: Record<string, unknown>) => call<Registered>('POST', '/api/auth/register', body),
  forgot: (email: string) => call<Message>('POST', '/api/auth/forgot-password', { email }),
  checkLink: (token: string) =>
    call<CheckedLink>('POST', '/api/auth/password-reset/check', {
      token,
    }),
  reset: (handle: string, password: string) => call<unknown>('POST', '/api/auth/password-reset', { handle, password }),
  acceptInvitation: (handle: string, password: string) =>
    call<Identity>('POST', '/api/auth/accept-invitation', { handle, password }),
  checkNames: (token: string) => call<NamesToConfirm>('POST', '/api/auth/sign-in-change/check', { token }),
  confirmNames: (token: string) => call<SignInNames>('POST', '/api/auth/sign-in-change/confirm', { token }),
};
