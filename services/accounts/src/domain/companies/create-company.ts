import type { SubscriptionState } from '@plat/contracts';
import { AppError, validationError } from '@plat/kit';
import { nameProblems } from '../keys/key-problems.ts';
import type { Actor } from '../ports.ts';
import { emailProblems } from './email-problems.ts';
import type { CompanyRecord, CompanyStore } from './ports.ts';

/** @throws AppError VALIDATION_ERROR, or ALREADY_EXISTS when a company has this name. */
export async function createCompany(
  deps: { companies: CompanyStore },
  actor: Actor,
  request: { name: string; contactEmail?: string | null; subscription?: SubscriptionState | null },
): Promise<CompanyRecord> {
  const { name, contactEmail = null, subscription = null } = request;
  const problems = [...nameProblems('name', name), ...emailProblems(contactEmail)];
  if (problems.length > 0) throw validationError(problems);
  const company = await deps.companies.insert(actor, { name: name.trim(), contactEmail, subscription });
  if (company === null) throw new AppError('ALREADY_EXISTS', `There is a company ${name.trim()} already`);
  return company;
}
