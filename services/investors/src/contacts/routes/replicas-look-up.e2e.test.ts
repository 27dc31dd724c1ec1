import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'bun:test';
import { join } from 'node:path';
import type { BuyerSearchItem } from '@plat/contracts';
import { eventually } from '@plat/test-kit';
import { type InvestorsUnderTest, investorsUnderTest } from '../../investors-under-test.fixture.ts';
import { HAND_MADE_MARKET } from '../../search/routes/buyer-search.fixture.ts';
import { ownerOnRecord } from '../domain/owner-lookup.ts';
import { nameKeyOf } from '../store/person-name.ts';

const REPLICA = join(import.meta.dir, 'lookup-replica.fixture.ts');
const HERE = { address: 'the house' };
const PHONE = '6025550121';
const SLOW_MS = 300;

/** A provider that records what it would bill: the owners in each call it accepts. */
const paid: string[][] = [];
let answersFrom = 0;
const provider = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  idleTimeout: 60,
  fetch: async (request) => {
    const { requests } = (await request.json()) as { requests: { id: string; name: string }[] };
    paid.push(requests.map(({ name }) => name));
    await Bun.sleep(paid.length <= answersFrom ? 60_000 : SLOW_MS);
    return Response.json({
      results: requests.map(({ id }) => ({
        id,
        first_name: 'Dee',
        last_name: 'Garland',
        emails: [],
        phones: [{ number: PHONE, line_type: 'wireless' }],
      })),
    });
  },
});
const SKIPTRACE = { PLAT_SKIPTRACE_URL: `http://127.0.0.1:${provider.port}/`, PLAT_SKIPTRACE_KEY: 'provider-key' };

let first: InvestorsUnderTest;
let second: InvestorsUnderTest;
const killed: Bun.Subprocess[] = [];
beforeAll(async () => {
  const { contact: _, deal = [], ...market } = HAND_MADE_MARKET;
  const named = deal.map((one) => ({ ...one, buyer_name_key: nameKeyOf(one.buyer_name ?? '') }));
  first = await investorsUnderTest({ ...market, deal: named }, { env: SKIPTRACE });
  second = await investorsUnderTest(null, { env: SKIPTRACE, beside: first });
}, 60_000);
afterAll(async () => {
  await second?.close();
  await first?.close();
  await provider.stop(true);
});
beforeEach(async () => {
  paid.length = 0;
  answersFrom = 0;
  await first.sql`delete from investors.skiptraced_contacts`;
});
afterEach(async () => {
  for (const one of killed) one.kill('SIGKILL');
  await Promise.all(killed.splice(0).map(({ exited }) => exited));
});

const phonesOf = (buyers: readonly BuyerSearchItem[]) => buyers.map((buyer) => String(buyer.buyer_phone_number));

/** The buyers of a background search. */
async function searchLater(service: InvestorsUnderTest): Promise<BuyerSearchItem[]> {
  const accepted = (await (await service.post({ ...HERE, async: true })).json()) as { search_id: string };
  for (;;) {
    const response = await service.get(`/v1/buyer-search?search_id=${accepted.search_id}`);
    const buyers = (await response.json()) as BuyerSearchItem[] | null;
    if (buyers !== null) return buyers;
    await Bun.sleep(20);
  }
}

test('two replicas pay once for an owner that both look up at once', async () => {
  const answers = await Promise.all([
    ...[first, second, first, second].map((service) => service.buyers(HERE)),
    ...[first, second].map(searchLater),
  ]);
  const [one = []] = answers;
  expect(phonesOf(one).filter((phone) => phone === PHONE).length).toBeGreaterThan(2);
  for (const answer of answers) expect(phonesOf(answer)).toEqual(phonesOf(one));
  const owners = paid.flat();
  expect(owners.length).toBeGreaterThan(2);
  expect(owners.sort()).toEqual([...new Set(owners)].sort());
  // The search reports an owner before others may claim it.
  await eventually(
    () => first.sql`select from investors.lookup_claims`,
    ({ count }) => count === 0,
  );
});

test('shows a paid contact while the database is down, and stores it for all replicas afterwards', async () => {
  const searching = first.buyers(HERE);
  while (paid.length === 0) await Bun.sleep(5);
  await first.sql`alter table investors.skiptraced_contacts rename to away`;
  const buyers = await searching;
  expect(phonesOf(buyers)).toContain(PHONE);
  await first.sql`alter table investors.away rename to skiptraced_contacts`;
  expect(phonesOf(await second.buyers(HERE))).toEqual(phonesOf(buyers));
  expect(paid).toHaveLength(1);
});

test('another replica takes over the owners of a killed one within the time of a search', async () => {
  const [deal] = (HAND_MADE_MARKET.deal ?? []).filter(({ buyer_name: name }) => name === 'HALF MILE RENTALS LLC');
  const owner = {
    name: deal!.buyer_name!,
    nameKey: nameKeyOf(deal!.buyer_name!),
    isEntity: true,
    mailingKey: deal!.buyer_mailing_key!,
    mailingZip: deal!.buyer_mailing_zip!,
  };
  answersFrom = 1;
  const replica = Bun.spawn([process.execPath, REPLICA], {
    env: {
      PATH: process.env.PATH ?? '',
      DATABASE_URL: first.databaseUrl,
      OWNER: JSON.stringify(owner),
      PLAT_GEO_URL: 'http://geo.internal',
      PLAT_ACCOUNTS_URL: 'http://accounts.internal',
      PLAT_INTERNAL_SECRET: 'a secret of thirty-two characters',
      ...SKIPTRACE,
      PLAT_SKIPTRACE_TIMEOUT_MS: '30000',
    },
    stdin: 'ignore',
    stdout: 'inherit',
    stderr: 'inherit',
  });
  killed.push(replica);
  while (paid.length === 0) await Bun.sleep(5);
  const { ownerKey } = ownerOnRecord({ ...owner, buyerId: 1, reliability: 1, mailingState: 'AZ' })!;
  const claimed = () => first.sql`select from investors.lookup_claims where owner_key = ${ownerKey}`;
  expect((await claimed()).count).toBe(1);
  replica.kill('SIGKILL');
  await replica.exited;
  const buyers = await second.buyers(HERE);
  const found = buyers.find(({ buyer_entity_name: name }) => name === owner.name);
  expect(String(found?.buyer_phone_number)).toBe(PHONE);
  expect(paid.flat().filter((name) => name === owner.name)).toHaveLength(2);
  await second.buyers(HERE);
  expect(paid.flat().filter((name) => name === owner.name)).toHaveLength(2);
}, 40_000);
