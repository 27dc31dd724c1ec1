import { finishIdempotentRequest } from '@plat/contracts';
import { operation } from '@plat/kit';
import type { AccountsDeps } from '../deps.ts';

/** Stores the response, or without one deletes the request so that the next one with its key runs again. */
export const finishIdempotentRequestOperation = ({ idempotency }: AccountsDeps) =>
  operation(finishIdempotentRequest, async ({ body: { request_id: requestId, answer } }) => {
    if (answer !== null) return { kept: await idempotency.finish(requestId, answer) };
    await idempotency.forget(requestId);
    return { kept: false };
  });
