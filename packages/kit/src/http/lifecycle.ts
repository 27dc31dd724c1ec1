const stoppingApps = new WeakSet<object>();
const clientAddresses = new WeakMap<Request, string>();
const encrypted = new WeakSet<Request>();

/** From now on the readiness of this app is 503, so that no load balancer sends it more. */
export const markStopping = (app: object): void => {
  stoppingApps.add(app);
};

export const isStopping = (app: object): boolean => stoppingApps.has(app);

/** Remembers who is at the other end of a request's connection, where there is a connection. */
export const rememberClientAddress = (request: Request, address: string | undefined): void => {
  if (address !== undefined) clientAddresses.set(request, address);
};

/** IP address at the other end of the connection; undefined for a request that came in-process. */
export const clientAddress = (request: Request): string | undefined => clientAddresses.get(request);

/** Remembers that a request came over TLS that ended in this process. */
export const rememberTls = (request: Request): void => {
  encrypted.add(request);
};

export const cameOverTls = (request: Request): boolean => encrypted.has(request);
