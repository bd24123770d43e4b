import { AppError } from '../platform/errors/app-error';
import { fieldError } from '../platform/errors/field-error';

/** Said only after the right password: the page, or the program, sends both again with a code. */
export class SecondFactorNeeded extends AppError {
  constructor() {
    super({
      kind: 'unauthenticated',
      code: 'second_factor_needed',
      message:
        'This account has a second factor. Please send the 6-digit code of your authenticator app, or a recovery code, as "code" together with the password.',
    });
  }
}

/** Said only after the right password. Wrong, too old and used before answer alike. */
export class SecondFactorWrong extends AppError {
  constructor() {
    super({
      kind: 'unauthenticated',
      code: 'second_factor_wrong',
      message:
        'The code is incorrect or was already used. Please wait for the next one in your authenticator app, or use a recovery code.',
    });
  }
}

/** Somebody signed in confirms a change with a code. */
export class CodeNeeded extends AppError {
  constructor() {
    const message = 'Please enter the code of your authenticator app, or a recovery code.';
    super({ kind: 'invalid', code: 'code_needed', message, errors: { code: [fieldError('code_needed', message)] } });
  }
}

/** Wrong, too old and used before answer alike. */
export class CodeWrong extends AppError {
  constructor() {
    const message = 'The code is incorrect or was already used. Please enter the next one.';
    super({ kind: 'invalid', code: 'code_wrong', message, errors: { code: [fieldError('code_wrong', message)] } });
  }
}

/** Too old, replaced or confirmed already. */
export class EnrolmentGone extends AppError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'enrolment_gone',
      message: 'This setup has expired. Please start again and scan the new code.',
    });
  }
}

export class NoSecondFactor extends AppError {
  constructor() {
    super({ kind: 'conflict', code: 'no_second_factor', message: 'This account has no second factor.' });
  }
}

/** The organisation requires one, and this is the last. */
export class SecondFactorStays extends AppError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'second_factor_stays',
      message: 'Your organisation requires a second factor. You can set up another one, which then replaces this one.',
    });
  }
}

/** Who resets the own one would need neither password nor code for it. */
export class OwnSecondFactor extends AppError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'own_second_factor',
      message: 'This is your own account. Change its second factor under Settings, Security.',
    });
  }
}

/** Whoever requires it of all must have one, or the first thing it does is to shut them out. */
export class SecondFactorFirst extends AppError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'second_factor_first',
      message:
        'Set up a second factor for yourself first, or sign in with the one you have. Then you can require it for everyone.',
    });
  }
}

/** Unknown, withdrawn, too late, or not of this site: one answer for all of them. */
export class PasskeyRefused extends AppError {
  constructor() {
    super({
      kind: 'unauthenticated',
      code: 'passkey_refused',
      message: 'This passkey could not be used. Please try again, or sign in with your password.',
    });
  }
}

/** The same where somebody signed in registers one. */
export class PasskeyNotKept extends AppError {
  constructor() {
    super({
      kind: 'refused',
      code: 'passkey_not_kept',
      message: 'Your device’s answer could not be used. Please start again.',
    });
  }
}

export class PasskeyKnown extends AppError {
  constructor() {
    super({ kind: 'conflict', code: 'passkey_known', message: 'This passkey is already registered.' });
  }
}

export class PasskeysEnough extends AppError {
  constructor(most: number) {
    const message = `An account can have up to ${most} passkeys. Please remove one first.`;
    super({ kind: 'conflict', code: 'passkeys_enough', message, facts: { most } });
  }
}

/** A session by password alone must not add to an account that a passkey protects. */
export class PasskeyNeeded extends AppError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'passkey_needed',
      message: 'This account has a passkey. Please sign in with it first.',
    });
  }
}

export class PasskeysNotOffered extends AppError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'passkeys_not_offered',
      message:
        'Passkeys need a host name, but this installation uses an IP address. Please sign in with your password.',
    });
  }
}
