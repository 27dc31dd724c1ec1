/** Face of the context: who is signed in, and as what. */
export type { Actor, PeopleDeps } from './domain/ports.ts';
export { actorOf, createSignInLink, type LinkRequest, type SignedIn } from './domain/sessions.ts';
export { signInUrl } from './domain/sign-in-url.ts';
export { createSessionGuard, type SessionGuard, TILES_LIMIT } from './session-guard.ts';
