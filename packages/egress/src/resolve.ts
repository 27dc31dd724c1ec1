import { Resolver } from 'node:dns/promises';

/**
 * All addresses of a host name, in no particular order; empty or a rejection when it has none.
 * @param signal ends the question early.
 */
export type Resolve = (hostname: string, signal: AbortSignal) => Promise<readonly string[]>;

const QUERY_TIMEOUT_MS = 2_000;
const TRIES = 2;

/**
 * Asks the name servers of this machine for A and AAAA records. Not `dns.lookup`: that reads the hosts file and search
 * domains, which are the inside of a network, and nothing ends a question once it is asked.
 * @param servers `address:port`; those of the system unless given.
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
