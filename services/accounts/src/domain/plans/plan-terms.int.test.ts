import { describe, expect, test } from 'bun:test';
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { accountsUnderTest, OPERATOR } from '../../accounts-under-test.fixture.ts';
import { PLAN_LIMITS } from '../terms.ts';
import { createPlan } from './create-plan.ts';
import { planProblems } from './plan-problems.ts';

const accounts = accountsUnderTest();
const limit = fc.oneof(fc.integer({ min: 0, max: 2_147_483_647 }), fc.constantFrom(0, 2_147_483_647));
const cents = fc.oneof(fc.integer({ min: 0, max: 999_999_999_999 }), fc.integer({ min: 0, max: 100_000 }));

test('stores any plan of whole cents and limits exactly', async () => {
  await fc.assert(
    fc.asyncProperty(cents, fc.array(limit, { minLength: 6, maxLength: 6 }), async (priceInCents, limits) => {
      const plan = {
        plan_id: randomUUID(),
        plan_name: 'Any',
        monthly_price_usd: priceInCents / 100,
        ...Object.fromEntries(PLAN_LIMITS.map((name, index) => [name, limits[index]])),
      } as Parameters<typeof createPlan>[2];
      await createPlan(accounts.deps, OPERATOR, plan);
      expect((await accounts.deps.plans.list()).find(({ plan_id }) => plan_id === plan.plan_id)).toEqual(plan);
    }),
    { numRuns: 50 },
  );
});

describe('names the invalid fields of a plan', () => {
  test.each([
    ['price', { monthly_price_usd: 0.001 }],
    ['price', { monthly_price_usd: -1 }],
    ['price', { monthly_price_usd: Number.NaN }],
    ['price', { monthly_price_usd: 10_000_000_000 }],
    ['buyer_search_limit', { buyer_search_limit: -1 }],
    ['linked_deals_limit', { linked_deals_limit: 1.5 }],
    ['retail_comps_limit', { retail_comps_limit: 2_147_483_648 }],
    ['plan id', { plan_id: '' }],
    ['plan id', { plan_id: 'with space' }],
    ['plan id', { plan_id: 'x'.repeat(101) }],
    ['name', { plan_name: '  ' }],
  ])('%s: %j', (field, terms) => {
    expect(planProblems(terms).map((problem) => problem.field)).toEqual([field]);
  });
});
