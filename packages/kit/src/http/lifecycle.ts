const stoppingApps = new WeakSet<object>();
const clientAddresses = new WeakMap<Request, string>();

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
