import { ApiError } from '@/api/api-error';
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser';
import type {
  AuthenticatorSetup,
  PasskeyRow,
  RecoveryCodesResponse,
  SecondFactorResponse,
  SecuritySettingsResponse,
} from '@contract/account.responses';
import { authFetch } from '@/api/auth-fetch';

/** Confirms the user's identity. Required 10 minutes after sign-in, and always with a second factor. */
export interface Reauthentication {
  current_password?: string;
  code?: string;
}
const SECOND_FACTOR_PATH = '/api/me/second-factor';
const PASSKEYS_PATH = '/api/me/passkeys';
const SECURITY_PATH = '/api/settings/security';

export const requiresCurrentPassword = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'current_password_needed';

/** Asks the device between two calls. Throws browser errors (see `isCancelledByUser`). */
async function addPasskey(name: string, proof: Reauthentication): Promise<PasskeyRow> {
  const { challenge_id, options } = await authFetch<{
    challenge_id: string;
    options: PublicKeyCredentialCreationOptionsJSON;
  }>('POST', `${PASSKEYS_PATH}/options`, proof);
  const { startRegistration } = await import('@simplewebauthn/browser');
  const response = await startRegistration({ optionsJSON: options });
  return authFetch<PasskeyRow>('POST', PASSKEYS_PATH, { challenge_id, name, response });
}

export const secondFactorApi = {
  state: () => authFetch<SecondFactorResponse>('GET', SECOND_FACTOR_PATH),
  start: (proof: Reauthentication) => authFetch<AuthenticatorSetup>('POST', `${SECOND_FACTOR_PATH}/start`, proof),
  confirm: (code: string) => authFetch<RecoveryCodesResponse>('POST', `${SECOND_FACTOR_PATH}/confirm`, { code }),
  renewCodes: (proof: Reauthentication) =>
    authFetch<RecoveryCodesResponse>('POST', `${SECOND_FACTOR_PATH}/recovery-codes`, proof),
  remove: (proof: Reauthentication) => authFetch<null>('POST', `${SECOND_FACTOR_PATH}/remove`, proof),
  passkeys: () => authFetch<PasskeyRow[]>('GET', PASSKEYS_PATH),
  addPasskey,
  renamePasskey: (id: string, name: string) =>
    authFetch<PasskeyRow>('PATCH', `${PASSKEYS_PATH}/${encodeURIComponent(id)}`, { name }),
  removePasskey: (id: string, proof: Reauthentication) =>
    authFetch<null>('POST', `${PASSKEYS_PATH}/${encodeURIComponent(id)}/remove`, proof),
  rule: () => authFetch<SecuritySettingsResponse>('GET', SECURITY_PATH),
  setRequired: (require_second_factor: boolean) =>
    authFetch<SecuritySettingsResponse>('PATCH', SECURITY_PATH, { require_second_factor }),
};
