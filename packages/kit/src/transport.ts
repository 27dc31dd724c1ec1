import type { HttpMethod, ServiceName } from '@plat/contracts';

/** A request to a service in plain parts: a `Request` would cost more than all else that is done to send one. */
export interface ServiceRequest {
  service: ServiceName;
  method: HttpMethod;
  /** With its query. */
  path: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
  signal?: AbortSignal;
}

/** The one seam between services. */
export type Transport = (request: ServiceRequest) => Promise<Response>;

/** The host that a service's app sees in its requests, in every mode. */
export const internalHost = (service: ServiceName): string => `${service}.internal`;

/** Requests go to apps in this process, by host. */
export function hostTableTransport(handlers: ReadonlyMap<string, (request: Request) => Promise<Response>>): Transport {
  return async ({ service, path, ...init }) => {
    const host = internalHost(service);
    const handler = handlers.get(host);
    if (handler === undefined) throw new TypeError(`no service at ${host}`);
    return handler(new Request(`http://${host}${path}`, init));
  };
}

/** Requests go over HTTP to the base URL of each service; redirects and compressed answers are for the caller. */
export function httpTransport(baseUrls: Readonly<Partial<Record<ServiceName, string>>>): Transport {
  const origins = new Map(Object.entries(baseUrls).map(([service, url]) => [service, new URL(url).origin]));
  return async ({ service, path, method, headers, body, signal }) => {
    const origin = origins.get(service);
    if (origin === undefined) throw new TypeError(`no address is configured for ${internalHost(service)}`);
    return fetch(origin + path, { method, headers, body, signal, redirect: 'manual', decompress: false });
  };
}
