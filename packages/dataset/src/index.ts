export { createDistributedPartitions } from './citus/create-partitions.ts';
export { hasCitus } from './citus/has-citus.ts';
export { type DataNode, rebalanceRegions, regionNodes } from './citus/nodes.ts';
export { replaceServingViews } from './citus/serving-views.ts';
export {
  createIndexesSql,
  createPartitionSql,
  DATASET_TABLE_NAMES,
  isPartitionName,
  LAYOUT_HASH,
  partitionName,
  tableOf,
  tablesOf,
} from './ddl.ts';
export {
  type Buyer,
  COMP_FIELDS,
  type CompDeal,
  DEAL_TYPES,
  type Deal,
  INVESTOR_DEAL_FIELDS,
  type InvestorDeal,
  type NearbyDeal,
  type PortfolioDeal,
} from './deal.ts';
export { FACT_KINDS, type FactKind } from './fact-kinds.ts';
export {
  type Box,
  cellOf,
  cellSql,
  cellsIn,
  coverBox,
  coverCircle,
  EARTH_RADIUS_MILES,
  milesBetween,
  type Point,
} from './grid.ts';
export { withImportLock } from './import-lock.ts';
export {
  contentKey,
  type KeptBuild,
  type KeptVersion,
  keptBuilds,
  keptVersions,
  type LoggedVersion,
  partitionsOfBuild,
  restoredVersion,
  servingPartition,
  suppressionPartition,
  versionLog,
} from './kept-versions.ts';
export {
  boxOfTile,
  DEAL_ZOOM,
  isTile,
  mapSquaresSql,
  SQUARE_ZOOM,
  SQUARES_PER_TILE,
  TILE_EXTENT,
  type Tile,
  tileNumber,
  tilePosition,
} from './map-tile.ts';
export { MarketError } from './market-error.ts';
export { AS_OF_SETTING, DEFAULT_REPLICA_MAX_LAG_MS, MARKET_SETTINGS, openMarketReads } from './market-reads.ts';
export * from './queries/accuracy.ts';
export * from './queries/address-index.ts';
export * from './queries/address-with-buyers.ts';
export * from './queries/buyer-aliases.ts';
export * from './queries/buyer-evidence.ts';
export * from './queries/buyer-profile.ts';
export * from './queries/cities-of-zips.ts';
export * from './queries/comp-similarity.ts';
export * from './queries/comp-subject.ts';
export * from './queries/comps-near.ts';
export * from './queries/contacts-for.ts';
export * from './queries/counted-deals-sql.ts';
export * from './queries/counties.ts';
export * from './queries/county-figures.ts';
export * from './queries/dataset-status.ts';
export * from './queries/deal-counts-of-buyers.ts';
export * from './queries/deal-property-records.ts';
export * from './queries/deals-near.ts';
export * from './queries/deals-of-buyers.ts';
export * from './queries/distance-sql.ts';
export * from './queries/map-squares.ts';
export * from './queries/market-summary.ts';
export * from './queries/market-tables.ts';
export * from './queries/nearest-county.ts';
export * from './queries/nearest-property.ts';
export * from './queries/newest-national-suppression-date.ts';
export * from './queries/parcels-in-box.ts';
export * from './queries/phone-shares.ts';
export * from './queries/properties-by-ids.ts';
export * from './queries/property-by-id.ts';
export * from './queries/recorded-deals.ts';
export * from './queries/records-headers.ts';
export * from './queries/serving-counts.ts';
export * from './queries/street-dictionary.ts';
export * from './queries/suppressed-among.ts';
export * from './queries/value-facts.ts';
export * from './queries/value-sales.ts';
export * from './queries/value-sales-sql.ts';
export * from './queries/watch-dataset.ts';
export * from './queries/zips-of-city.ts';
export { asOfIn, MARKET_SCHEMAS, marketSchema, publishedChannel, SAMPLE_AS_OF, schemaOf } from './realm.ts';
export {
  type Bounds,
  type FactFile,
  NO_COUNTS,
  type RegionCounts,
  type RegionImport,
  type RegionState,
} from './region-state.ts';
export {
  ARMS_LENGTH_REASONS,
  type ArmsLength,
  type ArmsLengthReason,
  REASON_CODES,
  type ReasonOf,
} from './rules/arms-length-reasons.ts';
export { disclosesPrices, NON_DISCLOSURE_STATES, PUBLISHING_COUNTIES } from './rules/disclosure.ts';
export { COUNTED_DEAL, DEAL_VERDICT, OFF_MARKET_PURCHASE, ON_MARKET, PASSES_TITLE } from './rules/off-market.ts';
export { shareOut } from './rules/share-out.ts';
export { ensureMarketSchema, listPartitions, recreateParents } from './schema.ts';
export {
  type Dataset,
  openDatasets,
  type ReadDataset,
  rowsOfBuilds,
  servingDataset,
  servingDatasetOf,
} from './serving-dataset.ts';
export { servingStates } from './serving-states.ts';
export { sqlName, sqlText, sqlTexts } from './sql-text.ts';
export { VALUE_MODEL_FORM } from './tables/value-tables.ts';
export { ALL_REGIONS, type ColumnType, DATASET_TABLES, type DatasetRow, type DatasetTableName } from './tables.ts';
export { monthsBefore, type WindowEnd, windowEndOn, yearsBefore } from './window-end.ts';
