import { createHmac } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

/** What authenticator apps assume, whatever the address of a QR code says (RFC 6238; SHA-1). */
const SHAPE = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
const SECRET_BYTES = 20;
/** A phone's clock may be half a minute off. */
const STEPS_AROUND = 1;

/** The key of an authenticator app, as a function of the factor's id: nothing secret is stored (see secrets.ts). */
const secretOf = (key: Buffer, second_factor_id: string): Secret => {
  const mac = createHmac('sha256', key).update(`totp:${second_factor_id}`).digest().subarray(0, SECRET_BYTES);
  return new Secret({ buffer: Uint8Array.from(mac).buffer });
};

/** What an authenticator app is given: to be typed, and as the address that a QR code holds. */
export function enrolment(key: Buffer, second_factor_id: string, user_name: string): { secret: string; uri: string } {
  const secret = secretOf(key, second_factor_id);
  return {
    secret: secret.base32,
    uri: new TOTP({ ...SHAPE, issuer: 'Skilgrid', label: user_name, secret }).toString(),
  };
}

/** The 30-second step whose code this is, at most one before or after now; null: none. */
export function stepOf(key: Buffer, second_factor_id: string, code: string, now: number): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const totp = new TOTP({ ...SHAPE, secret: secretOf(key, second_factor_id) });
  const off = totp.validate({ token: code, timestamp: now, window: STEPS_AROUND });
  return off === null ? null : Math.floor(now / 1000 / SHAPE.period) + off;
}
