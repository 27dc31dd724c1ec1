import type { AccountsDeps } from '@plat/accounts/deps';
import type { OperationPorts } from '@plat/console/deps';
import { pageLimit, readCursor, writeCursor } from '@plat/console/paging';
import { keyInScope } from './scope.ts';

const STATUSES = { succeeded: [100, 399], refused: [400, 499], failed: [500, 599] } as const;
const ANY_STATUS = [100, 599] as const;

/** The latest requests of a key. */
export const requestOperations = (accounts: AccountsDeps): Pick<OperationPorts, 'listRequests'> => ({
  listRequests: async (call) => {
    const { key, outcome, cursor } = call.query;
    const { id: keyId } = await keyInScope(accounts, call, key);
    const limit = pageLimit(call.query);
    const page = {
      statuses: outcome === undefined ? ANY_STATUS : STATUSES[outcome],
      beforeId: readCursor<{ id: number }>(cursor, { id: 'whole' })?.id ?? null,
      limit: limit + 1,
    };
    const found = await accounts.requests.list(keyId, page, accounts.clock.nowMs());
    const shown = found.slice(0, limit);
    const last = found.length > limit ? shown.at(-1) : undefined;
    return {
      requests: shown.map(({ id: _, ...request }) => request),
      next_cursor: last === undefined ? null : writeCursor({ id: last.id }),
    };
  },
});
