import { afterAll, expect, test } from 'bun:test';
import { SEARCHED_ADDRESS_HEADER } from '@plat/kit';
import { enterprise, HERE, startTestGateway } from './gateway.fixture.ts';

const gateway = startTestGateway();
afterAll(() => gateway.close());

const IDENTIFIED = { counted_thing: { kind: 'property', value: '71' }, searched_address: 'opaque' } as const;
const FORGED = { [SEARCHED_ADDRESS_HEADER]: 'forged' };
const sentOn = () => gateway.fake.forwarded.at(-1)?.headers.get(SEARCHED_ADDRESS_HEADER);

test('sends the resolved address on with the search, and identifies by the location alone', async () => {
  const asked: unknown[] = [];
  gateway.fake.identify = async ({ body }) => {
    asked.push(body);
    return IDENTIFIED;
  };
  const body = { address: '12 W Juniper Ave, Phoenix, AZ 85013', radius_miles: 1 };
  expect((await gateway.post('/v1/buyer-search', body)).status).toBe(200);
  expect(asked).toEqual([{ address: body.address }]);
  expect(sentOn()).toBe('opaque');
});

test('never passes on such a header from a caller', async () => {
  gateway.fake.identify = async () => ({ counted_thing: IDENTIFIED.counted_thing });
  await gateway.post('/v1/buyer-search', HERE, FORGED);
  expect(sentOn()).toBeNull();
  await gateway.post('/v1/buyer-search', HERE, { ...enterprise('user-1'), ...FORGED });
  expect(sentOn()).toBeNull();
});
