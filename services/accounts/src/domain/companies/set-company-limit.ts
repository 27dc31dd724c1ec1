import { ALLOWANCE_NAMES, type AllowanceName } from '@plat/contracts';
import { validationError } from '@plat/kit';
import { wholeNumberProblems } from '../keys/key-problems.ts';
import type { Actor } from '../ports.ts';
import { MAX_MONTHLY_LIMIT } from '../terms.ts';
import { findCompany } from './find-company.ts';
import type { CompanyLimit, CompanyStore } from './ports.ts';

/**
 * Sets monthly limits of a company's subscriber keys: the custom one replaces the documented limit, and the plan's
 * own caps it (docs/rules/limits.md). Null removes a limit, omitted ones stay.
 * @param reference the company's id or exact name.
 * @throws AppError VALIDATION_ERROR, NOT_FOUND.
 */
export async function setCompanyLimit(
  deps: { companies: CompanyStore },
  actor: Actor,
  reference: string,
  limit: { endpoint: string; planLimit?: number | null; customLimit?: number | null },
): Promise<CompanyLimit> {
  const endpoint = ALLOWANCE_NAMES.find((name) => name === limit.endpoint && name !== 'legacy_search');
  const problems = [
    ...wholeNumberProblems('custom limit', limit.customLimit, 0, MAX_MONTHLY_LIMIT),
    ...wholeNumberProblems('plan limit', limit.planLimit, 0, MAX_MONTHLY_LIMIT),
  ];
  if (endpoint === undefined) {
    const names = ALLOWANCE_NAMES.filter((name: AllowanceName) => name !== 'legacy_search');
    problems.unshift({ field: 'endpoint', problem: `must be one of ${names.join(', ')}` });
  }
  if (endpoint === undefined || problems.length > 0) throw validationError(problems);
  const { id } = await findCompany(deps, reference);
  return deps.companies.setLimit(actor, id, { ...limit, endpoint });
}
