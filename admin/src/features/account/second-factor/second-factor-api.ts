import { ApiError } from '@/api/api-error';
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser';
import type { Enrolment, PasskeyRow, RecoveryCodes, SecondFactorState, SecurityRule } from '@contract/account-answers';
import { signedCall } from '@/api/signed-call';

/** Confirms the identity of the user. Required 10 minutes after the sign-in, and always once a second factor is set up. */
export interface Reauthentication {
  current_password?: string;
  code?: string;
}
const OWN = '/api/me/second-factor';
const PASSKEYS = '/api/me/passkeys';
const RULE = '/api/settings/security';

/** The sign-in is too long ago: the password is asked for as well. */
export const needsPassword = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'current_password_needed';

/** The device is asked between the two calls: what it throws is the browser's (`wasCancelled`). */
async function addPasskey(name: string, proof: Reauthentication): Promise<PasskeyRow> {
  const { challenge_id, options } = await signedCall<{
    challenge_id: string;
    options: PublicKeyCredentialCreationOptionsJSON;
  }>('POST', `${PASSKEYS}/options`, proof);
  const { startRegistration } = await import('@simplewebauthn/browser');
  const response = await startRegistration({ optionsJSON: options });
  return signedCall<PasskeyRow>('POST', PASSKEYS, { challenge_id, name, response });
}

export const secondFactorApi = {
  state: () => signedCall<SecondFactorState>('GET', OWN),
  start: (proof: Reauthentication) => signedCall<Enrolment>('POST', `${OWN}/start`, proof),
  confirm: (code: string) => signedCall<RecoveryCodes>('POST', `${OWN}/confirm`, { code }),
  renewCodes: (proof: Reauthentication) => signedCall<RecoveryCodes>('POST', `${OWN}/recovery-codes`, proof),
  remove: (proof: Reauthentication) => signedCall<null>('POST', `${OWN}/remove`, proof),
  passkeys: () => signedCall<PasskeyRow[]>('GET', PASSKEYS),
  addPasskey,
  renamePasskey: (id: string, name: string) =>
    signedCall<PasskeyRow>('PATCH', `${PASSKEYS}/${encodeURIComponent(id)}`, { name }),
  removePasskey: (id: string, proof: Reauthentication) =>
    signedCall<null>('POST', `${PASSKEYS}/${encodeURIComponent(id)}/remove`, proof),
  rule: () => signedCall<SecurityRule>('GET', RULE),
  require: (require_second_factor: boolean) => signedCall<SecurityRule>('PATCH', RULE, { require_second_factor }),
};
