/** Filters of deals as an operator names them. */
export interface DealFilterOptions {
  company?: string;
  key?: string;
  user?: string;
}

/** @throws AppError NOT_FOUND for an unknown company or key. */
export async function dealFilter(databaseUrl: string, { company, key, user }: DealFilterOptions) {
  const ofUser = user === undefined ? {} : { userId: user };
  if (company === undefined && key === undefined) return ofUser;
  const [{ findCompany, findKey }, { openOperatorAccounts }, { createUnsharedKeyEpochs }] = await Promise.all([
    import('@plat/accounts/operator'),
    import('@plat/accounts/deps'),
    import('@plat/limits'),
  ]);
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
