import { CSRF_HEADER, requireCsrfToken, requireSameOrigin, sessionTokenOf } from '@plat/kit';

/**
 * The token of a session that stands in place of a key: the cookie together with its CSRF token. A cookie alone is
 * no credential, because browsers also send it with requests that other pages started.
 * @throws AppError CSRF_TOKEN_INVALID for a wrong token, or a request of another origin.
 */
export function presentedSession(request: Request, isHttps: boolean): string | null {
  const token = sessionTokenOf(request, isHttps);
  if (token === null || !request.headers.has(CSRF_HEADER)) return null;
  requireSameOrigin(request);
  requireCsrfToken(request, token);
  return token;
}
