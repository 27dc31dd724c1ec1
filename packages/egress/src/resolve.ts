import { Resolver } from 'node:dns/promises';

/**
 * Returns all addresses of a host name, in no particular order. For a name without addresses the result is empty or
 * rejects.
 * @param signal cancels the lookup.
 */
export type Resolve = (hostname: string, signal: AbortSignal) => Promise<readonly string[]>;

const QUERY_TIMEOUT_MS = 2_000;
const TRIES = 2;

/**
 * Queries the name servers of this machine for A and AAAA records. Unlike `dns.lookup`, it skips the hosts file and
 * search domains, which are internal, and it can be cancelled.
 * @param servers `address:port`; the system's servers by default.
 */
export function createDnsResolve(servers?: readonly string[]): Resolve {
  return async (hostname, signal) => {
    const resolver = new Resolver({ timeout: QUERY_TIMEOUT_MS, tries: TRIES });
    if (servers !== undefined) resolver.setServers(servers);
    const cancel = () => resolver.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
      return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  };
}
