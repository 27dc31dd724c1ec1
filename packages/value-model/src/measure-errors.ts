import type { ValueSale } from '@plat/dataset';
import type { ForwardSale } from './error-ranges.ts';
import { errorsOfLastQuarters } from './errors-of-last-quarters.ts';
import type { Effort } from './fit-model.ts';
import { type ForwardStretch, measureForward } from './train-value-model.ts';

/** Everything that training measures with models of earlier sales. */
export interface MeasuredErrors {
  forward: ForwardStretch;
  /** Errors on the sales of each county's last four quarters. */
  lastQuarters: ForwardSale[];
}

export interface MeasuringTask {
  /** Of `enoughSales`. */
  known: readonly ValueSale[];
  buildDay: number;
  effort: Effort;
  /** Number of lighter models, the newest, that the thread of the model fits itself. */
  left: number;
}

/** The part of training that does not need the final model. @returns null when there is no model. */
export function measureErrors({ known, buildDay, effort, left }: MeasuringTask): MeasuredErrors | null {
  const forward = measureForward(known, effort);
  return forward && { forward, lastQuarters: errorsOfLastQuarters(known, buildDay, forward, effort, left) };
}
