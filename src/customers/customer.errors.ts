import { AppError } from '../platform/errors/app-error';

export class CustomerEmailTaken extends AppError {
  constructor() {
    const message = 'This email address is registered already. Please sign in, or use another address.';
    super({ kind: 'conflict', code: 'email_taken', message, errors: { email_primary: [message] } });
  }
}
