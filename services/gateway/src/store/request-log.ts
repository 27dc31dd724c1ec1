import { REQUEST_LOG_BATCH_MAX, type RequestOfKey, recordRequests } from '@plat/contracts';
import type { Clock, Logger, Principal, ServiceClient } from '@plat/kit';

const PAUSE_MS = 1_000;
const TIMEOUT_MS = 5_000;

/** Takes requests for the logs of their keys, at no cost for who made them. */
export interface RequestLog {
  add(request: RequestOfKey): void;
  /** Hands over what is left. */
  close(): Promise<void>;
}

export interface RequestLogDeps {
  client: ServiceClient;
  principal: Principal;
  clock: Clock;
  log: Logger;
}

/**
 * Sends requests to the accounts service, one batch a second at most. It loses what does not fit a batch, and what
 * the service does not take: the log serves developers and counts nothing.
 */
export function createRequestLog({ client, principal, clock, log }: RequestLogDeps): RequestLog {
  let waiting: RequestOfKey[] = [];
  let lost = 0;

  const send = async (): Promise<void> => {
    const requests = waiting;
    if (requests.length === 0) return;
    waiting = [];
    if (lost > 0) log.debug({ lost }, 'the log of requests left some out');
    lost = 0;
    try {
      const call = { principal, requestId: crypto.randomUUID(), deadlineMs: clock.nowMs() + TIMEOUT_MS };
      await client.call(recordRequests, { body: { requests }, ...call });
    } catch (err) {
      log.debug({ err }, 'requests are missing in the log of requests');
    }
  };
  // Begun here, so that a batch belongs to the trace of no request.
  const timer = setInterval(() => void send(), PAUSE_MS);
  timer.unref();
  return {
    add: (request) => {
      if (waiting.length === REQUEST_LOG_BATCH_MAX) lost++;
      else waiting.push(request);
    },
    close: async () => {
      clearInterval(timer);
      await send();
    },
  };
}
