/** Rules and stages that @plat/evaluation measures on labelled records. */
export { NameComparer } from './rules/alike-names.ts';
export { compareResidences, oneHomeSql, RESIDENCE } from './rules/residence-of-holders.ts';
export { UnionFind } from './rules/union-find.ts';
export { type DerivedRecords, type DeriveRequest, deriveRecords } from './stages/derive-records.ts';
export { readValueSales } from './stages/estimate-values.ts';
