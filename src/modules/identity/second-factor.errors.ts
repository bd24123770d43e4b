import { AppError } from '../../common/errors/app-error';
import { fieldError } from '../../common/errors/field-error';

/** Thrown only after the correct password; the client sends both again with a code. */
export class SecondFactorNeededError extends AppError {
  constructor() {
    super({
      kind: 'unauthenticated',
      code: 'second_factor_needed',
      message:
        'This account has a second factor. Please send the 6-digit code of your authenticator app, or a recovery code, as "code" together with the password.',
    });
  }
}

/** Thrown only after the correct password. Same answer for wrong, expired and used codes. */
export class SecondFactorWrongError extends AppError {
  constructor() {
    super({
      kind: 'unauthenticated',
      code: 'second_factor_wrong',
      message:
        'The code is incorrect or was already used. Please wait for the next one in your authenticator app, or use a recovery code.',
    });
  }
}

/** A signed-in user must confirm a change with a code. */
export class CodeRequiredError extends AppError {
  constructor() {
    const message = 'Please enter the code of your authenticator app, or a recovery code.';
    super({ kind: 'invalid', code: 'code_needed', message, errors: { code: [fieldError('code_needed', message)] } });
  }
}

/** Same answer for wrong, expired and used codes. */
export class CodeWrongError extends AppError {
  constructor() {
    const message = 'The code is incorrect or was already used. Please enter the next one.';
    super({ kind: 'invalid', code: 'code_wrong', message, errors: { code: [fieldError('code_wrong', message)] } });
  }
}

/** Expired, replaced or already confirmed. */
export class EnrolmentExpiredError extends AppError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'enrolment_gone',
      message: 'This setup has expired. Please start again and scan the new code.',
    });
  }
}

export class NoSecondFactorError extends AppError {
  constructor() {
    super({ kind: 'conflict', code: 'no_second_factor', message: 'This account has no second factor.' });
  }
}

/** The customer requires a second factor, and this is the last one. */
export class SecondFactorNotRemovableError extends AppError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'second_factor_stays',
      message: 'Your organisation requires a second factor. You can set up another one, which then replaces this one.',
    });
  }
}

/** Resetting the own one would bypass password and code. */
export class OwnSecondFactorError extends AppError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'own_second_factor',
      message: 'This is your own account. Change its second factor under Settings, Security.',
    });
  }
}

/** An admin without a second factor would lock themselves out by requiring it. */
export class OwnSecondFactorMissingError extends AppError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'second_factor_first',
      message:
        'Set up a second factor for yourself first, or sign in with the one you have. Then you can require it for everyone.',
    });
  }
}

/** Same answer for unknown, removed and expired passkeys and for those of another site. */
export class PasskeyRejectedError extends AppError {
  constructor() {
    super({
      kind: 'unauthenticated',
      code: 'passkey_refused',
      message: 'This passkey could not be used. Please try again, or sign in with your password.',
    });
  }
}

/** As PasskeyRejectedError, for a registration. */
export class PasskeyNotSavedError extends AppError {
  constructor() {
    super({
      kind: 'refused',
      code: 'passkey_not_kept',
      message: 'Your device’s answer could not be used. Please start again.',
    });
  }
}

export class PasskeyAlreadyRegisteredError extends AppError {
  constructor() {
    super({ kind: 'conflict', code: 'passkey_known', message: 'This passkey is already registered.' });
  }
}

export class TooManyPasskeysError extends AppError {
  constructor(most: number) {
    const message = `An account can have up to ${most} passkeys. Please remove one first.`;
    super({ kind: 'conflict', code: 'passkeys_enough', message, facts: { most } });
  }
}

/** A session by password alone must not add a factor to an account that has a passkey. */
export class PasskeySignInRequiredError extends AppError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'passkey_needed',
      message: 'This account has a passkey. Please sign in with it first.',
    });
  }
}

export class PasskeysUnavailableError extends AppError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'passkeys_not_offered',
      message:
        'Passkeys need a host name, but this installation uses an IP address. Please sign in with your password.',
    });
  }
}
