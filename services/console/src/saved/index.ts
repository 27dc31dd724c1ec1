/** Face of the context: searches that people saved. */
export type { SavedDeps } from './domain/ports.ts';
