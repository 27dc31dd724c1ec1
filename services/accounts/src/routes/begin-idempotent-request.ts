import { beginIdempotentRequest } from '@plat/contracts';
import { operation } from '@plat/kit';
import type { AccountsDeps } from '../deps.ts';
import { createIdempotentRequests } from '../domain/idempotency/begin-idempotent-request.ts';

export const beginIdempotentRequestOperation = (deps: AccountsDeps) => {
  const begin = createIdempotentRequests(deps);
  return operation(beginIdempotentRequest, async ({ body }) => {
    const outcome = await begin({
      keyId: body.key_id,
      userId: body.user_id,
      idempotencyKey: body.idempotency_key,
      operation: body.operation,
      requestSha256: body.request_sha256,
      lockedUntil: body.locked_until,
    });
    return outcome.state === 'begun' ? { state: outcome.state, request_id: outcome.requestId } : outcome;
  });
};
