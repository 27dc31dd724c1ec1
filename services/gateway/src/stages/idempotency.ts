import {
  type AnyEndpoint,
  beginIdempotentRequest,
  buyerSearch,
  finishIdempotentRequest,
  IDEMPOTENCY_KEY_MAX_CHARACTERS,
  type StoredAnswer,
  takesIdempotencyKey,
  withholdContacts,
} from '@plat/contracts';
import { AppError, errorResponse, validationError } from '@plat/kit';
import { listedError } from '../domain/listed-error.ts';
import { sha256 } from '../domain/sha256.ts';
import { packAnswer, unpackBody } from '../domain/stored-answer.ts';
import { asksDryRun } from './dry-run.ts';
import { setLimitHeaders } from './minute-limit.ts';
import { GATEWAY, type Passage, principalOf, type Stage, type StageTools } from './passage.ts';

const HEADER = 'idempotency-key';
const PRINTABLE_ASCII = /^[\x20-\x7e]+$/;
/** A request that its gateway never finished may run again this long after its deadline. */
const LOCK_MARGIN_MS = 5_000;
const FINISH_TIMEOUT_MS = 2_000;

/**
 * True if the endpoint accepts the request's idempotency key. The request then finishes even if the caller
 * disconnects.
 */
export const isIdempotent = (endpoint: AnyEndpoint, { headers }: Request): boolean =>
  headers.has(HEADER) && takesIdempotencyKey(endpoint);

/** Replays the first response under a key for 24 hours. Dry runs neither start nor replay anything. */
export const idempotency: Stage = async (passage, tools) => {
  const { client } = tools;
  const { endpoint, exchange, deadlineMs, signal } = passage;
  if (!isIdempotent(endpoint, exchange.request)) return undefined;
  const key = usableKey(exchange.request.headers.get(HEADER) ?? '');
  if (asksDryRun(passage)) return undefined;
  const { keyId, userId } = principalOf(passage);
  const begun = await client.call(beginIdempotentRequest, {
    body: {
      key_id: keyId,
      user_id: userId,
      idempotency_key: key,
      operation: endpoint.operation,
      request_sha256: fingerprint(passage),
      locked_until: new Date(deadlineMs + LOCK_MARGIN_MS).toISOString(),
    },
    principal: GATEWAY,
    requestId: exchange.requestId,
    work: exchange.work,
    deadlineMs,
    signal,
  });
  passage.idempotent = 'answer' in begun ? 'replayed' : 'request_id' in begun ? 'begun' : begun.state;
  if (begun.state === 'in_flight') {
    throw new AppError('IDEMPOTENCY_IN_FLIGHT', 'The first request with this Idempotency-Key is still running', {
      headers: { 'retry-after': '1' },
    });
  }
  if (begun.state === 'mismatch') {
    throw new AppError('IDEMPOTENCY_BODY_MISMATCH', 'This Idempotency-Key was used with another request');
  }
  if ('answer' in begun) return replay(begun.answer, passage, tools);
  if ('request_id' in begun) passage.idempotentRequestId = begun.request_id;
  return undefined;
};

function usableKey(key: string): string {
  if (key.length <= IDEMPOTENCY_KEY_MAX_CHARACTERS && PRINTABLE_ASCII.test(key)) return key;
  const problem = `must have 1 to ${IDEMPOTENCY_KEY_MAX_CHARACTERS} printable ASCII characters`;
  throw validationError([{ field: 'Idempotency-Key', problem }]);
}

/** Identifies equal requests. Path aliases are one endpoint; the live and test realms are separate. */
function fingerprint(passage: Passage): string {
  const { endpoint, exchange, body } = passage;
  const { url } = exchange.request;
  const { realm } = principalOf(passage);
  const query = url.indexOf('?');
  return sha256(
    `${endpoint.method} ${endpoint.path}${query === -1 ? '' : url.slice(query)}\n${body === undefined ? '' : body.text}${realm === 'live' ? '' : `\n${realm}`}`,
  );
}

async function replay(answer: StoredAnswer, passage: Passage, tools: StageTools): Promise<Response> {
  const { exchange, endpoint, deadlineMs, signal } = passage;
  await setMonthHeaders(passage, tools);
  let body: Uint8Array<ArrayBuffer> | string = unpackBody(answer);
  if (endpoint === buyerSearch && answer.status === 200) {
    // People suppressed since the first response must not appear in a replay (docs/rules/do-not-contact.md).
    const { buyers } = await tools.client.call(withholdContacts, {
      body: { buyers: JSON.parse(String(body)), hide_no_phone: passage.body?.value.hide_no_phone === true },
      principal: principalOf(passage),
      requestId: exchange.requestId,
      work: exchange.work,
      deadlineMs,
      signal,
    });
    body = JSON.stringify(buyers);
  }
  exchange.setHeader('idempotent-replayed', 'true');
  return new Response(body, { status: answer.status, headers: answer.headers });
}

/** Reports the current month, not that of the first response. */
async function setMonthHeaders(passage: Passage, { ledger, clock }: StageTools): Promise<void> {
  const { endpoint, exchange, signal } = passage;
  const { allowance } = endpoint.policy;
  if (allowance === null) return;
  const { keyId, userId } = principalOf(passage);
  const now = { key_id: keyId, user_id: userId, endpoint: allowance, counted_thing: null };
  passage.allowance = (await ledger.preview(now, exchange.work, signal)).allowance;
  setLimitHeaders(passage, clock.nowMs());
}

/**
 * Runs a request and stores its response under its key. A refused limit or an internal failure is not stored, so
 * that the caller can retry.
 */
export async function keepingAnswer(
  passage: Passage,
  tools: StageTools,
  run: () => Promise<Response>,
): Promise<Response> {
  try {
    const response = await run();
    if (passage.idempotentRequestId === undefined) return response;
    const body = await response.arrayBuffer();
    await finish(passage, packAnswer(response, body), tools);
    return new Response(body, response);
  } catch (thrown) {
    const error = listedError(passage.endpoint, thrown);
    // After an unconfirmed count, a retry must use the same id, so the request stays locked until its lock expires.
    if (passage.idempotentRequestId !== undefined && passage.unconfirmed !== true) {
      const kept = error.status < 500 && error.status !== 429 ? errorResponse(error, undefined) : null;
      await finish(passage, kept && packAnswer(kept, await kept.arrayBuffer()), tools);
    }
    throw error;
  }
}

/** A response that cannot be stored is still returned: a rerun has the same id and counts once. */
async function finish(passage: Passage, answer: StoredAnswer | null, { client, clock }: StageTools): Promise<void> {
  const { idempotentRequestId, exchange } = passage;
  if (idempotentRequestId === undefined) return;
  try {
    await client.call(finishIdempotentRequest, {
      body: { request_id: idempotentRequestId, answer },
      principal: GATEWAY,
      requestId: exchange.requestId,
      work: exchange.work,
      deadlineMs: clock.nowMs() + FINISH_TIMEOUT_MS,
    });
  } catch (err) {
    exchange.log.warn({ err }, 'could not store the response of an idempotent request');
  }
}
