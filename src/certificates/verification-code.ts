/** The code on a certificate: written in groups, read in whatever way somebody types it. Pure but for `newCode`. */
import { randomBytes } from 'node:crypto';
import { CODE_LENGTH, CODE_LETTERS } from '../contract/certificates.resource';
import { toAsciiDigits } from '../contract/digits';

/** Five bits a letter: a hundred. */
export const newCode = (): string =>
  Array.from(randomBytes(CODE_LENGTH), (byte) => CODE_LETTERS[byte % CODE_LETTERS.length]).join('');

/** `7K3M9-Q2XVB-4N8RT-D5HWC` */
export const inGroups = (code: string): string => code.replace(/.{5}(?=.)/g, '$&-');

/** As it is kept; null: none of ours looks like this. */
export function codeOf(typed: string): string | null {
  const letters = toAsciiDigits(typed)
    .toUpperCase()
    .replaceAll(/[\s-]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
  return letters.length === CODE_LENGTH && [...letters].every((letter) => CODE_LETTERS.includes(letter))
    ? letters
    : null;
}
