/** Formats and parses verification codes. Pure except for `generateVerificationCode`. */
import { randomBytes } from 'node:crypto';
import { CERTIFICATE_CODE_LENGTH, CERTIFICATE_CODE_ALPHABET } from '../../contract/certificates.resource';
import { toAsciiDigits } from '../../contract/digits';

/** 100 bits: five per letter. */
export const generateVerificationCode = (): string =>
  Array.from(
    randomBytes(CERTIFICATE_CODE_LENGTH),
    (byte) => CERTIFICATE_CODE_ALPHABET[byte % CERTIFICATE_CODE_ALPHABET.length],
  ).join('');

/** `7K3M9-Q2XVB-4N8RT-D5HWC` */
export const formatVerificationCode = (code: string): string => code.replace(/.{5}(?=.)/g, '$&-');

/** Normalizes a typed code; null: not a valid code. */
export function parseVerificationCode(input: string): string | null {
  const letters = toAsciiDigits(input)
    .toUpperCase()
    .replaceAll(/[\s-]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
  return letters.length === CERTIFICATE_CODE_LENGTH &&
    [...letters].every((letter) => CERTIFICATE_CODE_ALPHABET.includes(letter))
    ? letters
    : null;
}
