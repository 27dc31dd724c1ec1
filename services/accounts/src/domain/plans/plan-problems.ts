import type { FieldProblem, Plan } from '@plat/contracts';
import { nameProblems, wholeNumberProblems } from '../keys/key-problems.ts';
import { MAX_MONTHLY_LIMIT, PLAN_LIMITS } from '../terms.ts';

const MAX_PRICE_USD = 9_999_999_999.99;

/** True for a valid plan id; callers may send anything. */
export const isPlanId = (text: string): boolean => /^[A-Za-z0-9][A-Za-z0-9_.-]{0,99}$/.test(text);

/** Lists every invalid field of a plan. */
export function planProblems(plan: Partial<Plan>): FieldProblem[] {
  const { plan_id: id, plan_name: name, monthly_price_usd: price } = plan;
  const problems = nameProblems('name', name);
  if (id !== undefined && !isPlanId(id)) {
    problems.push({ field: 'plan id', problem: 'must be 1 to 100 letters, digits, dots, dashes and underscores' });
  }
  if (price !== undefined && !(price >= 0 && price <= MAX_PRICE_USD && isWholeCents(price))) {
    problems.push({ field: 'price', problem: 'must be dollars and at most two digits of cents' });
  }
  for (const limit of PLAN_LIMITS) problems.push(...wholeNumberProblems(limit, plan[limit], 0, MAX_MONTHLY_LIMIT));
  return problems;
}

const isWholeCents = (price: number): boolean => Number(price.toFixed(2)) === price;
