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

/** What one request sends in a batch, with its trace. */
export interface BatchMember<Question> {
  question: Question;
  traceparent: string | undefined;
}

/** A response with the request id of its batch. */
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
 * Runs the call of a batch as separate work, because it belongs to many requests. Its span is a child of the first
 * traced member and links the others.
 */
export async function runBatch<Question, Answer>(
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

/** Awaits a batch response and records it for the request. */
export async function awaitAnswer<Answer>(
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
