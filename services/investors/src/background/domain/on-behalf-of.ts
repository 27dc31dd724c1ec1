import type { Principal } from '@plat/kit';
import type { Searcher } from './search.ts';

/** On whose behalf a background search calls other services. */
export const onBehalfOf = ({ companyId, keyId, userId, realm }: Searcher): Principal => ({
  companyId,
  keyId,
  userId,
  realm,
  keyKind: 'service',
});
