export type { CompFinder } from './domain/ports.ts';
