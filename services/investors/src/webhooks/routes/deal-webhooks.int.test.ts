import { beforeAll, expect, test } from 'bun:test';
import { updateWebhookSettings } from '@plat/contracts';
import { eventually } from '@plat/test-kit';
import { Webhook } from 'standardwebhooks';
import { MESSAGE_SEARCHES } from '../../crm/domain/deal-message.ts';
import { serveHandMadeMarket } from '../../hand-made-market.fixture.ts';
import { exampleBuyer, exampleDeal } from '../../search/domain/examples.fixture.ts';
import type { FoundBuyer } from '../../search/domain/found-buyer.ts';
import { ACME, webhooksUnderTest } from '../webhooks-under-test.fixture.ts';

const service = webhooksUnderTest();
const START_MS = 60_000;
const CRM = '/crm/deals';
const never = new AbortController().signal;
const SEARCHER = { companyId: ACME.companyId, keyId: ACME.keyId, userId: null, realm: 'live' } as const;
const ADA = {
  firstName: 'Ada',
  lastName: 'Oakley',
  zip: '85003',
  wireless: ['6025550101'],
  landline: [],
  email: ['ada@example.com'],
};

let propertyId = 0;
/** Attaches the deal of a search: of a new house each time unless one is given. */
async function attach(names: string[], house = ++propertyId): Promise<{ dealId: string; searchId: string }> {
  const buyers = names.map(
    (name, index): FoundBuyer => ({
      deal: exampleDeal({ buyer: exampleBuyer({ name, nameKey: name }) }),
      contact: ADA,
      lookupFailed: false,
      rank: index + 1,
      smartMatch: false,
    }),
  );
  const property = {
    propertyId: house,
    address: `${house} W Juniper Ave, Phoenix, AZ 85013`,
    latitude: 33.5,
    longitude: -112.1,
  };
  const searchId = crypto.randomUUID();
  const search = {
    searcher: SEARCHER,
    searchId,
    criteria: { create_deal: true },
    buyers,
    subject: { point: { latitude: 33.5, longitude: -112.1 }, property },
    at: new Date().toISOString(),
  };
  // A search gives up its deal after two seconds. Many searches of one house can take that long on a busy machine.
  let dealId: string | null = null;
  while (dealId === null) dealId = await service.deps.crmDeals.attach(search, never);
  return { dealId, searchId };
}
const callsAbout = (dealId: string) => service.receiver.calls.filter(({ body }) => body.includes(dealId));
const told = (dealId: string, times: number) =>
  eventually(
    async () => callsAbout(dealId),
    (calls) => calls.length === times,
  );
// biome-ignore lint/suspicious/noExplicitAny: messages as any receiver reads them
const messageOf = ({ body }: { body: string }): any => JSON.parse(body);
const settings = (body: object) => service.call(updateWebhookSettings, { body });

beforeAll(async () => {
  const today = new Date().toISOString().slice(0, 10);
  await serveHandMadeMarket(service.database.sql, {
    suppression: [{ kind: 'phone', value: '6025550199', list: 'national_dnc', listed_on: today }],
  });
  await settings({ deal_url: service.receiver.url(CRM) });
}, START_MS);

test('a CRM gets a signed webhook with the whole created deal', async () => {
  const { dealId, searchId } = await attach(['A LLC', 'B LLC']);
  const [call] = await told(dealId, 1);
  expect(call?.path).toBe(CRM);
  const { body } = await settings({ retries: false });
  const message = new Webhook(body.signing_secret).verify(call?.body ?? '', call?.headers as Record<string, string>);
  expect(Object.keys(message as object)).toEqual([
    ...['event', 'deal_id', 'address', 'property_id', 'latitude', 'longitude', 'search_ids', 'buyers'],
    ...['created_at', 'updated_at'],
  ]);
  expect(message).toMatchObject({
    event: 'deal.changed',
    deal_id: dealId,
    property_id: propertyId,
    search_ids: [searchId],
    buyers: [
      { buyer_entity_name: 'A LLC', smart_match_rank: 1, buyer_phone_number: 6025550101 },
      { buyer_entity_name: 'B LLC', smart_match_rank: 2, buyer_email: 'ada@example.com' },
    ],
  });
  const { buyers } = message as { buyers: object[] };
  expect(buyers.map((item) => Object.keys(item).length)).toEqual([25, 25]);
});

test('a CRM gets webhooks for changes, not for a search with the same results', async () => {
  const { dealId } = await attach(['A LLC']);
  await told(dealId, 1);
  await attach(['A LLC'], propertyId);
  const { dealId: other } = await attach(['C LLC']);
  await told(other, 1);
  await attach(['B LLC'], propertyId - 1);
  const [, second] = await told(dealId, 2);
  expect(messageOf(second!).buyers.map((item: { buyer_entity_name: string }) => item.buyer_entity_name)).toEqual([
    'B LLC',
    'A LLC',
  ]);
});

test('a message applies the lists at sending time and has only the newest searches', async () => {
  const { dealId } = await attach(['A LLC']);
  await told(dealId, 1);
  for (let count = 0; count < MESSAGE_SEARCHES + 2; count += 1) await attach(['A LLC'], propertyId);
  await service.database.sql`
    insert into investors.suppressions (kind, value, list, created_by)
    values ('email', 'ada@example.com', 'deletion', 'operator:test')`;
  try {
    const { searchId } = await attach(['A LLC', 'B LLC'], propertyId);
    const [, second] = await told(dealId, 2);
    const { buyers, search_ids } = messageOf(second!);
    expect([search_ids.length, search_ids[0]]).toEqual([MESSAGE_SEARCHES, searchId]);
    expect(buyers.map((item: Record<string, unknown>) => [item.buyer_first_name, item.buyer_phone_number])).toEqual([
      [null, null],
      [null, null],
    ]);
    expect(second?.body).not.toContain('ada@example.com');
  } finally {
    await service.database.sql`truncate investors.suppressions`;
  }
});

test('a burst of changes ends with a message of the last state', async () => {
  const house = ++propertyId;
  const names = Array.from({ length: 20 }, (_, index) => `BURST ${index} LLC`);
  const attached = await Promise.all(names.map((name) => attach([name], house)));
  const { dealId } = attached[0]!;
  await eventually(
    async () => callsAbout(dealId).map(messageOf),
    (messages) => messages.some(({ buyers }) => buyers.length === names.length),
  );
  const waiting = () => service.database.sql`
    select from investors.webhook_deliveries where deal_id = ${dealId} and status = 'pending'`;
  await eventually(waiting, ({ length }) => length === 0);
  expect(callsAbout(dealId).length).toBeLessThanOrEqual(names.length);
});

test('a missing deal sends no webhook', async () => {
  const message = await service.deps.webhookWriters['deal.changed']!(crypto.randomUUID(), never);
  expect(message).toBeNull();
});
