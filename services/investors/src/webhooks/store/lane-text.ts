import type { Lane } from '../domain/fair-shares.ts';

/** A lane as text, for an index. */
export const laneText = ({ companyId, keyId, userId, host }: Lane): string =>
  JSON.stringify([companyId, keyId, userId, host]);

/** The lane of a text. Rows of older releases have empty text, which is a separate lane. */
export function laneOf(text: string): Lane {
  const [companyId = '', keyId = '', userId = null, host = ''] = text === '' ? [] : JSON.parse(text);
  return { companyId, keyId, userId, host: host ?? '' };
}

/** Host and port of a URL. */
export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '');
