export type { LegacyDealFinder, PropertyRecordFinder } from './domain/ports.ts';
