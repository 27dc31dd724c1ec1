/** The request path as sent, without the query. */
export const pathOf = ({ url }: Request): string => /^[a-z]+:\/\/[^/?#]*([^?]*)/.exec(url)?.[1] ?? '';

/** Query parameters by name; for a repeated name, the last value. */
export function queryOf({ url }: Request): Record<string, string> {
  const start = url.indexOf('?');
  return start === -1 ? {} : Object.fromEntries(new URLSearchParams(url.slice(start + 1)));
}
