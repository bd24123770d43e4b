import { AppError } from '../platform/errors/app-error';
import { fieldError } from '../platform/errors/field-error';

export class EmailTaken extends AppError {
  constructor(field = 'email_primary') {
    const message = 'This email address is registered already. Please sign in, or use another address.';
    super({
      kind: 'conflict',
      code: 'email_taken',
      message,
      errors: { [field]: [fieldError('email_taken', message)] },
    });
  }
}
