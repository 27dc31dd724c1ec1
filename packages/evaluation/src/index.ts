export { goalText, intervalText, sizeText, valueText } from './figure-text.ts';
export { countFigure, groupedShareFigure, shareFigure } from './figures.ts';
export { BOOTSTRAP, bootstrapIntervals, type Interval, WILSON, wilsonInterval } from './intervals.ts';
export { BUILT_IN_LINKING_LABELS, type LabelledOwners, readLinkingLabels } from './linking-labels.ts';
export { type Figure, type Goal, type Measure, type Measured, meetsGoal } from './measure.ts';
export { blockOfPage, measureBlock, measuresOfPage, pageWithFigures } from './page.ts';
export { type PairwiseAccuracy, pairwiseAccuracy } from './pairwise-accuracy.ts';
export { RECORD_MEASURES } from './record-measures.ts';
export { missingFiles, runMeasures, type Skipped } from './run-measures.ts';
