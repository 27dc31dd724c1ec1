import { headerText } from './header-text.ts';

/** The credential of a request. */
export interface PresentedCredential {
  /** The key; empty if the request has none. */
  key: string;
  /** True if `x-api-key` and the bearer token hold different keys. */
  isConflicting: boolean;
}

const BEARER = /^bearer[ \t]+/i;

/** Reads the key from `x-api-key`, or from `Authorization: Bearer` if that is missing or blank. */
export function presentedCredential(headers: Headers): PresentedCredential {
  const own = headerText(headers.get('x-api-key'));
  const authorization = headers.get('authorization');
  if (authorization === null || !BEARER.test(authorization)) return { key: own, isConflicting: false };
  const bearer = headerText(authorization.replace(BEARER, ''));
  return { key: own === '' ? bearer : own, isConflicting: own !== '' && bearer !== '' && own !== bearer };
}
