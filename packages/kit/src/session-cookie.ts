import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { isLocalhost, isLoopback } from '@plat/contracts';
import { AppError } from './errors.ts';

/** Proves that a request comes from a page of the console: other sites can neither read the token nor set the header. */
export const CSRF_HEADER = 'x-csrf-token';

const SECURE_COOKIE = '__Host-plat-session';
/** Browsers refuse `__Host-` without `Secure`, which plain HTTP cannot have. */
const LOOPBACK_COOKIE = 'plat-session';

/** True for a request to a loopback name, which browsers trust without HTTPS. */
export function isToLoopback({ url }: Request): boolean {
  const { hostname } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  return isLocalhost(host) || isLoopback(host);
}

/** The raw token of the session cookie; null without one. Over HTTPS only the `__Host-` cookie counts. */
export function sessionTokenOf({ headers }: Request, isHttps: boolean): string | null {
  const cookies = headers.get('cookie');
  if (cookies === null) return null;
  const token = new Bun.CookieMap(cookies).get(isHttps ? SECURE_COOKIE : LOOPBACK_COOKIE);
  return token === null || token === '' ? null : token;
}

/** `Set-Cookie` of a new session, or of its end when `token` is empty. */
export function sessionCookie(token: string, isHttps: boolean, maxAgeSeconds: number): string {
  const name = isHttps ? SECURE_COOKIE : LOOPBACK_COOKIE;
  const attributes = ['Path=/', 'HttpOnly', 'SameSite=Strict', `Max-Age=${token === '' ? 0 : maxAgeSeconds}`];
  if (isHttps) attributes.push('Secure');
  return [`${name}=${token}`, ...attributes].join('; ');
}

/** What is stored of a token. */
export const tokenSha256 = (token: string): string => createHash('sha256').update(token).digest('hex');

/** The CSRF token of a session. It is derived from the session's token, so that nothing else is stored. */
export const csrfTokenOf = (sessionToken: string): string =>
  createHmac('sha256', sessionToken).update('plat csrf').digest('base64url');

/** @throws AppError CSRF_TOKEN_INVALID without the CSRF token of this session. */
export function requireCsrfToken({ headers }: Request, sessionToken: string): void {
  const given = Buffer.from(headers.get(CSRF_HEADER) ?? '');
  const expected = Buffer.from(csrfTokenOf(sessionToken));
  if (given.length === expected.length && timingSafeEqual(given, expected)) return;
  throw new AppError('CSRF_TOKEN_INVALID', `Send the csrf_token of GET /admin/v1/session in the header ${CSRF_HEADER}`);
}

/**
 * Browsers tell where a request comes from in `Sec-Fetch-Site`, and older ones in `Origin`.
 * @throws AppError CSRF_TOKEN_INVALID for a request that a page of another origin sent.
 */
export function requireSameOrigin({ headers, url }: Request): void {
  const site = headers.get('sec-fetch-site');
  const origin = headers.get('origin');
  const isOwn =
    site === null
      ? origin === null || (URL.canParse(origin) && new URL(origin).host === new URL(url).host)
      : site === 'same-origin' || site === 'none';
  if (!isOwn) throw new AppError('CSRF_TOKEN_INVALID', 'Only pages of this Plat may use a session');
}
