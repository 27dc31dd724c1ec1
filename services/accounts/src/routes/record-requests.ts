import { recordRequests } from '@plat/contracts';
import { operation } from '@plat/kit';
import type { AccountsDeps } from '../deps.ts';
import { createRequestRecorder } from '../domain/requests/record-requests.ts';

/** `POST /internal/requests` */
export const recordRequestsOperation = (deps: Pick<AccountsDeps, 'requests' | 'clock'>) => {
  const record = createRequestRecorder(deps);
  return operation(recordRequests, async ({ body: { requests } }) => {
    await record(requests);
    return { recorded: requests.length };
  });
};
