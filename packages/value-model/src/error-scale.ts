import { binColumns } from './booster/bin-features.ts';
import { type Booster, predictRow } from './booster/booster.ts';
import { trainBooster } from './booster/train-booster.ts';
import { MIN_ERRORS_FOR_SCALE } from './constants.ts';
import { VALUE_FEATURES } from './value-features.ts';

/** Place and day are left out: half a year of errors shows chance there. */
const LEFT_OUT: ReadonlySet<string> = new Set(['x metres', 'y metres', 'x + y', 'x - y', 'day']);
const KEPT = VALUE_FEATURES.flatMap((name, at) => (LEFT_OUT.has(name) ? [] : [at]));

/** Features that tell how much a value may err, in order. */
export const SCALE_FEATURES: readonly string[] = [
  ...KEPT.map((at) => VALUE_FEATURES[at]!),
  'difference of the two estimates',
  'correction of the hedonic estimate',
  'log price without the price index',
];

/** Estimates of one home as log prices without the price index. */
export interface PartialEstimates {
  hedonic: number;
  onResidual: number;
  onPrice: number;
}

/** Writes `SCALE_FEATURES` into `scaleRow` from a row of `VALUE_FEATURES`. */
export function scaleFeatures(row: Float64Array, estimates: PartialEstimates, scaleRow: Float64Array): void {
  for (let at = 0; at < KEPT.length; at++) scaleRow[at] = row[KEPT[at]!]!;
  const mean = (estimates.onResidual + estimates.onPrice) / 2;
  scaleRow[KEPT.length] = Math.abs(estimates.onResidual - estimates.onPrice);
  scaleRow[KEPT.length + 1] = mean - estimates.hedonic;
  scaleRow[KEPT.length + 2] = mean;
}

/** The usual size of a home's log error, up to a factor that `errorRanges` finds. */
export const scaleOf = (scale: Booster, features: Float64Array): number => Math.exp(predictRow(scale, features));

export interface FittedScale {
  scale: Booster;
  /** The scale of each error by trees grown without it. */
  unseen: Float64Array;
}

/** Smaller errors are chance; their logarithms would dominate. */
const SMALLEST_ERROR = 0.01;
/** Each error's own scale comes from the other folds, as a later sale's scale does. */
const FOLDS = 5;
const TREES = 60;
const OPTIONS = {
  learningRate: 0.1,
  rowShare: 0.8,
  maxLeaves: 6,
  minLeafWeight: 60,
  ridge: 20,
  featureShare: 0.4,
  objective: { kind: 'squared' },
} as const;

/**
 * Fits the logarithm of absolute errors by small trees (the scale of normalised conformal prediction). With fewer
 * than `MIN_ERRORS_FOR_SCALE` errors every home has the same scale.
 * @param rows `SCALE_FEATURES` of each error.
 */
export function fitErrorScale(rows: readonly Float64Array[], errors: Float64Array): FittedScale {
  const target = errors.map((error) => Math.log(Math.max(SMALLEST_ERROR, Math.abs(error))));
  const trees = errors.length < MIN_ERRORS_FOR_SCALE ? 0 : TREES;
  const fit = (chosen: readonly number[], seed: string): Booster => {
    const columns = SCALE_FEATURES.map((_, feature) => Float64Array.from(chosen, (at) => rows[at]![feature]!));
    const wanted = Float64Array.from(chosen, (at) => target[at]!);
    return trainBooster(binColumns(columns), wanted, { ...OPTIONS, trees, seed });
  };
  const all = rows.map((_, at) => at);
  const scale = fit(all, 'scale');
  const unseen = new Float64Array(rows.length);
  for (let fold = 0; fold < FOLDS; fold++) {
    const ofOthers =
      trees === 0
        ? scale
        : fit(
            all.filter((at) => at % FOLDS !== fold),
            `scale ${fold}`,
          );
    for (let at = fold; at < rows.length; at += FOLDS) unseen[at] = scaleOf(ofOthers, rows[at]!);
  }
  return { scale, unseen };
}
