import {
  beginScope,
  currentTraceparent,
  markFailed,
  newWork,
  noteCall,
  runInTrace,
  SpanKind,
  type Work,
} from '@plat/telemetry';

/** One question of a request on its way into a batch, and whose trace it is. */
export interface BatchMember<Question> {
  question: Question;
  traceparent: string | undefined;
}

/** An answer, and the request id of the batch that brought it. */
export interface BatchAnswer<Answer> {
  answer: Answer;
  requestId: string;
}

const SAMPLED = '-01';

export const memberOf = <Question>(question: Question): BatchMember<Question> => ({
  question,
  traceparent: currentTraceparent(),
});

/**
 * Runs the one call of a batch as work of its own, for it belongs to many requests. In traces it is part of the first
 * traced one among them, and names the others.
 */
export async function asBatch<Question, Answer>(
  name: string,
  members: readonly BatchMember<Question>[],
  observeWork: (work: Work) => void,
  call: (questions: Question[], work: Work) => Promise<readonly Answer[]>,
): Promise<BatchAnswer<Answer>[]> {
  const requestId = crypto.randomUUID();
  const work = newWork(requestId);
  const scope = beginScope(work, 'gateway', () => {
    const traced = members.map(({ traceparent }) => traceparent).filter((one) => one?.endsWith(SAMPLED));
    return {
      name,
      kind: SpanKind.INTERNAL,
      attributes: { 'plat.batch_size': members.length, 'plat.request_id': requestId },
      origin: { traceparent: traced[0] ?? members[0]?.traceparent, as: 'parent' },
      alsoFor: traced.slice(1),
    };
  });
  try {
    const questions = members.map(({ question }) => question);
    const answers = await runInTrace(scope, () => call(questions, work));
    return answers.map((answer) => ({ answer, requestId }));
  } catch (error) {
    if (scope.span !== undefined) markFailed(scope.span, error);
    throw error;
  } finally {
    scope.span?.end();
    observeWork(work);
  }
}

/** Waits for the answer of a batch and notes it for the request that asked. */
export async function noted<Answer>(
  operation: string,
  work: Work,
  asking: Promise<BatchAnswer<Answer>>,
): Promise<Answer> {
  const startedMs = performance.now();
  let requestId = '';
  try {
    const answered = await asking;
    requestId = answered.requestId;
    return answered.answer;
  } finally {
    const status = requestId === '' ? 0 : 200;
    noteCall({ service: 'accounts', operation, status, durationMs: performance.now() - startedMs, requestId }, work);
  }
}
