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
import { tellLimits } from './minute-limit.ts';
import { GATEWAY, type Passage, principalOf, type Stage, type StageTools } from './passage.ts';

const HEADER = 'idempotency-key';
const PRINTABLE_ASCII = /^[\x20-\x7e]+$/;
/** A request that was never finished, for its gateway died, can begin again this long after its deadline. */
const LOCK_MARGIN_MS = 5_000;
const FINISH_TIMEOUT_MS = 2_000;

/** Whether an endpoint takes the key that a request carries: then it runs to its end even if the caller goes away. */
export const isIdempotent = (endpoint: AnyEndpoint, { headers }: Request): boolean =>
  headers.has(HEADER) && takesIdempotencyKey(endpoint);

/** The first answer under a key is given again for 24 hours; a dry run neither begins nor repeats anything. */
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

/** What makes a request the same: aliases of a path are one endpoint. No answer of one realm is replayed in the other. */
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
  await tellMonth(passage, tools);
  let body: Uint8Array<ArrayBuffer> | string = unpackBody(answer);
  if (endpoint === buyerSearch && answer.status === 200) {
    // Whoever asked not to be contacted since the first answer must not appear in the next one (C.12).
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

/** The month as it is now, not as it was at the first answer. */
async function tellMonth(passage: Passage, { ledger, clock }: StageTools): Promise<void> {
  const { endpoint, exchange, signal } = passage;
  const { allowance } = endpoint.policy;
  if (allowance === null) return;
  const { keyId, userId } = principalOf(passage);
  const now = { key_id: keyId, user_id: userId, endpoint: allowance, counted_thing: null };
  passage.allowance = (await ledger.preview(now, exchange.work, signal)).allowance;
  tellLimits(passage, clock.nowMs());
}

/**
 * Runs a request and keeps its answer for the next one with its key. A refused limit or a failure on our side is
 * forgotten, so that it can be tried again.
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
    // A count that may have happened must meet the same id again, so that request stays begun until its lock ends.
    if (passage.idempotentRequestId !== undefined && passage.unconfirmed !== true) {
      const kept = error.status < 500 && error.status !== 429 ? errorResponse(error, undefined) : null;
      await finish(passage, kept && packAnswer(kept, await kept.arrayBuffer()), tools);
    }
    throw error;
  }
}

/** An answer that cannot be kept is still given: run again, it has the same id and counts nothing twice. */
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
    exchange.log.warn({ err }, 'the answer to an idempotent request could not be kept');
  }
}
