import { Validate, ValidatorConstraint, isEmail, type ValidatorConstraintInterface } from 'class-validator';

export const EMAIL_MAX = 254;
const MESSAGE = 'Please enter a valid email address.';

/**
 * Never throws: the library's own check does on half a surrogate pair. Letters that only stand for others (`ｏｄｄ@…`, `ﬁ@…`)
 * are refused: the key of that address is another mailbox's, and a code for the one would open the other.
 * So is a quoted local part: `"ann"@…` is the mailbox of `ann@…` under another name, past every counter of that mailbox, and
 * within quotes anything may stand, line breaks too.
 */
export function isEmailAddress(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > EMAIL_MAX || /[\p{Cs}\p{Cc}"]/u.test(value)) return false;
  return (value.normalize('NFKC') === value || value.normalize('NFKD') === value) && isEmail(value);
}

@ValidatorConstraint({ name: 'isEmailAddress' })
class EmailAddressRule implements ValidatorConstraintInterface {
  validate(value: unknown): boolean {
    return isEmailAddress(value);
  }
  defaultMessage(): string {
    return MESSAGE;
  }
}

/** One rule and one message for every e-mail that is typed. */
export const IsEmailAddress = (): PropertyDecorator => Validate(EmailAddressRule);
