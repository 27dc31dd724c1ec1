/** Face of the context: links to places for people without a session. */
export type { SharesDeps } from './domain/shares.ts';
