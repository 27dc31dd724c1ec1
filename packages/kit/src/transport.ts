import type { ServiceName } from '@plat/contracts';

/** The one seam between services. Hosts are `<service>.internal` in every mode. */
export type Transport = (request: Request) => Promise<Response>;

export const internalHost = (service: ServiceName): string => `${service}.internal`;

/** A request's URL is normalised already: scheme, nothing, host. */
const hostOf = (request: Request): string => request.url.split('/', 3)[2] ?? '';

/** Requests go to apps in this process. */
export function hostTableTransport(handlers: ReadonlyMap<string, (request: Request) => Promise<Response>>): Transport {
  return async (request) => {
    const host = hostOf(request);
    const handler = handlers.get(host);
    if (handler === undefined) throw new TypeError(`no service at ${host}`);
    return handler(request);
  };
}

/** Requests go over HTTP to the base URL of each service. */
export function httpTransport(baseUrls: Readonly<Partial<Record<ServiceName, string>>>): Transport {
  return async (request) => {
    const url = new URL(request.url);
    const service = url.host.replace(/\.internal$/, '') as ServiceName;
    const baseUrl = baseUrls[service];
    if (baseUrl === undefined) throw new TypeError(`no address is configured for service ${service}`);
    const forwarded = new Request(new URL(url.pathname + url.search, baseUrl).href, request);
    return fetch(forwarded, { redirect: 'manual', decompress: false });
  };
}
