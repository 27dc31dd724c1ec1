import type { Plan } from '@plat/contracts';
import { validationError } from '@plat/kit';
import { notFound } from '../not-found.ts';
import type { Actor } from '../ports.ts';
import { planProblems } from './plan-problems.ts';
import type { PlanChange, PlanStore } from './ports.ts';

/**
 * Changes a plan for all its users from the next request on; usage of the month is kept.
 * @throws AppError VALIDATION_ERROR, NOT_FOUND.
 */
export async function changePlan(
  deps: { plans: PlanStore },
  actor: Actor,
  planId: string,
  change: PlanChange,
): Promise<Plan> {
  const problems = planProblems(change);
  if (problems.length > 0) throw validationError(problems);
  const plan = await deps.plans.change(actor, planId, change);
  if (plan === null) throw notFound('plan', planId);
  return plan;
}
