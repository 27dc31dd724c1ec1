import { createHash } from 'node:crypto';
import { AppError, generateSecretKey } from '@plat/kit';
import { type Limiter, SETUP_LIMIT, takeFrom } from './limits.ts';
import type { IdTokens, UserStore } from './ports.ts';
import { KEY_HEAD } from './user-of-key.ts';

export interface SetUpDeps {
  users: Pick<UserStore, 'replaceKey'>;
  idTokens: IdTokens;
  limiter: Limiter;
  /** True if everyone with a valid ID token becomes a user; otherwise unknown users get 404. */
  signUp: boolean;
  randomBytes(count: number): Uint8Array;
  createSigningSecret(): string;
}

export interface SetUpAnswer {
  message: string;
  zapKey: string;
  webhookSecret: string;
}

const BEARER = /^bearer +(?<token>[\w.~+/=-]+)$/i;

/**
 * Gives the user of an ID token a new key. The old one stops working; subscriptions stay.
 * @param authorization the caller's `Authorization` header.
 * @throws AppError INVALID_API_KEY (401) if the token does not prove the uid, NOT_FOUND (404) if the proven uid is
 * not an active user, RATE_LIMIT_EXCEEDED (429) after 5 setups of the uid in an hour.
 */
export async function setUp(deps: SetUpDeps, uid: string, authorization: string | null): Promise<SetUpAnswer> {
  const token = BEARER.exec(authorization?.trim() ?? '')?.groups?.token;
  if (token === undefined) throw invalidToken();
  const identity = await deps.idTokens.verify(token);
  // The same response as for a bad token, which reveals nothing about other users.
  if (identity.uid !== uid) throw invalidToken();
  await takeFrom(deps.limiter, SETUP_LIMIT, createHash('sha256').update(uid).digest('hex'));
  const key = generateSecretKey(KEY_HEAD, deps.randomBytes);
  const newUser = deps.signUp ? { signingSecret: deps.createSigningSecret() } : null;
  const made = await deps.users.replaceKey(identity, key, newUser);
  if (made === null) throw new AppError('NOT_FOUND', 'User not found');
  const message = made.replaced
    ? 'The API key was replaced; the one before no longer works'
    : 'The API key was created';
  return { message, zapKey: key.key, webhookSecret: made.user.signingSecret };
}

/** One response for every kind of invalid token. */
export const invalidToken = (cause?: unknown) =>
  new AppError('INVALID_API_KEY', 'A valid ID token of this user is required as Authorization: Bearer', { cause });
