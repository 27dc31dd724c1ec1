const stoppingApps = new WeakSet<object>();
const clientAddresses = new WeakMap<Request, string>();
const encrypted = new WeakSet<Request>();

/** Makes the readiness of this app 503, so that load balancers stop sending requests. */
export const markStopping = (app: object): void => {
  stoppingApps.add(app);
};

export const isStopping = (app: object): boolean => stoppingApps.has(app);

/** Stores the peer address of a request's connection. */
export const rememberClientAddress = (request: Request, address: string | undefined): void => {
  if (address !== undefined) clientAddresses.set(request, address);
};

/** IP address of the connection's peer; undefined for an in-process request. */
export const clientAddress = (request: Request): string | undefined => clientAddresses.get(request);

/** Records that a request came over TLS that ended in this process. */
export const rememberTls = (request: Request): void => {
  encrypted.add(request);
};

export const cameOverTls = (request: Request): boolean => encrypted.has(request);
