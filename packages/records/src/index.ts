export * from './addresses/index.ts';
export { recordedCounty } from './counties/recorded-county.ts';
export * from './names/index.ts';
