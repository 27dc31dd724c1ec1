import { afterAll, beforeAll, expect, test } from 'bun:test';
import { SEARCHED_ADDRESS_HEADER } from '@plat/kit';
import { eventually } from '@plat/test-kit';
import { type InvestorsUnderTest, investorsUnderTest } from '../../investors-under-test.fixture.ts';
import { writeSearchedAddress } from '../domain/searched-address.ts';
import { HOUSE } from './buyer-search.fixture.ts';

/** Far below the minutes that retries of a failing search take. */
const ENDS_MS = 20_000;

let service: InvestorsUnderTest;
beforeAll(async () => {
  service = await investorsUnderTest();
}, 60_000);
afterAll(() => service?.close());

const RESOLVED = {
  address: HOUSE.address,
  propertyId: HOUSE.property_id,
  latitude: 33.5,
  longitude: -112.1,
  level: 'exact',
} as const;
const searchWith = (header: string, body: object) =>
  service.post(body, undefined, { [SEARCHED_ADDRESS_HEADER]: header });

test('the search uses the address that was resolved to identify its property', async () => {
  const identified = await service.ask('/internal/searched-property', { address: 'the misspelled house' });
  const { searched_address: header } = (await identified.json()) as { searched_address: string };
  const body = { address: 'the misspelled house' };
  const [passed, resolved] = [await searchWith(header, body), await service.post(body)];
  expect(passed.status).toBe(200);
  expect(await passed.text()).toBe(await resolved.text());
  for (const name of ['x-subject-address', 'x-subject-property-id', 'x-match-level']) {
    expect(passed.headers.get(name)).toBe(resolved.headers.get(name));
  }
});

test('no call resolves an address again', async () => {
  // The address service fails for this address.
  expect((await service.post({ address: 'broken' })).status).toBe(502);
  expect((await searchWith(writeSearchedAddress('broken', RESOLVED), { address: 'broken' })).status).toBe(200);
  const accepted = await searchWith(writeSearchedAddress('broken', RESOLVED), { address: 'broken', async: true });
  expect(accepted.status).toBe(202);
});

test('a background search keeps the address as it was resolved when accepted', async () => {
  const accepted = await searchWith(writeSearchedAddress('broken', RESOLVED), { address: 'broken', async: true });
  const { search_id: id } = (await accepted.json()) as { search_id: string };
  const read = async () =>
    (await service.get(`/v1/buyer-search/status?search_id=${id}`)).json() as Promise<{ status: string }>;
  expect(await eventually(read, ({ status }) => status !== 'pending', ENDS_MS)).toMatchObject({ status: 'completed' });
});

test('an address that matched nothing stays unmatched', async () => {
  const header = writeSearchedAddress('the house', null);
  expect((await searchWith(header, { address: 'the house' })).status).toBe(404);
  const { latitude, longitude } = RESOLVED;
  expect((await searchWith(header, { address: 'the house', latitude, longitude })).status).toBe(200);
});

test.each([
  ['of another address', writeSearchedAddress('the house', RESOLVED)],
  ['that is no JSON', 'no JSON'],
  ['of another form', Buffer.from('{"of":"x"}').toString('base64url')],
])('ignores a header %s', async (_, header) => {
  expect((await searchWith(header, { address: 'broken' })).status).toBe(502);
});
