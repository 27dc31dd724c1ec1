import type { AccountsDeps } from '@plat/accounts/deps';
import { type CompanyDetails, findCompany, findKey, type KeyRecord } from '@plat/accounts/operator';
import { AppError } from '@plat/kit';

type Accounts = Pick<AccountsDeps, 'companies' | 'keys'>;
interface Scope {
  companyId: string | null;
}

/**
 * The company that a call names; for a member the own one, also when none is named.
 * @returns null when nobody named one and the person sees all.
 * @throws AppError NOT_FOUND for an unknown company, and for a member for every other one.
 */
export async function companyInScope(
  accounts: Accounts,
  { companyId }: Scope,
  reference: string | undefined,
): Promise<CompanyDetails | null> {
  if (reference === undefined) return companyId === null ? null : findCompany(accounts, companyId);
  const company = companyId === null ? await findCompany(accounts, reference) : await findCompany(accounts, companyId);
  if (companyId === null || [company.id, company.name].includes(reference)) return company;
  throw new AppError('NOT_FOUND', `There is no company ${reference}`);
}

/** A key that the person may see. @throws AppError NOT_FOUND, for a member also for keys of other companies. */
export async function keyInScope(accounts: Accounts, { companyId }: Scope, reference: string): Promise<KeyRecord> {
  const key = await findKey(accounts, reference);
  if (companyId === null || key.companyId === companyId) return key;
  throw new AppError('NOT_FOUND', `There is no key ${reference}`);
}
