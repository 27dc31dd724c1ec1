import {
  type AllowanceName,
  type BodyOf,
  identifySearchedProperty,
  type UsageRequest,
  type UsageSubject,
} from '@plat/contracts';
import { countedLocation } from '../domain/usage-subject.ts';
import { type Passage, principalOf, type StageTools, verifiedKey } from './passage.ts';

/**
 * The subject and allowance that a request counts against. Asks the owning service to identify a property, and keeps
 * the address that it resolved for `forward`.
 * @throws AppError of that service, such as ADDRESS_NOT_FOUND (404).
 */
export async function usageRequestOf(
  passage: Passage,
  allowance: AllowanceName,
  tools: StageTools,
): Promise<UsageRequest> {
  const { keyId, userId } = principalOf(passage);
  const usageSubject = await usageSubjectOf(passage, tools);
  return { key_id: keyId, user_id: userId, endpoint: allowance, counted_thing: usageSubject };
}

/** Only subscriber keys are exempt from paying twice for one subject (docs/rules/limits.md). */
async function usageSubjectOf(passage: Passage, { client }: StageTools): Promise<UsageSubject | null> {
  const { metering } = passage.endpoint.policy;
  if (metering.counts !== 'once_per' || verifiedKey(passage).key_kind !== 'subscriber') return null;
  const body = passage.body?.value ?? {};
  if (metering.thing === 'location') return countedLocation(body as { latitude: number; longitude: number });
  const { address, latitude, longitude } = body as BodyOf<typeof identifySearchedProperty>;
  const { counted_thing, searched_address } = await client.call(identifySearchedProperty, {
    body: { address, latitude, longitude },
    principal: principalOf(passage),
    requestId: passage.exchange.requestId,
    work: passage.exchange.work,
    deadlineMs: passage.deadlineMs,
    signal: passage.signal,
  });
  passage.searchedAddress = searched_address;
  return counted_thing;
}
