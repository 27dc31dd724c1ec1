import type { Capacity, Transport } from '@plat/kit';

/** Share of Bun's concurrent outgoing requests that data services may use. */
const DATA_SHARE = 0.75;

/**
 * Reserves connections for accounts while data services are slow. Bun limits concurrent requests; without the
 * reserve, keys could not be verified nor finished work counted.
 * @param maxRequests Bun's limit of concurrent requests.
 * @param onOpen receives a function that reports running and waiting requests to data services.
 */
export function dataServiceBulkhead(
  transport: Transport,
  maxRequests: number,
  onOpen?: (capacity: () => Capacity) => void,
): Transport {
  const max = Math.max(1, Math.floor(maxRequests * DATA_SHARE));
  const waiting: Array<() => void> = [];
  let running = 0;
  onOpen?.(() => ({ max, inUse: running, waiting: waiting.length }));
  return async (request) => {
    if (request.service === 'accounts') return transport(request);
    if (running < max) running++;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await transport(request);
    } finally {
      // Pass the slot to the next waiter, or free it.
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  };
}
