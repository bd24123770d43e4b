import { Injectable } from '@nestjs/common';
import { hash, verify, type Options } from '@node-rs/argon2';
import { AppError } from '../../common/errors/app-error';
import { COMMON_PASSWORD_WORDS, COMMON_PASSWORDS } from './common-passwords';
import { normalizeForSearch } from '../../common/text-normalization';
import { fieldError, type FieldError } from '../../common/errors/field-error';

/** OWASP's first recommendation for argon2id (19 MiB, 2 passes, 1 lane). `algorithm` defaults to argon2id. */
const HASH_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 } as const;
/** Verified for accounts that do not exist; hash of a random password (test/infrastructure/passwords.spec.ts). */
export const UNKNOWN_ACCOUNT_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$g1SzPX4W8UfmpF0C+cXe6A$bWrg8K4quSOQm5z+JY72cC8Y9ZHxCb3fxIIMFJjV4Ic';
/** One leaves the other CPU core to requests that only read. */
const MAX_CONCURRENT_HASHES = 1;
/** With more waiting, a sign-in is rejected instead of answered after many seconds. */
const MAX_WAITING = 500;

const PASSWORD_MIN_LENGTH = 12;
const PASSWORD_MAX_LENGTH = 256;

/** Hashes are stored in PHC format: `$argon2id$v=19$m=19456,t=2,p=1$…`. */
@Injectable()
export class PasswordService {
  /** Cost of new hashes; a stored hash carries its own. */
  cost: Options = HASH_COST;
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  /** @param password at most 256 characters */
  async hash(password: string): Promise<string> {
    if (isTooLong(password)) throw new RangeError('A password has at most 256 characters');
    return this.runQueued(() => hash(normalizeUnicode(password), this.cost));
  }

  /** Pass null for an unknown account: the same work is done, so timing does not reveal it. */
  async matches(password: string, stored: string | null): Promise<boolean> {
    if (isTooLong(password)) return false;
    const hashToVerify = stored ?? UNKNOWN_ACCOUNT_HASH;
    const isCorrect = await this.runQueued(() => verify(hashToVerify, normalizeUnicode(password)));
    return isCorrect && stored !== null;
  }

  private async runQueued<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= MAX_CONCURRENT_HASHES) {
      if (this.waiting.length >= MAX_WAITING) throw new PasswordHashingBusyError();
      await new Promise<void>((resume) => this.waiting.push(resume));
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

class PasswordHashingBusyError extends AppError {
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
 * Reasons why `password` is not allowed; empty when it is.
 * @param ownNames names of the account and its customer: user name, e-mail, first and last name, customer name
 */
export function passwordErrors(password: string, ownNames: readonly (string | null | undefined)[] = []): FieldError[] {
  const characters = Array.from(normalizeUnicode(password)).length;
  if (characters < PASSWORD_MIN_LENGTH) {
    return [
      fieldError('too_short', `Please use at least ${PASSWORD_MIN_LENGTH} characters.`, { count: PASSWORD_MIN_LENGTH }),
    ];
  }
  if (isTooLong(password)) {
    return [
      fieldError('too_long', `Please use at most ${PASSWORD_MAX_LENGTH} characters.`, { count: PASSWORD_MAX_LENGTH }),
    ];
  }
  if (isCommon(password)) {
    return [fieldError('password_common', 'This password is too common. Please choose another one.')];
  }
  if (containsOwnName(password, ownNames)) {
    return [
      fieldError(
        'password_own_name',
        'Please choose a password that does not contain your name, your email or the name of your organisation.',
      ),
    ];
  }
  return [];
}

function isTooLong(password: string): boolean {
  // A character is at most two UTF-16 units: the cheap check comes first.
  return password.length > PASSWORD_MAX_LENGTH * 2 || Array.from(password).length > PASSWORD_MAX_LENGTH;
}

/** NFC: one encoding per character, whichever keyboard typed it. Nothing is cut or case-folded. */
function normalizeUnicode(password: string): string {
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
const replaceLookalikes = (text: string): string => text.replace(/[@431!0$57]/g, (sign) => LOOKALIKES[sign] ?? sign);

/** `P@ssw0rd2024!`, `qwertyqwerty`, `111111111111`, `Skilgrid12345`: attackers try these first. */
function isCommon(password: string): boolean {
  const normalized = normalizeForSearch(password).replace(/\s/g, '');
  if (COMMON_PASSWORDS.has(normalized)) return true;
  if (new Set(normalized).size <= 3 || isRun(normalized)) return true;
  const unit = repeatedUnit(normalized);
  if (unit.length <= 4) return true;
  for (const form of new Set([
    unit,
    replaceLookalikes(unit),
    replaceLookalikes(unit.replace(/^[\d\W_]+|[\d\W_]+$/g, '')),
  ])) {
    if (COMMON_PASSWORDS.has(form) || isMadeOfCommonWords(form)) return true;
  }
  return false;
}

/** True for one or two common words with digits, signs and at most three other letters; three are a phrase. */
function isMadeOfCommonWords(text: string): boolean {
  let position = 0;
  let otherLetters = 0;
  let words = 0;
  while (position < text.length) {
    let length = Math.min(12, text.length - position);
    while (length >= 4 && !COMMON_PASSWORD_WORDS.has(text.slice(position, position + length))) length -= 1;
    if (length >= 4) {
      position += length;
      words += 1;
    } else {
      if (/\p{L}/u.test(text[position] ?? '')) otherLetters += 1;
      position += 1;
    }
  }
  return otherLetters < 4 && (words === 1 || words === 2);
}

function repeatedUnit(text: string): string {
  for (let size = 1; size <= text.length / 2; size += 1) {
    if (text.length % size === 0 && text.slice(0, size).repeat(text.length / size) === text) return text.slice(0, size);
  }
  return text;
}

/** Consecutive characters: abcdefghijkl, 987654321098. */
function isRun(text: string): boolean {
  for (const step of [1, -1]) {
    let broken = 0;
    for (let at = 1; at < text.length; at += 1) if (text.charCodeAt(at) - text.charCodeAt(at - 1) !== step) broken += 1;
    if (broken <= 2) return true;
  }
  return false;
}

function containsOwnName(password: string, ownNames: readonly (string | null | undefined)[]): boolean {
  const normalized = normalizeForSearch(password);
  return ownNames.some((name) => {
    if (!name) return false;
    const parts = [normalizeForSearch(name), ...normalizeForSearch(name).split(/[\s@._-]+/)];
    return parts.some((part) => part.length >= 4 && normalized.includes(part));
  });
}
