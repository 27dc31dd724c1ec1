export { SAMPLE_SUBJECT } from './subject.ts';
export { type SampleMarket, type SampleMarketOptions, writeSampleMarket } from './write-sample-market.ts';
