export { BUILT_IN_LINKING_LABELS, type LabelledOwners, readLinkingLabels } from './linking-labels.ts';
export { type PairwiseAccuracy, pairwiseAccuracy } from './pairwise-accuracy.ts';
