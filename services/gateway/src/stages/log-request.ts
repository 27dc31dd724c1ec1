import type { Passage, StageTools } from './passage.ts';

/** Adds a request to the log of its key; people with a session and unknown keys have none. */
export function logRequest(passage: Passage, status: number, { requestLog, clock }: StageTools): void {
  const { key, exchange, endpoint, deadlineMs } = passage;
  if (requestLog === undefined || key === undefined || passage.sessionToken !== undefined) return;
  const beganMs = deadlineMs - endpoint.policy.deadlineMs;
  requestLog.add({
    key_id: key.key_id,
    request_id: exchange.requestId,
    at: new Date(beganMs).toISOString(),
    method: exchange.request.method,
    path: new URL(exchange.request.url).pathname,
    status,
    duration_ms: Math.max(0, Math.round(clock.nowMs() - beganMs)),
  });
}
