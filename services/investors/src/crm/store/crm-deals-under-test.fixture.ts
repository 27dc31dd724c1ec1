import { randomUUID } from 'node:crypto';
import { connect, type Sql, type Transaction } from '@plat/db';
import { type TestDatabase, testDatabase } from '@plat/test-kit';
import type { Searcher } from '../../background/domain/search.ts';
import { openInvestorsDatabase } from '../../deps.ts';
import { exampleBuyer, exampleDeal } from '../../search/domain/examples.fixture.ts';
import type { FoundBuyer } from '../../search/domain/found-buyer.ts';
import type { SearchedProperty } from '../../search/domain/searched-subject.ts';
import type { NewWebhookEvent } from '../../webhooks/domain/ports.ts';
import { buyerKey } from '../domain/buyer-key.ts';
import { dealOwner } from '../domain/deal-owner.ts';
import type { CrmDealStore, DealAttachment, DealBuyer } from '../domain/ports.ts';
import { createPostgresCrmDealStore } from './postgres-crm-deal-store.ts';

export const SEARCHER: Searcher = { companyId: 'company 1', keyId: 'key 1', userId: null, realm: 'live' };
export const HOUSE: SearchedProperty = {
  propertyId: 1,
  address: '12 W Juniper Ave, Phoenix, AZ 85013',
  latitude: 33.5,
  longitude: -112.1,
};
export const never = new AbortController().signal;

/** A buyer by name; `changes` holds the facts that a search found. */
export const foundBuyer = (name: string, changes: Partial<FoundBuyer> = {}): FoundBuyer => ({
  deal: exampleDeal({ buyer: exampleBuyer({ name, nameKey: name }) }),
  contact: null,
  lookupFailed: false,
  rank: 1,
  smartMatch: false,
  ...changes,
});

const dealBuyer = (found: FoundBuyer): DealBuyer => ({
  buyerKey: buyerKey(found.deal),
  buyerType: found.deal.buyerType,
  found,
});

export const attachment = (
  found: readonly FoundBuyer[],
  changes: Partial<DealAttachment> & { searcher?: Searcher } = {},
): DealAttachment => {
  const { searcher = SEARCHER } = changes;
  return {
    owner: dealOwner(searcher),
    searcher,
    property: HOUSE,
    searchId: randomUUID(),
    buyers: found.map(dealBuyer),
    at: '2026-06-30T12:00:00.000Z',
    ...changes,
  };
};

/** The store over its own database; `events` lists the events that it queues, in order. */
export interface CrmDealsUnderTest {
  sql: Sql;
  url: string;
  store: CrmDealStore;
  events: NewWebhookEvent[];
  /** Makes the next event fail to queue. */
  failNextEvent(): void;
  /** Gives a key a URL for deals. */
  setDealUrl(keyId: string, url: string | null): Promise<void>;
  /** A store whose session the server kills before it queues an event, after all other statements. */
  killable(): Promise<{ store: CrmDealStore; close(): Promise<void> }>;
  close(): Promise<void>;
}

/** @param given an empty database, such as one on a server of its own. */
export async function crmDealsUnderTest(given?: TestDatabase): Promise<CrmDealsUnderTest> {
  const database = given ?? (await testDatabase());
  const sql = await openInvestorsDatabase(database.url);
  const events: NewWebhookEvent[] = [];
  let fails = false;
  const outbox = {
    add: async (tx: Transaction, one: NewWebhookEvent) => {
      if (fails) {
        fails = false;
        throw new Error('could not queue the event');
      }
      await tx`
        insert into investors.webhook_deliveries
          (id, company_id, key_id, event, deal_id, url, retries, next_attempt_at)
        values (${randomUUID()}, ${one.companyId}, ${one.keyId}, ${one.event},
          ${(one.subject as { dealId: string }).dealId}, ${one.url}, false, now())`;
      events.push(one);
    },
  };
  return {
    sql,
    url: database.url,
    store: createPostgresCrmDealStore({ sql, outbox }),
    events,
    failNextEvent: () => {
      fails = true;
    },
    setDealUrl: async (keyId, url) => {
      await sql`
        insert into investors.webhook_settings (key_id, company_id, signing_secret, deal_url)
        values (${keyId}, 'company 1', 'whsec_dGVzdA==', ${url})
        on conflict (key_id) do update set deal_url = excluded.deal_url`;
    },
    killable: async () => {
      const own = connect(database.url, { applicationName: 'plat-test', maxConnections: 1 });
      await own`
        insert into investors.webhook_settings (key_id, company_id, signing_secret, deal_url)
        values (${SEARCHER.keyId}, ${SEARCHER.companyId}, 'whsec_dGVzdA==', 'https://crm.example.com/deals')`;
      const killer = {
        add: async (tx: Transaction) => {
          const [{ pid }] = await tx<[{ pid: number }]>`select pg_backend_pid() as pid`;
          await sql`select pg_terminate_backend(${pid}, 5000)`;
          await tx`select 1`;
        },
      };
      return {
        store: createPostgresCrmDealStore({ sql: own, outbox: killer }),
        close: () => own.end({ timeout: 5 }),
      };
    },
    close: async () => {
      await sql.end({ timeout: 5 });
      await database.close();
    },
  };
}
