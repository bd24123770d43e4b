import { AppError } from '../platform/errors/app-error';
import { fieldError } from '../platform/errors/field-error';

/** No token, a bad, expired or revoked one: one answer for all of them. */
export class SessionExpired extends AppError {
  constructor() {
    super({ kind: 'unauthenticated', code: 'session_expired', message: 'Your session has expired. Please sign in.' });
  }
}

/** Unknown, revoked or expired: one answer for all of them. */
export class ApiKeyRefused extends AppError {
  constructor() {
    super({
      kind: 'unauthenticated',
      code: 'api_key_refused',
      message: 'This API key is unknown, revoked or expired. Ask an administrator of the organisation for another one.',
    });
  }
}

export class KeyScopeMissing extends AppError {
  /** @param scopes of which the key needs one */
  constructor(scopes: readonly string[]) {
    super({
      kind: 'forbidden',
      code: 'key_scope_missing',
      message: `This API key lacks the scope ${scopes.join(' or ')}.`,
      facts: { scope: scopes[0]!, scopes },
    });
  }
}

export class ScopeHeadersMissing extends AppError {
  constructor(missing: readonly string[]) {
    super({
      kind: 'malformed',
      code: 'scope_headers_missing',
      message: `Send the header${missing.length > 1 ? 's' : ''} ${missing.join(' and ')} with every call.`,
      facts: { missing: [...missing] },
    });
  }
}

export class TenantMismatch extends AppError {
  constructor() {
    super({
      kind: 'forbidden',
      code: 'tenant_mismatch',
      message: 'The headers EID and OID do not match this session.',
    });
  }
}

/** 402: expiry and grace are over. Reading and export stay (contract.md, Integrity). */
export class SubscriptionExpired extends AppError {
  constructor() {
    super({
      kind: 'expired',
      code: 'subscription_expired',
      message:
        'The subscription has expired. You can still view and export everything. Renew the plan to make changes.',
    });
  }
}

/** The organisation requires a second factor, and this session was made without one. */
export class SecondFactorRequired extends AppError {
  constructor() {
    super({
      kind: 'forbidden',
      code: 'second_factor_required',
      message:
        'Your organisation requires a second factor. Set one up under Settings, Security, or sign in with the one you have.',
    });
  }
}

export class NotAllowed extends AppError {
  constructor() {
    super({ kind: 'forbidden', code: 'not_allowed', message: 'You do not have permission to do this.' });
  }
}

/** Platform staff asked for what is an organisation's and did not say whose (contract.md, Scope). */
export class CustomerNeeded extends AppError {
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

/** Platform staff look at an organisation; they do not act in its name. */
export class ViewOnly extends AppError {
  constructor() {
    super({
      kind: 'forbidden',
      code: 'view_only',
      message: 'You are viewing this organisation read-only. Changes are not possible.',
    });
  }
}
