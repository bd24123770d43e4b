import { AppError } from '../common/errors/app-error';
import { fieldError } from '../common/errors/field-error';

/** A missing, invalid, expired or revoked token. */
export class SessionExpiredError extends AppError {
  constructor() {
    super({ kind: 'unauthenticated', code: 'session_expired', message: 'Your session has expired. Please sign in.' });
  }
}

/** An unknown, revoked or expired key. */
export class ApiKeyRejectedError extends AppError {
  constructor() {
    super({
      kind: 'unauthenticated',
      code: 'api_key_refused',
      message: 'This API key is unknown, revoked or expired. Ask an administrator of the organisation for another one.',
    });
  }
}

export class ApiKeyScopeMissingError extends AppError {
  /** @param scopes the key needs one of them */
  constructor(scopes: readonly string[]) {
    super({
      kind: 'forbidden',
      code: 'key_scope_missing',
      message: `This API key lacks the scope ${scopes.join(' or ')}.`,
      facts: { scope: scopes[0]!, scopes },
    });
  }
}

export class ScopeHeadersMissingError extends AppError {
  constructor(missing: readonly string[]) {
    super({
      kind: 'malformed',
      code: 'scope_headers_missing',
      message: `Send the header${missing.length > 1 ? 's' : ''} ${missing.join(' and ')} with every call.`,
      facts: { missing: [...missing] },
    });
  }
}

export class TenantMismatchError extends AppError {
  constructor() {
    super({
      kind: 'forbidden',
      code: 'tenant_mismatch',
      message: 'The headers EID and OID do not match this session.',
    });
  }
}

/** 402: the grace period is over; reading and export stay possible. */
export class SubscriptionExpiredError extends AppError {
  constructor() {
    super({
      kind: 'expired',
      code: 'subscription_expired',
      message:
        'The subscription has expired. You can still view and export everything. Renew the plan to make changes.',
    });
  }
}

export class SecondFactorRequiredError extends AppError {
  constructor() {
    super({
      kind: 'forbidden',
      code: 'second_factor_required',
      message:
        'Your organisation requires a second factor. Set one up under Settings, Security, or sign in with the one you have.',
    });
  }
}

export class NotAllowedError extends AppError {
  constructor() {
    super({ kind: 'forbidden', code: 'not_allowed', message: 'You do not have permission to do this.' });
  }
}

/** Platform staff must name a customer on routes that belong to one. */
export class CustomerRequiredError extends AppError {
  constructor() {
    const message = 'Name the organisation: send its number as customer_id.';
    super({
      kind: 'malformed',
      code: 'customer_needed',
      message,
      errors: { customer_id: [fieldError('customer_needed', message)] },
    });
  }
}

/** Platform staff only read while they impersonate a customer. */
export class ViewOnlyError extends AppError {
  constructor() {
    super({
      kind: 'forbidden',
      code: 'view_only',
      message: 'You are viewing this organisation read-only. Changes are not possible.',
    });
  }
}
