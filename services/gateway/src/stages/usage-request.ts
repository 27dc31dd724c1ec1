import { type AllowanceName, type CountedThing, identifySearchedProperty, type UsageRequest } from '@plat/contracts';
import { countedLocation } from '../domain/counted-thing.ts';
import { type Passage, principalOf, type StageTools, verifiedKey } from './passage.ts';

/**
 * Whose allowance a request takes from, and for what. For a property the service that owns them is asked.
 * @throws AppError of that service, such as ADDRESS_NOT_FOUND (404).
 */
export async function usageRequestOf(
  passage: Passage,
  allowance: AllowanceName,
  tools: StageTools,
): Promise<UsageRequest> {
  const { keyId, userId } = principalOf(passage);
  const countedThing = await countedThingOf(passage, tools);
  return { key_id: keyId, user_id: userId, endpoint: allowance, counted_thing: countedThing };
}

/** Only subscriber keys are not charged twice for the same thing: the rule is written for them (decision 70). */
async function countedThingOf(passage: Passage, { client }: StageTools): Promise<CountedThing | null> {
  const { metering } = passage.endpoint.policy;
  if (metering.counts !== 'once_per' || verifiedKey(passage).key_kind !== 'subscriber') return null;
  const body = passage.body?.value ?? {};
  if (metering.thing === 'location') return countedLocation(body as { latitude: number; longitude: number });
  const { counted_thing } = await client.call(identifySearchedProperty, {
    body,
    principal: principalOf(passage),
    requestId: passage.exchange.requestId,
    work: passage.exchange.work,
    deadlineMs: passage.deadlineMs,
    signal: passage.signal,
  });
  return counted_thing;
}
