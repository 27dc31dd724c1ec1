export { addDays, daysBetween } from './domain/days.ts';
export type { Buyer, CompDeal, NearbyDeal, Point, Subject, SubjectFacts } from './domain/deal.ts';
export { denseRanks } from './domain/dense-ranks.ts';
export { lookbackStart } from './domain/lookback.ts';
export { roundToHundredths, roundToTenths } from './domain/round.ts';
export { filtersOf } from './store/deal-filters.ts';
export { COMP_COLUMNS, compFromRow, DEAL_COLUMNS, DEAL_TYPES, dealFromRow } from './store/deal-rows.ts';
