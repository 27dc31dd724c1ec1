import { commitUsage, releaseUsage } from '@plat/contracts';
import type { ServiceClient } from '@plat/kit';
import { INVESTORS } from '../../caller.ts';
import type { SearchUsage } from '../domain/ports.ts';

/** The ledger of the accounts service. */
export const accountsSearchUsage = (client: ServiceClient): SearchUsage => ({
  commit: async ({ id, skiptraced }, requestId, signal) => {
    const body = { commits: [{ reservation_id: id, skiptraced }] };
    const { answers } = await client.call(commitUsage, { body, principal: INVESTORS, requestId, signal });
    const [answer] = answers;
    if (answer === undefined) throw new Error('the ledger answered no commit');
    return answer.outcome;
  },
  release: async (reservationId, requestId, signal) => {
    const body = { reservation_ids: [reservationId] };
    await client.call(releaseUsage, { body, principal: INVESTORS, requestId, signal });
  },
});
