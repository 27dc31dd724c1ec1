/** Lenient readers of codes in public records. An unknown code is null, never a guess. */
export { readDate } from './dates.ts';
export { readDeedType } from './deed-types.ts';
export { readListingStatus } from './listing-status.ts';
export { PERSON_FORMS, personEntryKeys, readPersonEntry } from './person-entry.ts';
export { readPropertyType } from './property-types.ts';
export { hasSaleCodes, readSaleValidity } from './sale-validity.ts';
export { readSuppressionKind, readSuppressionList } from './suppressions.ts';
export { readVacantAtSale } from './vacant-at-sale.ts';
export { readYesNo } from './yes-no.ts';
