import { AppError, InvalidFieldsError } from '../../common/errors/app-error';
import { fieldError } from '../../common/errors/field-error';

/** Same text for an unknown name and a wrong password. */
export class LoginFailedError extends AppError {
  constructor() {
    super({
      kind: 'unauthenticated',
      code: 'login_failed',
      message: 'Incorrect user name or password. Please try again, or request a new password.',
    });
  }
}

/** Thrown only after the correct password. */
export class CustomerSuspendedError extends AppError {
  constructor() {
    super({
      kind: 'forbidden',
      code: 'customer_suspended',
      message: 'This organisation is suspended. Please contact us to reactivate it.',
    });
  }
}

/** Thrown only after the correct password. */
export class AccountSuspendedError extends AppError {
  constructor() {
    super({
      kind: 'forbidden',
      code: 'account_suspended',
      message: 'This account is suspended. Please contact an administrator of your organisation.',
    });
  }
}

/** Same answer for wrong, expired, used and unknown codes. */
export class OtpWrongError extends AppError {
  constructor() {
    super({
      kind: 'refused',
      code: 'otp_wrong',
      message: 'The code is incorrect or has expired. Check the latest email or request a new code.',
    });
  }
}

export class TooManyCodesError extends AppError {
  constructor(seconds: number) {
    super({
      kind: 'throttled',
      code: 'otp_locked',
      message: `Too many wrong codes. Request a new one in ${Math.max(1, Math.ceil(seconds / 60))} minutes.`,
      facts: { seconds },
      retryAfter: seconds,
    });
  }
}

export class CodeTooSoonError extends AppError {
  constructor(seconds: number) {
    const wait = seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
    super({
      kind: 'throttled',
      code: 'otp_too_soon',
      message: `A code was already sent and is still valid. You can request another one in ${wait}.`,
      facts: { seconds },
      retryAfter: seconds,
    });
  }
}

export class TicketExpiredError extends AppError {
  constructor() {
    super({
      kind: 'refused',
      code: 'registration_token_dead',
      message:
        'Verify your email address first: request a code and enter it. The verification is valid for 30 minutes.',
    });
  }
}

export class UserNameTakenError extends AppError {
  constructor(field = 'c_user_name') {
    const message = 'This user name is taken. Please choose another one.';
    super({
      kind: 'conflict',
      code: 'user_name_taken',
      message,
      errors: { [field]: [fieldError('user_name_taken', message)] },
    });
  }
}

export class LinkExpiredError extends AppError {
  constructor() {
    super({
      kind: 'refused',
      code: 'link_dead',
      message: 'This link is no longer valid. Please request a new one.',
    });
  }
}

/** A concurrent request changed the account. */
export class AccountChangedError extends AppError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'account_moved',
      message: 'This account was changed in the meantime. Please reload the page and try again.',
    });
  }
}

/** Confirmed, cancelled or expired. */
export class NoPendingChangeError extends AppError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'nothing_pending',
      message: 'There is no change waiting for confirmation. Please request it again.',
    });
  }
}

/** The sign-in is older than ten minutes. */
export class CurrentPasswordRequiredError extends AppError {
  constructor() {
    const message = 'Please enter your current password as well.';
    super({
      kind: 'invalid',
      code: 'current_password_needed',
      message,
      errors: { current_password: [fieldError('current_password_needed', message)] },
    });
  }
}

export class CurrentPasswordWrongError extends AppError {
  constructor() {
    const message = 'The current password is incorrect.';
    super({
      kind: 'invalid',
      code: 'current_password_wrong',
      message,
      errors: { current_password: [fieldError('current_password_wrong', message)] },
    });
  }
}

/** Another person of the same customer signs in with the address or was invited with it. */
export class AddressInUseError extends InvalidFieldsError {
  constructor() {
    super({
      email: [
        fieldError(
          'address_in_use',
          'Someone in your organisation already signs in with this address or was invited with it. Enter another address.',
        ),
      ],
    });
  }
}

export class LastAdminError extends AppError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'last_admin',
      message: 'This is the last administrator of the organisation. Make someone else an administrator first.',
    });
  }
}

/** The customer or the account that registered is suspended or closed. */
export class LoginNotSendableError extends AppError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'login_not_sendable',
      message: 'No one could sign in with it. Reactivate the organisation, or the account that registered it, first.',
    });
  }
}
