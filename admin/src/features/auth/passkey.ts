import type { Identity } from '@contract/account-answers';
import { authApi } from '@/api/auth-api';

import { keep } from '@/api/session';

/** A passkey belongs to a host name, and browsers keep them on secure pages only. The library is fetched by its first use. */
export const passkeysWork = (): boolean =>
  isSecureContext && 'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(location.hostname);

/** The person said no, or let it run out: nothing went wrong. */
export const wasCancelled = (error: unknown): boolean =>
  error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name);

/** Asks the device, and signs in with its answer. Throws `ApiError`, or what the browser says (`wasCancelled`). */
export async function enterByPasskey(): Promise<Identity> {
  const [{ body }, { startAuthentication }] = await Promise.all([
    authApi.passkeyOptions(),
    import('@simplewebauthn/browser'),
  ]);
  const response = await startAuthentication({ optionsJSON: body.options });
  const answer = await authApi.passkey(body.challenge_id, response);
  keep(answer.body, answer.serverNow);
  return answer.body;
}
