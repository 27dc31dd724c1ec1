export { MarketError } from '../dataset/market-error.ts';
export { builtInSources } from '../sources/index.ts';
export { clusterRecords, type OwnerRecord } from './cluster-records.ts';
export {
  BUILT_IN_LINKING_LABELS,
  type LabelledOwners,
  readLinkingLabels,
} from './linking-labels.ts';
export type { Geocode } from './map/geocode-properties.ts';
export { type PairwiseAccuracy, pairwiseAccuracy } from './pairwise-accuracy.ts';
export type { ImportProgress, OnProgress } from './progress.ts';
export type { SourceChoice } from './read-and-map.ts';
export { type RebuildRequest, rebuildMarket } from './rebuild.ts';
export { type RemoveReport, type RemoveRequest, removeFromMarket } from './remove.ts';
export type { DatasetSummary, ImportReport } from './report.ts';
export { type RollbackReport, rollbackMarket } from './rollback.ts';
export { type ImportRequest, importMarket } from './runner.ts';
export { type TakeSampleOutRequest, takeSampleOut } from './take-sample-out.ts';
export { type DatasetVersion, marketStatus, marketVersions } from './versions.ts';
