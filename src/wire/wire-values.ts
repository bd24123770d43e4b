import { isUtf8 } from 'node:buffer';
import { toAsciiDigits } from '../contract/digits';
import { isEmailAddress } from '../platform/email-address';
import { InvalidFields } from '../platform/errors/app-error';
import { TICKET_COOKIE, type CookieRequest } from '../identity/cookies';
import type { TicketProof } from '../identity/registration-tickets.service';
import { fieldError } from '../platform/errors/field-error';

/** An e-mail from a query, whose `+` is still a plus. @throws InvalidFields */
export function emailFrom(value: string | undefined): string {
  const email = (value ?? '').trim();
  if (!isEmailAddress(email))
    throw new InvalidFields({ Email: [fieldError('email', 'Please enter a valid email address.')] });
  return email;
}

/** A secret by header, then by cookie; empty means absent. */
export function heldBy(request: CookieRequest, header: string, cookie: string): string | undefined {
  return headerText(request, header) ?? (request.cookies[cookie] || undefined);
}

/** The registration token of the header, or of the cookie that verify_otp set. */
export const ticketProofOf = (request: CookieRequest): TicketProof => ({
  token: headerText(request, 'x-registration-token'),
  cookie: request.cookies[TICKET_COOKIE] || undefined,
});

function headerText({ headers }: CookieRequest, name: string): string | undefined {
  const value = headers[name];
  return (typeof value === 'string' && value.trim()) || undefined;
}

/**
 * A password in a header. Node reads headers byte by byte: those of UTF-8 are put together again, anything else stays as
 * it is (a browser sends é as one byte).
 */
export function passwordIn(request: CookieRequest, header: string): string | undefined {
  const value = request.headers[header];
  if (typeof value !== 'string') return undefined;
  const bytes = Buffer.from(value, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : value;
}

/** A number, as such or as digits; anything else means absent. */
export function numberIn(value: unknown): number | undefined {
  const digits = toAsciiDigits(String(value ?? ''));
  return /^\d{1,9}$/.test(digits) ? Number(digits) : undefined;
}
