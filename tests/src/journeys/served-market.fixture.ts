import { type OperatorAccounts, openOperatorAccounts } from '@plat/accounts/deps';
import { createEgress } from '@plat/egress';
import { startTestReceiver, type TestReceiver } from '@plat/egress/testing';
import { createLogger, startServer } from '@plat/kit';
import { createMemoryKeyEpochs } from '@plat/limits';
import { createHost, type HostOptions } from '@plat/standalone';
import { readEnvironment } from '@plat/standalone/environment';
import { SAMPLE_AS_OF, sampleDatabase } from '@plat/standalone/sample-database';
import type { TestDatabase } from '@plat/test-kit';

export interface ServeOptions {
  /** Receiver of webhooks: on this machine without TLS, as for developers, or behind a name with TLS. */
  receiver: 'localhost' | 'hooks.example.com';
  /** A database with other records and their day; generated live records by default. */
  database?: { opened: TestDatabase; asOf: string };
  logLevel?: string;
  logTo?: HostOptions['logTo'];
}

/** All of Plat over the synthetic market, with a webhook receiver and the operator's accounts. */
export interface ServedMarket {
  url: string;
  database: TestDatabase;
  receiver: TestReceiver;
  operator: OperatorAccounts;
  /** A flipped house with buyers around it. */
  address: string;
  /** Sends a request like any client, as JSON if there is a body. */
  // biome-ignore lint/suspicious/noExplicitAny: responses of several operations
  send(method: string, path: string, headers: Record<string, string>, body?: unknown): Promise<Answer<any>>;
  close(): Promise<void>;
}

interface Answer<Body> {
  status: number;
  headers: Headers;
  body: Body;
}

export async function serveSampleMarket(options: ServeOptions): Promise<ServedMarket> {
  const { receiver: name, logLevel = 'silent', logTo } = options;
  const isLocal = name === 'localhost';
  const [database, receiver] = await Promise.all([
    options.database?.opened ?? sampleDatabase(),
    startTestReceiver({ insecure: isLocal, names: [name] }),
  ]);
  const [flipped] = await database.sql<{ address: string }[]>`
    select address from market.deal where deal_type = 'flip' and cell is not null order by deal_id limit 1`;
  const byName = createEgress({
    policy: { allowLoopback: true, deniedRanges: [] },
    log: createLogger({ name: 'test', level: 'silent' }),
    resolve: async (asked) => (asked === name ? ['127.0.0.1'] : []),
    ca: receiver.ca,
  });
  const host = await createHost({
    databaseUrl: database.url,
    internalSecret: 'a secret of at least thirty-two bytes',
    asOf: () => options.database?.asOf ?? SAMPLE_AS_OF,
    environment: readEnvironment({ PLAT_LOG_LEVEL: logLevel, PLAT_EGRESS_ALLOW_LOOPBACK: String(isLocal) }),
    ...(isLocal ? {} : { egress: byName }),
    ...(logTo === undefined ? {} : { logTo }),
  });
  const server = startServer({ app: host.app, port: 0, hostname: '127.0.0.1' });
  const url = `http://127.0.0.1:${server.port}`;
  const operator = await openOperatorAccounts(database.url, createMemoryKeyEpochs());
  return {
    url,
    database,
    receiver,
    operator,
    address: flipped!.address,
    send: async (method, path, headers, body) => {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: response.status, headers: response.headers, body: await response.json() };
    },
    close: async () => {
      await operator.close();
      await server.stop(0);
      await host.close();
      await receiver.close();
      await database.close();
    },
  };
}
