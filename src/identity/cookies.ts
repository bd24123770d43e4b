import type { CookieSerializeOptions } from '@fastify/cookie';
import type { Config } from '../platform/config/config';
import { ABSOLUTE_MS } from '../tenancy/sessions';
import { TICKET_MS } from './registration-tickets.service';

/** The part of the HTTP answer and request that cookies touch. */
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

const shared = (config: Config): CookieSerializeOptions => ({
  httpOnly: true,
  sameSite: 'strict',
  secure: config.publicUrl.startsWith('https:'),
});

/** Only the auth calls see it; it lives as long as the session may. */
export const refreshCookie = (config: Config): CookieSerializeOptions => ({
  ...shared(config),
  path: '/api/auth',
  maxAge: ABSOLUTE_MS / 1000,
});

/** Challenge and ticket of a registration in progress. */
export const registrationCookie = (config: Config): CookieSerializeOptions => ({
  ...shared(config),
  path: '/',
  maxAge: TICKET_MS / 1000,
});
