import type { Identity } from '@contract/account.responses';
import { authApi } from '@/api/auth-api';

import { applyIdentity } from '@/api/session';

/** Passkeys need a host name and a secure context. The library is loaded on first use. */
export const supportsPasskeys = (): boolean =>
  isSecureContext && 'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(location.hostname);

/** The user cancelled, or the browser's dialog timed out. */
export const isCancelledByUser = (error: unknown): boolean =>
  error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name);

/** Signs in with a passkey of the device. Throws `ApiError` or a browser error (see `isCancelledByUser`). */
export async function signInWithPasskey(): Promise<Identity> {
  const [{ body }, { startAuthentication }] = await Promise.all([
    authApi.passkeyOptions(),
    import('@simplewebauthn/browser'),
  ]);
  const response = await startAuthentication({ optionsJSON: body.options });
  const answer = await authApi.passkey(body.challenge_id, response);
  applyIdentity(answer.body, answer.serverNow);
  return answer.body;
}
