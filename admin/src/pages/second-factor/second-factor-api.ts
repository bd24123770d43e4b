import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser';
import { call, Refusal } from '../../app/session/auth-api';
import { expire, fresh } from '../../app/session/session';

export interface SecondFactorState {
  /** An authenticator app is in force. */
  active: boolean;
  /** The account has that or a passkey. */
  protected: boolean;
  confirmed_at: string | null;
  recovery_codes_left: number;
  recovery_codes_made_at: string | null;
  required: boolean;
  session_is_strong: boolean;
}
/** Who sits there: asked for when the sign-in is older than 10 minutes, and always once there is a second factor. */
export interface Shown {
  current_password?: string;
  code?: string;
}
export interface Enrolment {
  secret: string;
  uri: string;
  expires_at: string;
}
export interface SecurityRule {
  require_second_factor: boolean;
  since: string | null;
}

const OWN = '/api/me/second-factor';
const PASSKEYS = '/api/me/passkeys';
const RULE = '/api/settings/security';

/** Plain calls: the page that a session is led to before all others loads neither axios nor Refine. Throws `Refusal`. */
async function signed<T>(method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown): Promise<T> {
  await fresh();
  try {
    return (await call<T>(method, path, body, { signed: true })).body;
  } catch (error) {
    if (error instanceof Refusal && error.status === 401) expire();
    throw error;
  }
}

export interface PasskeyRow {
  id: string;
  name: string;
  created_at: string;
  last_used_at: string | null;
}

/** The device is asked between the two calls: what it throws is the browser's (`wasCancelled`). */
async function addPasskey(name: string, shown: Shown): Promise<PasskeyRow> {
  const { challenge_id, options } = await signed<{
    challenge_id: string;
    options: PublicKeyCredentialCreationOptionsJSON;
  }>('POST', `${PASSKEYS}/options`, shown);
  const { startRegistration } = await import('@simplewebauthn/browser');
  const response = await startRegistration({ optionsJSON: options });
  return signed<PasskeyRow>('POST', PASSKEYS, { challenge_id, name, response });
}

export const secondFactorApi = {
  state: () => signed<SecondFactorState>('GET', OWN),
  start: (shown: Shown) => signed<Enrolment>('POST', `${OWN}/start`, shown),
  confirm: (code: string) => signed<{ recovery_codes: string[] }>('POST', `${OWN}/confirm`, { code }),
  renewCodes: (shown: Shown) => signed<{ recovery_codes: string[] }>('POST', `${OWN}/recovery-codes`, shown),
  remove: (shown: Shown) => signed<null>('POST', `${OWN}/remove`, shown),
  passkeys: () => signed<PasskeyRow[]>('GET', PASSKEYS),
  addPasskey,
  removePasskey: (id: string, shown: Shown) =>
    signed<null>('POST', `${PASSKEYS}/${encodeURIComponent(id)}/remove`, shown),
  rule: () => signed<SecurityRule>('GET', RULE),
  require: (require_second_factor: boolean) => signed<SecurityRule>('PATCH', RULE, { require_second_factor }),
};
