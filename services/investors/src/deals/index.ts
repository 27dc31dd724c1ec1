export { addDays, daysBetween } from './domain/days.ts';
export { filtersOf } from './domain/deal-filters.ts';
export { denseRanks } from './domain/dense-ranks.ts';
export { lookbackStart } from './domain/lookback.ts';
export { roundToHundredths, roundToTenths } from './domain/round.ts';
export type { Subject, SubjectFacts } from './domain/subject.ts';
export type { DaySpan, DayWindow, RecordsWindows } from './domain/windows.ts';
