import { Validate, ValidatorConstraint, isEmail, type ValidatorConstraintInterface } from 'class-validator';

export const EMAIL_MAX_LENGTH = 254;
const MESSAGE = 'Please enter a valid email address.';

/**
 * Rejects unpaired surrogates, on which validator's isEmail throws. Rejects compatibility characters (`ｏｄｄ@…`, `ﬁ@…`):
 * their normalized key equals another mailbox's, so a code for one would open the other. Rejects quoted local parts:
 * `"ann"@…` is the mailbox of `ann@…` under another key and would bypass its rate limits.
 */
export function isEmailAddress(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > EMAIL_MAX_LENGTH || /[\p{Cs}\p{Cc}"]/u.test(value)) return false;
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

/** One rule and one message for every e-mail address that is entered. */
export const IsEmailAddress = (): PropertyDecorator => Validate(EmailAddressRule);
