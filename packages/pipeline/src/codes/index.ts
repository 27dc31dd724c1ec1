/** Lenient readings of the codes that public records use. What a table does not know is null, never a guess. */
export { type DateReading, readDate } from './dates.ts';
export { DEED_TYPES, type DeedType, readDeedType } from './deed-types.ts';
export { readListingStatus } from './listing-status.ts';
export { EVERY_ZIP, PERSON_FORMS, personEntryKeys, readPersonEntry } from './person-entry.ts';
export { readPropertyType } from './property-types.ts';
export { hasSaleCodes, readSaleValidity, SALE_VALIDITIES, type SaleValidity } from './sale-validity.ts';
export { readSuppressionKind, readSuppressionList, SUPPRESSION_KINDS, SUPPRESSION_LISTS } from './suppressions.ts';
export { readVacantAtSale } from './vacant-at-sale.ts';
export { readYesNo } from './yes-no.ts';
