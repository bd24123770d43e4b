import { Injectable } from '@nestjs/common';
import { hash, verify, type Options } from '@node-rs/argon2';
import { AppError } from './errors/app-error';
import { COMMON_PASSWORD_WORDS, COMMON_PASSWORDS } from './common-passwords';
import { sortOf } from './folded';
import { fieldError, type FieldError } from './errors/field-error';

/** OWASP's first choice for argon2id (19 MiB, 2 passes, 1 lane). `algorithm` is argon2id by default. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 } as const;
/** Of what nobody knows, at that cost: what is asked of an account that does not exist (test/platform/passwords.spec.ts). */
export const UNKNOWN =
  '$argon2id$v=19$m=19456,t=2,p=1$g1SzPX4W8UfmpF0C+cXe6A$bWrg8K4quSOQm5z+JY72cC8Y9ZHxCb3fxIIMFJjV4Ic';
/** Hashes in flight: one leaves the other core to the requests that only read (speed.md, sign in). */
const AT_ONCE = 1;
/** Beyond this many waiting, a sign-in is refused rather than answered after many seconds. */
const WAITING_MAX = 500;

const PASSWORD_MIN = 12;
const PASSWORD_MAX = 256;

/** Stored in the PHC format, `$argon2id$v=19$m=19456,t=2,p=1$…`. */
@Injectable()
export class Passwords {
  /** Of what is hashed from now on; what is stored says its own. */
  cost: Options = COST;
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  /** @param password ≤ 256 characters, checked before any work is done */
  async hash(password: string): Promise<string> {
    if (tooLong(password)) throw new RangeError('A password has at most 256 characters');
    return this.inTurn(() => hash(whole(password), this.cost));
  }

  /**
   * Whether `password` is the one behind `stored`. For an unknown account pass null: the same work is done and the
   * answer is false, so that the time tells nothing (contract.md, The risky calls).
   */
  async matches(password: string, stored: string | null): Promise<boolean> {
    if (tooLong(password)) return false;
    const known = stored ?? UNKNOWN;
    const right = await this.inTurn(() => verify(known, whole(password)));
    return right && stored !== null;
  }

  private async inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= AT_ONCE) {
      if (this.waiting.length >= WAITING_MAX) throw new PasswordsBusy();
      await new Promise<void>((go) => this.waiting.push(go));
    } else {
      this.running += 1;
    }
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.running -= 1;
    }
  }
}

class PasswordsBusy extends AppError {
  constructor() {
    super({
      kind: 'unavailable',
      code: 'busy',
      message: 'Too many people are signing in right now. Please try again in a few seconds.',
      retryAfter: 5,
    });
  }
}

/**
 * Why `password` may not be chosen, as reasons for its field; empty when it may.
 * @param own names of the account and its organisation: user name, e-mail, first and last name, customer name
 */
export function passwordErrors(password: string, own: readonly (string | null | undefined)[] = []): FieldError[] {
  const characters = Array.from(whole(password)).length;
  if (characters < PASSWORD_MIN) {
    return [fieldError('too_short', `Please use at least ${PASSWORD_MIN} characters.`, { count: PASSWORD_MIN })];
  }
  if (tooLong(password)) {
    return [fieldError('too_long', `Please use at most ${PASSWORD_MAX} characters.`, { count: PASSWORD_MAX })];
  }
  if (isCommon(password)) {
    return [fieldError('password_common', 'This password is too common. Please choose another one.')];
  }
  if (containsOwnName(password, own)) {
    return [
      fieldError(
        'password_own_name',
        'Please choose a password that does not contain your name, your email or the name of your organisation.',
      ),
    ];
  }
  return [];
}

function tooLong(password: string): boolean {
  // A character is at most two UTF-16 units: the cheap look comes first, whatever was sent.
  return password.length > PASSWORD_MAX * 2 || Array.from(password).length > PASSWORD_MAX;
}

/** One spelling of each character, whichever keyboard typed it; nothing is cut or folded. */
function whole(password: string): string {
  return password.normalize('NFC');
}

const LOOKALIKES: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};
const unmasked = (text: string): string => text.replace(/[@431!0$57]/g, (sign) => LOOKALIKES[sign] ?? sign);

/** `P@ssw0rd2024!`, `qwertyqwerty`, `111111111111`, `Skilgrid12345`: a guesser tries these first. */
function isCommon(password: string): boolean {
  const folded = sortOf(password).replace(/\s/g, '');
  if (COMMON_PASSWORDS.has(folded)) return true;
  if (new Set(folded).size <= 3 || isRun(folded)) return true;
  const unit = repeatedUnit(folded);
  if (unit.length <= 4) return true;
  for (const form of new Set([unit, unmasked(unit), unmasked(unit.replace(/^[\d\W_]+|[\d\W_]+$/g, ''))])) {
    if (COMMON_PASSWORDS.has(form) || isMadeOfCommonWords(form)) return true;
  }
  return false;
}

/** One or two common words, with digits, signs and at most three letters around them; three words are a phrase. */
function isMadeOfCommonWords(text: string): boolean {
  let at = 0;
  let own = 0;
  let words = 0;
  while (at < text.length) {
    let length = Math.min(12, text.length - at);
    while (length >= 4 && !COMMON_PASSWORD_WORDS.has(text.slice(at, at + length))) length -= 1;
    if (length >= 4) {
      at += length;
      words += 1;
    } else {
      if (/\p{L}/u.test(text[at] ?? '')) own += 1;
      at += 1;
    }
  }
  return own < 4 && (words === 1 || words === 2);
}

function repeatedUnit(text: string): string {
  for (let size = 1; size <= text.length / 2; size += 1) {
    if (text.length % size === 0 && text.slice(0, size).repeat(text.length / size) === text) return text.slice(0, size);
  }
  return text;
}

/** Each character follows the one before it: abcdefghijkl, 987654321098. */
function isRun(text: string): boolean {
  for (const step of [1, -1]) {
    let broken = 0;
    for (let at = 1; at < text.length; at += 1) if (text.charCodeAt(at) - text.charCodeAt(at - 1) !== step) broken += 1;
    if (broken <= 2) return true;
  }
  return false;
}

function containsOwnName(password: string, own: readonly (string | null | undefined)[]): boolean {
  const folded = sortOf(password);
  return own.some((name) => {
    if (!name) return false;
    const parts = [sortOf(name), ...sortOf(name).split(/[\s@._-]+/)];
    return parts.some((part) => part.length >= 4 && folded.includes(part));
  });
}
