import type { CookieSerializeOptions } from '@fastify/cookie';
import type { Config } from '../../infrastructure/config/config';
import { SESSION_MAX_MS } from '../../auth/sessions.service';
import { TICKET_LIFETIME_MS } from './registration-tickets.service';

/** The parts of request and response that handle cookies. */
export interface CookieAnswer {
  setCookie(name: string, value: string, options: CookieSerializeOptions): unknown;
  clearCookie(name: string, options: CookieSerializeOptions): unknown;
}
export interface CookieRequest {
  cookies: Record<string, string | undefined>;
  headers: Record<string, string | string[] | undefined>;
}

export const REFRESH_COOKIE = 'sg_refresh';
export const CHALLENGE_COOKIE = 'sg_challenge';
export const TICKET_COOKIE = 'sg_registration';

const baseOptions = (config: Config): CookieSerializeOptions => ({
  httpOnly: true,
  sameSite: 'strict',
  secure: config.publicUrl.startsWith('https:'),
});

/** Sent only to /api/auth; lives as long as the session. */
export const refreshCookie = (config: Config): CookieSerializeOptions => ({
  ...baseOptions(config),
  path: '/api/auth',
  maxAge: SESSION_MAX_MS / 1000,
});

export const registrationCookie = (config: Config): CookieSerializeOptions => ({
  ...baseOptions(config),
  path: '/',
  maxAge: TICKET_LIFETIME_MS / 1000,
});
