export * from './certificate.ts';
export * from './pools.ts';
export * from './scope.ts';
export * from './spans.ts';
export * from './statement-text.ts';
export * from './tracing.ts';
export * from './tracing-settings.ts';
export * from './work.ts';
