import { afterAll, beforeAll } from 'bun:test';
import type { AnyEndpoint, WebhookDelivery, WebhookEvent } from '@plat/contracts';
import type { Transaction } from '@plat/db';
import { createEgress } from '@plat/egress';
import { startTestReceiver, type TestReceiver } from '@plat/egress/testing';
import { createInternalTokens, createLogger, type Principal, type RunningServer, startServer } from '@plat/kit';
import { eventually, type TestDatabase, testDatabase } from '@plat/test-kit';
import { createInvestorsApp } from '../app.ts';
import { readInvestorsConfig } from '../config.ts';
import { createInvestorsDeps, type InvestorsDeps } from '../deps.ts';
import { type DeliverDeps, deliverWebhook } from './domain/deliver-webhook.ts';
import { deliveryDocument } from './domain/delivery-document.ts';
import { CLAIM_MS } from './domain/dispatcher.ts';
import type { DeliveryAttempt, WebhookWriter } from './domain/ports.ts';

export const INTERNAL_SECRET = 'a secret of at least thirty-two bytes';
export const ACME: Principal = {
  keyId: 'key-acme',
  keyKind: 'subscriber',
  companyId: 'acme',
  userId: null,
  realm: 'live',
};
export const OTHER: Principal = {
  keyId: 'key-other',
  keyKind: 'enterprise',
  companyId: 'other',
  userId: null,
  realm: 'live',
};
/** Every name resolves to the one receiver. */
export const HOSTS = ['hooks.example.com', 'other.example.com', 'third.example.com'] as const;
export const WEBHOOK_SECRET = 'opaque-words-of-the-receiver';
const START_MS = 60_000;

export interface WebhookAnswer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look at answers of every operation
  body: any;
}

interface Replica {
  deps: InvestorsDeps;
  server: RunningServer;
  close(): Promise<void>;
}

export interface WebhooksUnderTest {
  database: TestDatabase;
  deps: InvestorsDeps;
  receiver: TestReceiver;
  /** What all replicas logged, one JSON object per line. */
  lines: string[];
  /** Ids of revoked keys. */
  revokedKeys: Set<string>;
  metrics(): Promise<string>;
  call(
    endpoint: AnyEndpoint,
    input?: { body?: unknown; query?: Record<string, string>; as?: Principal },
  ): Promise<WebhookAnswer>;
  /** Ends a search and queues its event, as a search worker does. @returns the id of the search. */
  searchEnds(path: string, options?: { as?: Principal; event?: WebhookEvent; host?: string }): Promise<string>;
  /** Waits until the deliveries of a search meet the condition. @throws Error after `timeoutMs`. */
  deliveries(
    searchId: string,
    until: (deliveries: WebhookDelivery[]) => boolean,
    options?: { as?: Principal; timeoutMs?: number },
  ): Promise<WebhookDelivery[]>;
  /** Starts another working replica over the same database. */
  addReplica(): Promise<void>;
}

/** The event of a search while the search exists. */
export const writeOutcome =
  (sql: TestDatabase['sql']): WebhookWriter =>
  async (searchId) => {
    const [search] = await sql<{ status: string }[]>`select status from investors.searches where id = ${searchId}`;
    if (search === undefined) return null;
    return { body: { search_id: searchId, status: search.status }, headers: { 'x-webhook-secret': WEBHOOK_SECRET } };
  };

/** Claims a delivery and makes the attempt, as a dispatcher does; does nothing without a due delivery. */
export async function deliverNow(deps: DeliverDeps, attempt: DeliveryAttempt, stopping: AbortSignal): Promise<void> {
  const delivery = await deps.queue.claim(attempt, CLAIM_MS);
  if (delivery === 'busy') throw new Error('another process has this delivery');
  if (delivery !== null) await deliverWebhook(deps, delivery, stopping);
}

export interface EndedSearch {
  url: string;
  as: Principal;
  event: WebhookEvent;
}

/** Stores a completed search and queues its event in one transaction. @returns the id of the search. */
export async function endSearch(
  transaction: Transaction,
  { outbox }: Pick<InvestorsDeps, 'outbox'>,
  { url, as: { companyId, keyId, userId }, event }: EndedSearch,
): Promise<string> {
  const searchId = Bun.randomUUIDv7();
  await transaction`
    insert into investors.searches
      (id, api, company_id, key_id, user_id, question, sort, status, completed_at, expires_at)
    values (${searchId}, 'v1', ${companyId}, ${keyId}, ${userId}, '{}', 'match', 'completed', now(),
      now() + interval '1 day')`;
  await outbox.add(transaction, { event, subject: { searchId }, companyId, keyId, userId, url });
  return searchId;
}

/** The webhooks of the investors service over HTTP, with a receiver at `https://hooks.example.com`. */
export function webhooksUnderTest(
  options: { writer?: (sql: TestDatabase['sql']) => WebhookWriter; workers?: number } = {},
): WebhooksUnderTest {
  let database: TestDatabase;
  let receiver: TestReceiver;
  const replicas: Replica[] = [];
  const revokedKeys = new Set<string>();
  const lines: string[] = [];
  const tokens = createInternalTokens(INTERNAL_SECRET);

  const addReplica = async () => {
    const log = createLogger({
      name: 'investors',
      level: 'debug',
      destination: { write: (line) => void lines.push(line) },
    });
    const config = readInvestorsConfig({
      DATABASE_URL: database.url,
      PLAT_INTERNAL_SECRET: INTERNAL_SECRET,
      PLAT_GEO_URL: 'http://geo.internal',
      PLAT_ACCOUNTS_URL: 'http://accounts.internal',
      PLAT_WORKERS: String(options.workers ?? 1),
    });
    const egress = createEgress({
      policy: { allowLoopback: true, deniedRanges: [] },
      log,
      resolve: async (name) => (name.endsWith('.example.com') ? ['127.0.0.1'] : []),
      ca: receiver.ca,
    });
    const write = (options.writer ?? writeOutcome)(database.sql);
    const keys = { mayBeTold: async (keyId: string) => !revokedKeys.has(keyId) };
    const webhookWriters = { 'buyer_search.completed': write, 'buyer_search.failed': write };
    const { deps, beginWork, close } = await createInvestorsDeps(config, { log, tokens, egress, webhookWriters, keys });
    await beginWork();
    const server = startServer({ app: createInvestorsApp(deps), port: 0, hostname: '127.0.0.1' });
    replicas.push({ deps, server, close });
  };

  beforeAll(async () => {
    [database, receiver] = await Promise.all([testDatabase(), startTestReceiver({ names: HOSTS })]);
    await addReplica();
  }, START_MS);
  afterAll(async () => {
    for (const { server, close } of replicas) {
      await server.stop(0);
      await close();
    }
    await receiver.close();
    await database.close();
  }, START_MS);

  const first = (): Replica => {
    const [replica] = replicas;
    if (replica === undefined) throw new Error('the service has not started');
    return replica;
  };
  const under: WebhooksUnderTest = {
    lines,
    revokedKeys,
    addReplica,
    get database() {
      return database;
    },
    get deps() {
      return first().deps;
    },
    get receiver() {
      return receiver;
    },
    metrics: () => first().deps.metrics.registry.metrics(),
    call: async (endpoint, { body, query = {}, as = ACME } = {}) => {
      const response = await fetch(`${first().server.url}${endpoint.path}?${new URLSearchParams(query)}`, {
        method: endpoint.method,
        headers: {
          authorization: `Bearer ${await tokens.sign(as, 'investors')}`,
          'content-type': 'application/json',
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: response.status, body: await response.json() };
    },
    searchEnds: (path, { as = ACME, event = 'buyer_search.completed', host = HOSTS[0] } = {}) => {
      const url = receiver.url(path).replace(HOSTS[0], host);
      return database.sql.begin((transaction) => endSearch(transaction, first().deps, { url, as, event }));
    },
    deliveries: (searchId, until, { as = ACME, timeoutMs } = {}) =>
      eventually(
        async () => {
          const { deliveries } = await first().deps.deliveryLog.list(as.keyId, {
            status: null,
            after: null,
            limit: 500,
          });
          return deliveries.map(deliveryDocument).filter(({ search_id }) => search_id === searchId);
        },
        until,
        timeoutMs,
      ),
  };
  return under;
}
