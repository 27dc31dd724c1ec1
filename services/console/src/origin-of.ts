/**
 * The origin that links name, such as `https://plat.example.com`.
 * @param publicUrl address under which people reach this Plat; the address of the request without it.
 */
export const originOf =
  ({ isHttps, publicUrl }: { isHttps(request: Request): boolean; publicUrl?: string }) =>
  (request: Request): string =>
    publicUrl ?? `${isHttps(request) ? 'https' : 'http'}://${new URL(request.url).host}`;
