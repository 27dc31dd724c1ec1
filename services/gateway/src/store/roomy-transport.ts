import type { Places, Transport } from '@plat/kit';

/** Of the requests that Bun sends at a time, how many may go to data services. */
const DATA_SHARE = 0.75;

/**
 * Leaves room for calls to accounts while data services are slow: Bun sends a limited number of requests at a time and
 * holds back the rest, so that else neither keys could be verified nor finished work be counted meanwhile.
 * @param maxRequests how many Bun sends at a time.
 * @param onOpen gets what tells how many requests to data services run and wait.
 */
export function withRoomForAccounts(
  transport: Transport,
  maxRequests: number,
  onOpen?: (places: () => Places) => void,
): Transport {
  const most = Math.max(1, Math.floor(maxRequests * DATA_SHARE));
  const waiting: Array<() => void> = [];
  let running = 0;
  onOpen?.(() => ({ most, inUse: running, waiting: waiting.length }));
  return async (request) => {
    if (request.service === 'accounts') return transport(request);
    if (running < most) running++;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await transport(request);
    } finally {
      // The place goes to the next one, or is free.
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  };
}
