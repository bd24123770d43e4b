import { createHmac } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

/** Authenticator apps assume these values, whatever the QR code says (RFC 6238; SHA-1). */
const TOTP_OPTIONS = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
const SECRET_BYTES = 20;
/** A phone's clock may be half a minute off. */
const ALLOWED_DRIFT_STEPS = 1;

/** Key of an authenticator app, derived from its id; nothing secret is stored (secrets.ts). */
const deriveSecret = (key: Buffer, second_factor_id: string): Secret => {
  const mac = createHmac('sha256', key).update(`totp:${second_factor_id}`).digest().subarray(0, SECRET_BYTES);
  return new Secret({ buffer: Uint8Array.from(mac).buffer });
};

/** Key to type in, and otpauth URI for the QR code. */
export function createEnrolment(
  key: Buffer,
  second_factor_id: string,
  user_name: string,
): { secret: string; uri: string } {
  const secret = deriveSecret(key, second_factor_id);
  return {
    secret: secret.base32,
    uri: new TOTP({ ...TOTP_OPTIONS, issuer: 'Skilgrid', label: user_name, secret }).toString(),
  };
}

/** The 30-second step of the code, at most one before or after now; null: no match */
export function findStep(key: Buffer, second_factor_id: string, code: string, now: number): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const totp = new TOTP({ ...TOTP_OPTIONS, secret: deriveSecret(key, second_factor_id) });
  const offset = totp.validate({ token: code, timestamp: now, window: ALLOWED_DRIFT_STEPS });
  return offset === null ? null : Math.floor(now / 1000 / TOTP_OPTIONS.period) + offset;
}
