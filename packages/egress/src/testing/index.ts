export * from './canary.ts';
export * from './certificates.ts';
export * from './receiver.ts';
