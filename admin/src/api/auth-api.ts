import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import type {
  Availability,
  PasswordLinkResponse,
  EmailChallengeResponse,
  Identity,
  MessageResponse,
  SignInChangePreview,
  RegistrationResponse,
  SignInNames,
  RegistrationTicketResponse,
} from '@contract/account.responses';
import type { OfferedPackage } from '@contract/package.responses';
import { ApiError, type ApiErrorBody } from './api-error';
import { API_ROOT, WITH_COOKIES } from './env';
import { requestEnded, requestStarted } from './requests';
import { authHeaders } from './storage';

export interface JsonResponse<T> {
  body: T;
  /** The server's clock in milliseconds, from the Date header; null if the header is missing. */
  serverNow: number | null;
}

/**
 * One JSON call outside the data provider, by fetch: public pages load neither axios nor Refine. Throws `ApiError`.
 * @param options `authenticated` adds the session headers; `quiet` does not count for the progress bar
 */
export async function fetchJson<T>(
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  body?: unknown,
  options: { authenticated?: boolean; quiet?: boolean } = {},
): Promise<JsonResponse<T>> {
  if (!options.quiet) requestStarted();
  let failed = true;
  try {
    const response = await fetch(API_ROOT + path, {
      method,
      credentials: WITH_COOKIES ? 'include' : 'same-origin',
      headers: {
        Accept: 'application/json',
        'Content-Type': 'application/json',
        ...(options.authenticated ? authHeaders() : {}),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    }).catch(() => {
      throw new ApiError(0);
    });
    const text = await response.text();
    const json = parseJson(text);
    if (!response.ok) throw toApiError(response, json);
    failed = false;
    return { body: json as T, serverNow: Date.parse(response.headers.get('date') ?? '') || null };
  } finally {
    if (!options.quiet) requestEnded(failed);
  }
}

function parseJson(text: string): unknown {
  if (!text) return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/** Falls back to the status text if the body has no message (specification §8). */
const toApiError = (response: Response, json: unknown): ApiError =>
  new ApiError(response.status, { message: response.statusText, ...(json as ApiErrorBody | null) }, (name) =>
    response.headers.get(name),
  );

/** The auth endpoints of the API (docs/api.md). Every function throws `ApiError`. */
export const authApi = {
  login: (user_name: string, password: string, code?: string) =>
    fetchJson<Identity>('POST', '/api/auth/login', { user_name, password, ...(code && { code }) }),
  passkeyOptions: () =>
    fetchJson<{ challenge_id: string; options: PublicKeyCredentialRequestOptionsJSON }>(
      'POST',
      '/api/auth/passkey/options',
    ),
  passkey: (challenge_id: string, response: object) =>
    fetchJson<Identity>('POST', '/api/auth/passkey', { challenge_id, response }),
  refresh: () => fetchJson<Identity>('POST', '/api/auth/refresh', undefined, { quiet: true }),
  logout: () => fetchJson<null>('POST', '/api/auth/logout', undefined, { authenticated: true }),
  packages: () => fetchJson<OfferedPackage[]>('GET', '/api/subscription-packages/offered'),
  emailAvailability: (email: string) => fetchJson<Availability>('POST', '/api/auth/email-availability', { email }),
  /** @param form the other form values; the server checks the password against them before it mails the code */
  challenge: (email: string, form: Record<string, string | null>) =>
    fetchJson<EmailChallengeResponse>('POST', '/api/auth/email-challenges', { ...form, email }),
  verify: (challenge: string, otp: string) =>
    fetchJson<RegistrationTicketResponse>('POST', '/api/auth/email-challenges/verify', { challenge, otp }),
  register: (body: Record<string, unknown>) => fetchJson<RegistrationResponse>('POST', '/api/auth/register', body),
  forgot: (email: string) => fetchJson<MessageResponse>('POST', '/api/auth/forgot-password', { email }),
  checkLink: (token: string) =>
    fetchJson<PasswordLinkResponse>('POST', '/api/auth/password-reset/check', {
      token,
    }),
  reset: (handle: string, password: string) =>
    fetchJson<unknown>('POST', '/api/auth/password-reset', { handle, password }),
  acceptInvitation: (handle: string, password: string) =>
    fetchJson<Identity>('POST', '/api/auth/accept-invitation', { handle, password }),
  checkNames: (token: string) => fetchJson<SignInChangePreview>('POST', '/api/auth/sign-in-change/check', { token }),
  confirmNames: (token: string) => fetchJson<SignInNames>('POST', '/api/auth/sign-in-change/confirm', { token }),
};
