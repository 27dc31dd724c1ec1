import type { Plan } from '@plat/contracts';
import { AppError, validationError } from '@plat/kit';
import type { Actor } from '../ports.ts';
import { planProblems } from './plan-problems.ts';
import type { PlanStore } from './ports.ts';

/** @throws AppError VALIDATION_ERROR, or ALREADY_EXISTS when a plan has this id. */
export async function createPlan(deps: { plans: PlanStore }, actor: Actor, plan: Plan): Promise<Plan> {
  const problems = planProblems(plan);
  if (problems.length > 0) throw validationError(problems);
  const created = await deps.plans.insert(actor, { ...plan, plan_name: plan.plan_name.trim() });
  if (created === null) throw new AppError('ALREADY_EXISTS', `There is a plan ${plan.plan_id} already`);
  return created;
}
