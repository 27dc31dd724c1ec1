import { afterAll, beforeAll, expect, test } from 'bun:test';
import { eventually } from '@plat/test-kit';
import { type InvestorsUnderTest, investorsUnderTest } from '../../investors-under-test.fixture.ts';

let service: InvestorsUnderTest;
beforeAll(async () => {
  service = await investorsUnderTest();
}, 60_000);
afterAll(() => service?.close());

test('shows results that an earlier release stored without a version', async () => {
  const accepted = await service.post({ address: 'the house', async: true });
  const { search_id: id } = (await accepted.json()) as { search_id: string };
  const results = () => service.get(`/v1/buyer-search?search_id=${id}`);
  const finished = await eventually(results, ({ headers }) => headers.get('x-search-status') === 'completed');
  const before = await finished.text();
  const { count } = await service.sql`
    update investors.search_results
    set buyers = (select jsonb_agg(buyer - 'version') from jsonb_array_elements(buyers) buyer)
    where search_id = ${id} and buyers -> 0 ->> 'version' = '1'`;
  expect(count).toBe(1);
  expect(await (await results()).text()).toBe(before);
});
