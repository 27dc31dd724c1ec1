export * from './addresses/index.ts';
export { createIndexesSql, createPartitionSql, LAYOUT_HASH, partitionName, tablesOf } from './dataset/ddl.ts';
export * from './dataset/grid.ts';
export { withImportLock } from './dataset/import-lock.ts';
export { servingPartition } from './dataset/kept-versions.ts';
export { MarketError } from './dataset/market-error.ts';
export * from './dataset/realm.ts';
export { ensureMarketSchema, type SchemaState } from './dataset/schema.ts';
export {
  type Dataset,
  type ReadDataset,
  type RowsOf,
  rowsOfBuilds,
  servingDataset,
} from './dataset/serving-dataset.ts';
export { servingStates } from './dataset/serving-states.ts';
export * from './dataset/tables.ts';
export * from './dataset/window-end.ts';
export * from './market-reads.ts';
export { LINKABLE_KINDS, minCosine } from './names/alike-names.ts';
export * from './names/index.ts';
export * from './queries/accuracy.ts';
export * from './queries/buyer-aliases.ts';
export * from './queries/cities-of-zips.ts';
export * from './queries/comp-similarity.ts';
export * from './queries/comp-subject.ts';
export * from './queries/comps-near.ts';
export * from './queries/contacts-for.ts';
export * from './queries/counties.ts';
export * from './queries/dataset-status.ts';
export * from './queries/deal-counts-of-buyers.ts';
export * from './queries/deal-property-records.ts';
export {
  type Bound,
  type DealColumn,
  type DealNear,
  type DealsNearQuery,
  dealsNear,
  dealsNearStatement,
} from './queries/deals-near.ts';
export * from './queries/deals-of-buyers.ts';
export * from './queries/market-summary.ts';
export * from './queries/nearest-county.ts';
export * from './queries/nearest-property.ts';
export * from './queries/newest-national-suppression-date.ts';
export * from './queries/phone-shares.ts';
export * from './queries/properties-by-ids.ts';
export * from './queries/property-by-id.ts';
export * from './queries/records-headers.ts';
export * from './queries/region-literals.ts';
export * from './queries/suppressed-among.ts';
export * from './queries/value-sales.ts';
export * from './queries/watch-dataset.ts';
export * from './queries/zips-of-city.ts';
export { ADDRESS_MAX_UNRELATED_OWNERS } from './rules/constants.ts';
export { shareOut } from './rules/share-out.ts';
export * from './values/evaluate-forward.ts';
export type { ForwardMetrics } from './values/metrics-by-group.ts';
export * from './values/value-models.ts';
