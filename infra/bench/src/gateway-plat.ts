import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { openOperatorAccounts } from '@plat/accounts/deps';
import { createCompany, createKey, setCompanyLimit } from '@plat/accounts/operator';
import { MAX_MONTHLY_LIMIT, MAX_RATE_LIMIT } from '@plat/accounts/terms';
import { DATA_SERVICES } from '@plat/gateway/config';
import { serviceUrlVariable } from '@plat/kit';
import { createMemoryKeyEpochs } from '@plat/limits';
import { freePort, type StartedServer, startServer } from './gateway-processes.ts';

const SERVICES = join(import.meta.dir, '..', '..', '..', 'services');
const OPERATOR = 'operator:bench';
/** Together they may ask 3.2 million times a minute, each far below its limit. */
const KEYS = 32;
const COMPANY = 'Bench';

/** Keys whose requests are never counted in the month, and keys of one company whose requests all are. */
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

export interface PlatParts {
  databaseUrl: string;
  redisUrl: string;
  /** Answers in place of the services behind the gateway. */
  upstream: StartedServer;
}

/** The accounts service and the gateway, as a deployment starts them. @returns both; the gateway has the URL. */
export async function startGateway(parts: PlatParts, folder: string) {
  const env = {
    NODE_ENV: 'production',
    PLAT_HOST: '127.0.0.1',
    PLAT_INTERNAL_SECRET: randomBytes(32).toString('hex'),
    DATABASE_URL: parts.databaseUrl,
    REDIS_URL: parts.redisUrl,
  };
  const isReady = async (url: string) => (await fetch(`${url}/ready`)).ok;
  const start = async (service: 'accounts' | 'gateway', more: Readonly<Record<string, string>>) => {
    const port = await freePort();
    const command = [process.execPath, join(SERVICES, service, 'src', 'index.ts')];
    return startServer(
      { name: service, command, port, env: { ...env, PLAT_PORT: String(port), ...more }, isUp: isReady },
      folder,
    );
  };
  const accounts = await start('accounts', {});
  try {
    const behind = DATA_SERVICES.map((service) => [serviceUrlVariable(service), parts.upstream.url]);
    const gateway = await start('gateway', {
      PLAT_REQUIRE_HTTPS: 'false',
      PLAT_ACCOUNTS_URL: accounts.url,
      ...Object.fromEntries(behind),
    });
    return { gateway, accounts };
  } catch (error) {
    await accounts.stop();
    throw error;
  }
}
