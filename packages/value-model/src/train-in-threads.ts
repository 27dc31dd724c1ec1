import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { ValueSale } from '@plat/dataset';
import { errorsOfNewestModels } from './errors-of-last-quarters.ts';
import { type Effort, fitModel } from './fit-model.ts';
import { type MeasuredErrors, type MeasuringTask, measureErrors } from './measure-errors.ts';
import { enoughSales, forwardOrigin, withErrors } from './train-value-model.ts';
import type { ValueModel } from './value-model.ts';

/** With fewer sales a thread costs more than it saves. */
const MIN_SALES_OF_THREAD = 3_000;
/** Lighter models that the first thread fits after the model, so that both threads end at about the same time. */
const MODELS_OF_FIRST_THREAD = 1;

export interface TrainedModel {
  model: ValueModel;
  lastQuarters: MeasuredErrors['lastQuarters'];
}

/**
 * The model of `trainValueModel` with the errors of `errorsOfLastQuarters`. A second thread measures the errors
 * while this one fits the model and the newest of the lighter ones. Each uses the same sales and seeds as alone, so
 * threads change no result.
 * @param threads 1 to stay in this thread.
 */
export async function trainInThreads(
  sales: readonly ValueSale[],
  at: { region: string; buildDay: number; effort: Effort },
  threads = availableParallelism(),
): Promise<TrainedModel | null> {
  const { buildDay, effort } = at;
  const known = enoughSales(sales, buildDay);
  const from = known && forwardOrigin(known);
  if (known === null || from === null) return null;
  const task: MeasuringTask = { known, buildDay, effort, left: MODELS_OF_FIRST_THREAD };
  const thread = threads > 1 && known.length >= MIN_SALES_OF_THREAD ? measureInThread(task) : null;
  try {
    const measuredHere = thread === null ? measureErrors(task) : null;
    if (thread === null && measuredHere === null) return null;
    const fitted = fitModel(known, effort);
    const newest = errorsOfNewestModels(known, buildDay, from, effort, task.left);
    // A bundle has no file for the thread; then this thread measures.
    const measured = thread === null ? measuredHere : await thread.errors.catch(() => measureErrors(task));
    if (measured === null) return null;
    const model = withErrors(fitted, measured.forward, { ...at, sales: known.length });
    return { model, lastQuarters: [...measured.lastQuarters, ...newest(measured.forward.scale)] };
  } finally {
    await thread?.end();
  }
}

/** Measures in a new thread. `errors` fails when the thread cannot start or ends without them. */
export function measureInThread(task: MeasuringTask): {
  errors: Promise<MeasuredErrors | null>;
  end(): Promise<unknown>;
} {
  const worker = new Worker(new URL('./measure-errors-worker.ts', import.meta.url), { workerData: task });
  const errors = new Promise<MeasuredErrors | null>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the thread that measures errors of values ended without them')));
  });
  // It is awaited only after fitting; until then a failure is nobody's.
  errors.catch(() => {});
  return { errors, end: () => worker.terminate() };
}
