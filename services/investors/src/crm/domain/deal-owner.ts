import type { Searcher } from '../../background/index.ts';

/**
 * The owner of the deals of a caller (docs/rules/crm-deals.md): the company, because its subscriber keys are one team;
 * the end user under an enterprise key, because its users know nothing of each other. Deals of test keys are separate.
 */
export const dealOwner = ({ companyId, keyId, userId, realm }: Searcher): string =>
  JSON.stringify({ ...(userId === null ? { companyId } : { keyId, userId }), ...(realm === 'live' ? {} : { realm }) });
