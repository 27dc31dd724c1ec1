import { AppError, validationError } from '@plat/kit';
import { nameProblems } from '../keys/key-problems.ts';
import { notFound } from '../not-found.ts';
import type { Actor } from '../ports.ts';
import { emailProblems } from './email-problems.ts';
import { findCompany } from './find-company.ts';
import type { CompanyChange, CompanyRecord, CompanyStore } from './ports.ts';

/**
 * Changes a company; omitted fields stay. Deactivating it stops all its keys immediately.
 * @param reference its id or exact name.
 * @throws AppError VALIDATION_ERROR, NOT_FOUND, or ALREADY_EXISTS when another company has the new name.
 */
export async function changeCompany(
  deps: { companies: CompanyStore },
  actor: Actor,
  reference: string,
  change: CompanyChange,
): Promise<CompanyRecord> {
  const problems = [...nameProblems('name', change.name), ...emailProblems(change.contactEmail)];
  if (problems.length > 0) throw validationError(problems);
  const { id } = await findCompany(deps, reference);
  const wanted = change.name === undefined ? change : { ...change, name: change.name.trim() };
  const changed = await deps.companies.change(actor, id, wanted);
  if (changed === 'name_taken') throw new AppError('ALREADY_EXISTS', `There is a company ${wanted.name} already`);
  if (changed === null) throw notFound('company', reference);
  return changed;
}
