import { AppError } from '../../common/errors/app-error';
import { fieldError } from '../../common/errors/field-error';

export class EmailTakenError extends AppError {
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
