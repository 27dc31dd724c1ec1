import type { Searcher } from '../../background/index.ts';

/**
 * Whose deals the searches of a caller make (decision 12): the company's, for its subscriber keys stand for one team;
 * the end user's under an enterprise key, whose users know nothing of each other. Deals of test keys are their own.
 */
export const dealOwner = ({ companyId, keyId, userId, realm }: Searcher): string =>
  JSON.stringify({ ...(userId === null ? { companyId } : { keyId, userId }), ...(realm === 'live' ? {} : { realm }) });
