/** The path of a request as it was sent, without its query. */
export const pathOf = ({ url }: Request): string => /^[a-z]+:\/\/[^/?#]*([^?]*)/.exec(url)?.[1] ?? '';

/** The query of a request by name; of a name that is given twice, the last value. */
export function queryOf({ url }: Request): Record<string, string> {
  const start = url.indexOf('?');
  return start === -1 ? {} : Object.fromEntries(new URLSearchParams(url.slice(start + 1)));
}
