/**
 * A body as it is sent.
 * @throws TypeError for a number that JSON has not: it would arrive as null, which means the default.
 */
export function jsonOf(body: unknown): string {
  return JSON.stringify(body, (name, value: unknown) => {
    if (typeof value === 'number' && !Number.isFinite(value)) {
      throw new TypeError(`${name} is ${value}, which JSON cannot carry`);
    }
    return value;
  });
}

/** Text of any language as a header carries it to the API: the bytes of UTF-8, each as one character. */
export const headerTextOf = (text: string): string => String.fromCharCode(...new TextEncoder().encode(text));
