import type { HttpMethod, ServiceName } from '@plat/contracts';

/** A request to a service in plain parts, because creating a `Request` costs more than the rest of sending it. */
export interface ServiceRequest {
  service: ServiceName;
  method: HttpMethod;
  /** Includes the query. */
  path: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
  signal?: AbortSignal;
}

/** Sends requests between services; the only seam between them. */
export type Transport = (request: ServiceRequest) => Promise<Response>;

/** Host that a service's app sees in its requests, in every mode. */
export const internalHost = (service: ServiceName): string => `${service}.internal`;

/** Sends requests to apps in this process, by host. */
export function hostTableTransport(handlers: ReadonlyMap<string, (request: Request) => Promise<Response>>): Transport {
  return async ({ service, path, ...init }) => {
    const host = internalHost(service);
    const handler = handlers.get(host);
    if (handler === undefined) throw new TypeError(`no service at ${host}`);
    return handler(new Request(`http://${host}${path}`, init));
  };
}

/** Sends requests over HTTP to each service's base URL. Redirects and compressed responses are left to the caller. */
export function httpTransport(baseUrls: Readonly<Partial<Record<ServiceName, string>>>): Transport {
  const origins = new Map(Object.entries(baseUrls).map(([service, url]) => [service, new URL(url).origin]));
  return async ({ service, path, method, headers, body, signal }) => {
    const origin = origins.get(service);
    if (origin === undefined) throw new TypeError(`no address is configured for ${internalHost(service)}`);
    return fetch(origin + path, { method, headers, body, signal, redirect: 'manual', decompress: false });
  };
}
