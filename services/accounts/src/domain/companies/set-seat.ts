import { validationError } from '@plat/kit';
import { nameProblems } from '../keys/key-problems.ts';
import type { Actor } from '../ports.ts';
import { findCompany } from './find-company.ts';
import type { CompanyStore, SeatRecord } from './ports.ts';

/**
 * Creates a seat of a company, or changes the existing one of that name.
 * @param reference the company's id or exact name.
 * @throws AppError VALIDATION_ERROR, NOT_FOUND.
 */
export async function setSeat(
  deps: { companies: CompanyStore },
  actor: Actor,
  reference: string,
  seat: { name: string; maySearchBuyers: boolean },
): Promise<SeatRecord> {
  const problems = nameProblems('seat', seat.name);
  if (problems.length > 0) throw validationError(problems);
  const { id } = await findCompany(deps, reference);
  return deps.companies.setSeat(actor, id, { ...seat, name: seat.name.trim() });
}
