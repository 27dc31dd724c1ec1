import { findCompany, findKey } from '@plat/accounts';
import { openOperatorAccounts } from '@plat/accounts/deps';
import { createUnsharedKeyEpochs } from '@plat/limits';

/** Whose deals, as a person names them. */
export interface DealFilterOptions {
  company?: string;
  key?: string;
  user?: string;
}

/** @throws AppError NOT_FOUND when there is no such company or key. */
export async function dealFilter(databaseUrl: string, { company, key, user }: DealFilterOptions) {
  const ofUser = user === undefined ? {} : { userId: user };
  if (company === undefined && key === undefined) return ofUser;
  const accounts = await openOperatorAccounts(databaseUrl, createUnsharedKeyEpochs());
  try {
    return {
      ...(company === undefined ? {} : { companyId: (await findCompany(accounts, company)).id }),
      ...(key === undefined ? {} : { keyId: (await findKey(accounts, key)).id }),
      ...ofUser,
    };
  } finally {
    await accounts.close();
  }
}
