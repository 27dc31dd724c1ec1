import { notFound } from '../not-found.ts';
import type { CompanyDetails, CompanyStore } from './ports.ts';

/**
 * A company with its limits and seats.
 * @param reference its id or exact name.
 * @throws AppError NOT_FOUND.
 */
export async function findCompany(deps: { companies: CompanyStore }, reference: string): Promise<CompanyDetails> {
  const company = await deps.companies.find(reference);
  if (company === null) throw notFound('company', reference);
  return company;
}
