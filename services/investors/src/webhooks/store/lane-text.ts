import type { Lane } from '../domain/fair-shares.ts';

/** A lane as one text, so that an index can tell lanes apart. */
export const laneText = ({ companyId, keyId, userId, host }: Lane): string =>
  JSON.stringify([companyId, keyId, userId, host]);

/** The lane of a text. The empty text, of a row that an older version of Plat wrote, is a lane of its own. */
export function laneOf(text: string): Lane {
  const [companyId = '', keyId = '', userId = null, host = ''] = text === '' ? [] : JSON.parse(text);
  return { companyId, keyId, userId, host: host ?? '' };
}

/** Host and port of a URL. */
export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '');
