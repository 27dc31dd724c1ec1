import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { openOperatorAccounts } from '@plat/accounts/deps';
import { createCompany, createKey, setCompanyLimit } from '@plat/accounts/operator';
import { MAX_MONTHLY_LIMIT, MAX_RATE_LIMIT } from '@plat/accounts/terms';
import type { ServiceName } from '@plat/contracts';
import { freePort } from '@plat/db/free-ports';
import { DATA_SERVICES } from '@plat/gateway/config';
import { createInternalTokens, MAX_TOKEN_LIFETIME_SECONDS, serviceUrlVariable } from '@plat/kit';
import { createMemoryKeyEpochs } from '@plat/limits';
import { type StartedServer, startServer } from './gateway-processes.ts';

const SERVICES = join(import.meta.dir, '..', '..', '..', 'services');
const OPERATOR = 'operator:bench';
/** Together they allow 3.2 million requests a minute, so each stays far below its limit. */
const KEYS = 32;
const COMPANY = 'Bench';

/** Keys whose requests never count against the month, and keys of one company whose requests all count. */
export interface BenchKeys {
  uncounted: string[];
  counted: string[];
}

export async function createKeys(databaseUrl: string): Promise<BenchKeys> {
  const accounts = await openOperatorAccounts(databaseUrl, createMemoryKeyEpochs());
  try {
    await createCompany(accounts, OPERATOR, { name: COMPANY, subscription: 'active' });
    const limit = { endpoint: 'autocomplete', customLimit: MAX_MONTHLY_LIMIT };
    await setCompanyLimit(accounts, OPERATOR, COMPANY, limit);
    const create = async (isTest: boolean): Promise<string[]> => {
      const keys: string[] = [];
      for (let at = 0; at < KEYS; at++) {
        const terms = { kind: 'subscriber', companyName: COMPANY, rateLimit: MAX_RATE_LIMIT, isTest };
        keys.push((await createKey(accounts, OPERATOR, { ...terms, name: `bench ${at} ${isTest}` })).key);
      }
      return keys;
    };
    return { uncounted: await create(true), counted: await create(false) };
  } finally {
    await accounts.close();
  }
}

/** State shared by the services of these benchmarks. */
export interface Installation {
  databaseUrl: string;
  redisUrl: string;
  internalSecret: string;
  /** For the logs of its processes. */
  folder: string;
}

export const newInstallation = (databaseUrl: string, redisUrl: string, folder: string): Installation => ({
  databaseUrl,
  redisUrl,
  folder,
  internalSecret: randomBytes(32).toString('hex'),
});

/** Starts a service as a deployment does. */
export async function startService(
  service: ServiceName | 'gateway',
  { databaseUrl, redisUrl, internalSecret, folder }: Installation,
  settings: Readonly<Record<string, string>> = {},
): Promise<StartedServer> {
  const port = freePort();
  const env = {
    NODE_ENV: 'production',
    PLAT_HOST: '127.0.0.1',
    PLAT_PORT: String(port),
    PLAT_INTERNAL_SECRET: internalSecret,
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    ...settings,
  };
  const command = [process.execPath, join(SERVICES, service, 'src', 'index.ts')];
  const isUp = async (url: string) => (await fetch(`${url}/ready`)).ok;
  return startServer({ name: `${service}-${port}`, command, port, env, isUp }, folder);
}

/** Starts a gateway with an accounts service. One upstream replaces every data service except `geo`. */
export function startGateway(
  installation: Installation,
  behind: { accounts: StartedServer; upstream: StartedServer; geo: StartedServer },
): Promise<StartedServer> {
  const urls = DATA_SERVICES.map((service) => [
    serviceUrlVariable(service),
    (service === 'geo' ? behind.geo : behind.upstream).url,
  ]);
  return startService('gateway', installation, {
    PLAT_REQUIRE_HTTPS: 'false',
    [serviceUrlVariable('accounts')]: behind.accounts.url,
    ...Object.fromEntries(urls),
  });
}

/** Authorization for calling geo directly, as created by `plat token`. */
export async function geoAuthorization({ internalSecret }: Installation): Promise<string> {
  const principal = { keyId: 'bench', keyKind: 'service', companyId: 'plat', userId: null, realm: 'live' } as const;
  return `Bearer ${await createInternalTokens(internalSecret).issue(principal, 'geo', MAX_TOKEN_LIFETIME_SECONDS)}`;
}
