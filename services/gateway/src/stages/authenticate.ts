import { userIdProblem } from '@plat/contracts';
import { AppError, callerFields } from '@plat/kit';
import { mayUseFrom } from '../domain/caller-address.ts';
import { presentedCredential } from '../domain/presented-key.ts';
import { type Stage, verifiedKey } from './passage.ts';

export const unusableKey = () => new AppError('INVALID_API_KEY', 'The API key is unknown or inactive');

/** The request names one key. The status of a missing key is the endpoint's own. */
export const keyPresent: Stage = ({ exchange, endpoint }) => {
  const { key, isConflicting } = presentedCredential(exchange.request.headers);
  if (isConflicting) {
    throw new AppError(
      'CONFLICTING_CREDENTIALS',
      'The x-api-key header and the bearer token name different API keys; send one of them',
    );
  }
  const status = endpoint.policy.missingKeyStatus;
  if (key !== '' || status === null) return undefined;
  throw new AppError(
    'API_KEY_REQUIRED',
    'An API key is required in the x-api-key header, or as Authorization: Bearer <key>',
    { status },
  );
};

/** The key exists. One lookup also brings the minute limiter's answer and what is known of the end user. */
export const keyKnown: Stage = async (passage, { directory, edge, tokens }) => {
  const { userId, exchange, signal } = passage;
  const keySha256 = edge.keySha256Of(exchange.request);
  const refusal = await edge.keyGuessing(exchange.request, exchange.work, signal);
  if (refusal !== undefined) return refusal;
  const address = edge.addressOf(exchange.request);
  // Whom nobody can have as an end user is not worth remembering: callers could make it as long and as many as they like.
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

/** A deactivated key is 401, and 403 where the endpoint documents that (doc 1 section 5 rule 6). */
export const keyActive: Stage = (passage) => {
  if (verifiedKey(passage).active) return undefined;
  if (passage.endpoint.errors[403]?.includes('API_KEY_DEACTIVATED')) {
    throw new AppError('API_KEY_DEACTIVATED', 'This API key is deactivated');
  }
  throw unusableKey();
};

/** A key with a list of addresses works from those only; the answer does not say which they are. */
export const addressAllowed: Stage = (passage, { edge }) => {
  const { allowed_addresses } = verifiedKey(passage);
  if (allowed_addresses === null) return undefined;
  if (mayUseFrom(allowed_addresses, edge.addressOf(passage.exchange.request))) return undefined;
  throw new AppError('CALLER_ADDRESS_NOT_ALLOWED', 'This API key may not be used from this IP address');
};
