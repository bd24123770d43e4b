import { isUtf8 } from 'node:buffer';
import { toAsciiDigits } from '../contract/digits';
import { isEmailAddress } from '../common/email-address';
import { InvalidFieldsError } from '../common/errors/app-error';
import { TICKET_COOKIE, type CookieRequest } from '../modules/identity/cookies';
import type { TicketProof } from '../modules/identity/registration-tickets.service';
import { fieldError } from '../common/errors/field-error';

/** Trims and validates an e-mail address. @throws InvalidFieldsError */
export function parseEmail(value: string | undefined): string {
  const email = (value ?? '').trim();
  if (!isEmailAddress(email))
    throw new InvalidFieldsError({ Email: [fieldError('email', 'Please enter a valid email address.')] });
  return email;
}

/** A secret from the header, else from the cookie; empty means absent. */
export function readSecret(request: CookieRequest, header: string, cookie: string): string | undefined {
  return headerText(request, header) ?? (request.cookies[cookie] || undefined);
}

/** The registration token from the header and from the cookie that verify_otp set. */
export const readTicketProof = (request: CookieRequest): TicketProof => ({
  token: headerText(request, 'x-registration-token'),
  cookie: request.cookies[TICKET_COOKIE] || undefined,
});

function headerText({ headers }: CookieRequest, name: string): string | undefined {
  const value = headers[name];
  return (typeof value === 'string' && value.trim()) || undefined;
}

/**
 * A password in a header. Node decodes headers as latin1: valid UTF-8 is decoded again, anything else stays as it is (a
 * browser sends é as one latin1 byte).
 */
export function readPasswordHeader(request: CookieRequest, header: string): string | undefined {
  const value = request.headers[header];
  if (typeof value !== 'string') return undefined;
  const bytes = Buffer.from(value, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : value;
}

/** A number, or a string of digits; anything else counts as absent. */
export function parseOptionalNumber(value: unknown): number | undefined {
  const digits = toAsciiDigits(String(value ?? ''));
  return /^\d{1,9}$/.test(digits) ? Number(digits) : undefined;
}
