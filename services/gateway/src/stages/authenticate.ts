import { takesSession, userIdProblem } from '@plat/contracts';
import { AppError, callerFields } from '@plat/kit';
import { mayUseFrom } from '../domain/caller-address.ts';
import { presentedCredential } from '../domain/presented-key.ts';
import { presentedSession } from '../domain/presented-session.ts';
import { type Stage, verifiedKey } from './passage.ts';

export const unusableKey = () => new AppError('INVALID_API_KEY', 'The API key is unknown or inactive');

/** Rejects requests without a key, or with two. The endpoint decides the status for a missing key. */
export const keyPresent: Stage = (passage, { edge, hasSessions }) => {
  const { exchange, endpoint } = passage;
  const { key, isConflicting } = presentedCredential(exchange.request.headers);
  if (isConflicting) {
    throw new AppError(
      'CONFLICTING_CREDENTIALS',
      'The x-api-key header and the bearer token name different API keys; send one of them',
    );
  }
  const status = endpoint.policy.missingKeyStatus;
  if (key !== '' || status === null) return undefined;
  if (hasSessions && takesSession(endpoint)) {
    passage.sessionToken = presentedSession(exchange.request, edge.isHttps(exchange.request)) ?? undefined;
    if (passage.sessionToken !== undefined) return undefined;
  }
  throw new AppError(
    'API_KEY_REQUIRED',
    'An API key is required in the x-api-key header, or as Authorization: Bearer <key>',
    { status },
  );
};

/** Rejects unknown keys. One lookup also returns the minute limit decision and the end user's state. */
export const keyKnown: Stage = async (passage, { directory, edge, tokens }) => {
  const { userId, exchange, signal } = passage;
  if (passage.sessionToken !== undefined) return undefined;
  const keySha256 = edge.keySha256Of(exchange.request);
  const refusal = await edge.keyGuessing(exchange.request, exchange.work, signal);
  if (refusal !== undefined) return refusal;
  const address = edge.addressOf(exchange.request);
  // An impossible end user is not cached: callers could fill the cache with long or numerous names.
  const nameable = userId !== null && userIdProblem(userId) === null ? userId : null;
  const admission = await directory.admit({ keySha256, userId: nameable, address }, exchange.work);
  if (admission === null) {
    edge.noteUnknownKey(exchange.request);
    throw unusableKey();
  }
  passage.key = admission.key;
  passage.minute = admission.minute;
  const { key_id: keyId, company_id: companyId } = admission.key;
  exchange.note(callerFields(tokens, { keyId, companyId, userId }));
  return undefined;
};

/** Rejects a deactivated key with 401, or 403 where the endpoint documents that. */
export const keyActive: Stage = (passage) => {
  if (verifiedKey(passage).active) return undefined;
  if (passage.endpoint.errors[403]?.includes('API_KEY_DEACTIVATED')) {
    throw new AppError('API_KEY_DEACTIVATED', 'This API key is deactivated');
  }
  throw unusableKey();
};

/** Rejects a key outside its address list. The response does not reveal the list. */
export const addressAllowed: Stage = (passage, { edge }) => {
  const { allowed_addresses } = verifiedKey(passage);
  if (allowed_addresses === null) return undefined;
  if (mayUseFrom(allowed_addresses, edge.addressOf(passage.exchange.request))) return undefined;
  throw new AppError('CALLER_ADDRESS_NOT_ALLOWED', 'This API key may not be used from this IP address');
};
