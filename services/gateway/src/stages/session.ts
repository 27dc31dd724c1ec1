import { verifyApplicationKey, verifySession } from '@plat/contracts';
import { AppError, callerFields, tokenSha256 } from '@plat/kit';
import { unusableKey } from './authenticate.ts';
import { GATEWAY, type Stage } from './passage.ts';

/** Requests of one signed-in person in any minute: a page of the console sends several for each click. */
const REQUESTS_PER_MINUTE = 240;
const MINUTE_MS = 60_000;

/**
 * Lets a signed-in person call the API under the key of their company's own application, so that limits and metering
 * are the application's. Sessions are never cached: signing out works at once.
 */
export const sessionKnown: Stage = async (passage, { client, limiter, tokens }) => {
  const { sessionToken, exchange, signal, deadlineMs } = passage;
  if (sessionToken === undefined) return undefined;
  const { requestId, work } = exchange;
  const caller = { principal: GATEWAY, requestId, work, deadlineMs, signal };
  const { session } = await client.call(verifySession, {
    ...caller,
    body: { token_sha256: tokenSha256(sessionToken) },
  });
  if (session === null) throw new AppError('SIGN_IN_REQUIRED', 'The session has ended; sign in again');
  const { company_id: companyId, person_id: personId, realm } = session;
  const { key } = await client.call(verifyApplicationKey, { ...caller, body: { company_id: companyId } });
  if (key === null) throw unusableKey();
  passage.key = { ...key, is_test: realm === 'sample' };
  passage.isUncounted = companyId === null;
  passage.minute = await limiter.take(`session:${personId}`, REQUESTS_PER_MINUTE, MINUTE_MS);
  exchange.note({ ...callerFields(tokens, { keyId: key.key_id, companyId: key.company_id, userId: null }), personId });
  return undefined;
};
