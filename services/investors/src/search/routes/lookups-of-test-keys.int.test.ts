import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { BuyerSearchItem } from '@plat/contracts';
import { serveHandMadeMarket } from '@plat/dataset/hand-made-market';
import type { Realm } from '@plat/kit';
import { HttpResponse, http, mockFetch } from '@plat/test-kit/mock-fetch';
import { type InvestorsUnderTest, investorsUnderTest } from '../../investors-under-test.fixture.ts';
import { addSuppression, openOperatorInvestors } from '../../operator.ts';
import { HAND_MADE_MARKET } from './buyer-search.fixture.ts';

const PROVIDER = 'https://skiptrace.example.com/v1/batch';
const PAID_NUMBER = 6025550199;
let asked = 0;
const { fetch } = mockFetch(
  http.post(PROVIDER, async ({ request }) => {
    const { requests } = (await request.json()) as { requests: { id: string }[] };
    asked += requests.length;
    return HttpResponse.json({
      results: requests.map(({ id }) => ({
        id,
        first_name: 'PAID',
        last_name: 'FOR',
        emails: [],
        phones: [{ number: String(PAID_NUMBER), line_type: 'wireless' }],
      })),
    });
  }),
);

let service: InvestorsUnderTest;
beforeAll(async () => {
  service = await investorsUnderTest(HAND_MADE_MARKET, {
    env: { PLAT_SKIPTRACE_URL: PROVIDER, PLAT_SKIPTRACE_KEY: 'provider-key' },
    overrides: { skiptraceFetch: fetch },
  });
  const { suppression: _, ...rows } = HAND_MADE_MARKET;
  const list = { kind: 'phone', value: '6025550100', list: 'national_dnc', listed_on: '2026-11-18' };
  await serveHandMadeMarket(service.sql, { ...rows, suppression: [list] }, 'sample');
}, 60_000);
afterAll(() => service?.close());

async function search(realm: Realm) {
  const principal = { keyId: `key ${realm}`, keyKind: 'subscriber', companyId: 'c', userId: null, realm } as const;
  const authorization = `Bearer ${await service.deps.tokens.sign(principal, 'investors')}`;
  const response = await service.post({ address: 'the house', lookback_years: 5 }, undefined, { authorization });
  expect(response.status).toBe(200);
  const buyers = (await response.json()) as BuyerSearchItem[];
  return buyers.map((buyer) => buyer.buyer_phone_number);
}

test('never calls the provider for a test key, nor shows it contacts that a live key paid for', async () => {
  const sample = await search('sample');
  expect(asked).toBe(0);
  expect(sample.length).toBeGreaterThan(0);

  const live = await search('live');
  expect(asked).toBeGreaterThan(0);
  expect(live).toContain(PAID_NUMBER);
  const before = asked;
  expect(await search('sample')).toEqual(sample);
  expect(asked).toBe(before);
});

test('applies imported lists to their own realm, and operator entries to both', async () => {
  // Only the live lists contain this number.
  expect(await search('live')).not.toContain(6025550104);
  expect(await search('sample')).toContain(6025550104);

  expect(await search('live')).toContain(6025550101);
  expect(await search('sample')).toContain(6025550101);
  const operator = await openOperatorInvestors(service.databaseUrl);
  const entry = { kind: 'phone', text: '602-555-0101', zip: null } as const;
  await addSuppression(operator, entry, { list: 'opt_out', note: null, createdBy: 'operator:test' });
  await operator.close();
  expect(await search('live')).not.toContain(6025550101);
  expect(await search('sample')).not.toContain(6025550101);
});
