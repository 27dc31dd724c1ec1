import { headerText } from './header-text.ts';

/** What a request says about its API key. */
export interface PresentedCredential {
  /** The key; empty when the request carries none. */
  key: string;
  /** Whether `x-api-key` and the bearer token name different keys. */
  isConflicting: boolean;
}

const BEARER = /^bearer[ \t]+/i;

/** Reads the key from `x-api-key`, or from `Authorization: Bearer` where that is missing or blank. */
export function presentedCredential(headers: Headers): PresentedCredential {
  const own = headerText(headers.get('x-api-key'));
  const authorization = headers.get('authorization');
  if (authorization === null || !BEARER.test(authorization)) return { key: own, isConflicting: false };
  const bearer = headerText(authorization.replace(BEARER, ''));
  return { key: own === '' ? bearer : own, isConflicting: own !== '' && bearer !== '' && own !== bearer };
}
