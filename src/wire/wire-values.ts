import { isEmailAddress } from '../platform/email-address';
import { InvalidFields } from '../platform/errors/app-error';
import type { CookieRequest } from '../accounts/cookies';

/** An e-mail from a query, whose `+` is still a plus. @throws InvalidFields */
export function emailFrom(value: string | undefined): string {
  const email = (value ?? '').trim();
  if (!isEmailAddress(email)) throw new InvalidFields({ Email: ['Please enter a valid email address.'] });
  return email;
}

/** A secret by header, then by cookie; empty means absent. */
export function heldBy(request: CookieRequest, header: string, cookie: string): string | undefined {
  const shown = request.headers[header];
  return (typeof shown === 'string' && shown.trim()) || request.cookies[cookie] || undefined;
}

/** A number in a body of whole forms; anything else means absent. */
export function numberIn(body: unknown, name: string): number | undefined {
  const value = (body as Record<string, unknown> | null | undefined)?.[name];
  return /^\d{1,9}$/.test(String(value ?? '')) ? Number(value) : undefined;
}
