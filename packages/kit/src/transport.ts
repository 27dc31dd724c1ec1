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

/** Answers go on as they come: redirects and compressed bodies are for the caller. */
const HANDED_ON = { redirect: 'manual', decompress: false } as const;
const bodies = new WeakMap<Request, string>();

/** Keeps the text of a request's body at hand: read back from the request it would be a stream, which costs more. */
export const rememberBody = (request: Request, text: string): void => void bodies.set(request, text);

/** Requests go over HTTP to the base URL of each service. */
export function httpTransport(baseUrls: Readonly<Partial<Record<ServiceName, string>>>): Transport {
  const origins = new Map(
    Object.entries(baseUrls).map(([service, url]) => [internalHost(service as ServiceName), new URL(url).origin]),
  );
  return async (request) => {
    const host = hostOf(request);
    const origin = origins.get(host);
    if (origin === undefined) throw new TypeError(`no address is configured for ${host}`);
    const url = origin + request.url.slice(request.url.indexOf(host) + host.length);
    const body = bodies.get(request);
    if (body === undefined) return fetch(new Request(url, request), HANDED_ON);
    const { method, headers, signal } = request;
    return fetch(url, { method, headers, signal, body, ...HANDED_ON });
  };
}
