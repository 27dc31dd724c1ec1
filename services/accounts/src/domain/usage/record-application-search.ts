import { createHash } from 'node:crypto';
import { type BodyOf, type recordApplicationSearch as endpoint, Timestamp } from '@plat/contracts';
import { AppError, isCalendarDay } from '@plat/kit';
import { monthOf } from './allowance.ts';
import type { UsageDeps } from './ports.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const INSTANT = new RegExp(Timestamp.pattern!);
const CLOCK_SKEW_MS = 5 * 60 * 1000;

/**
 * Counts a search that a company made in its own application, in the month in which it was made: a property when it was
 * skiptraced and never before, a location when it was never searched before.
 * @returns whether the search is in the ledger; the same when it is repeated.
 * @throws AppError NOT_FOUND for an unknown company, VALIDATION_ERROR for an instant that is none or in the future.
 */
export async function recordApplicationSearch(
  { ledger, clock }: UsageDeps,
  search: BodyOf<typeof endpoint>,
): Promise<{ counted: boolean }> {
  const searchedAtMs = instantMs(search.searched_at);
  if (Number.isNaN(searchedAtMs)) throw invalidInstant('must be an ISO 8601 instant in UTC');
  if (searchedAtMs > clock.nowMs() + CLOCK_SKEW_MS) throw invalidInstant('must not be in the future');
  const companyId = search.company_id.toLowerCase();
  const result = UUID.test(companyId)
    ? await ledger.recordApplicationSearch({
        eventId: applicationEventId(companyId, search.search_id),
        ownerId: companyId,
        endpoint: search.counted_thing.kind === 'property' ? 'buyer_search' : 'analytics_search',
        month: monthOf(searchedAtMs),
        thing: search.counted_thing,
        skiptraced: search.skiptraced,
        searchedAtMs,
      })
    : null;
  if (result === null) throw new AppError('NOT_FOUND', `There is no company ${search.company_id}`);
  return result;
}

/**
 * The ledger's id of an application's search: a UUID of version 8 (RFC 9562) from the SHA-256 of both ids, so that it is
 * the same every time and never a reservation's, which are random.
 */
export function applicationEventId(companyId: string, searchId: string): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([companyId, searchId]))
    .digest();
  digest[6] = 0x80 | (digest[6]! & 0x0f);
  digest[8] = 0x80 | (digest[8]! & 0x3f);
  const hex = digest.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}

/** NaN for what is no instant in UTC: `Date.parse` takes local times too, and a 30 February for a day of March. */
const instantMs = (text: string): number =>
  INSTANT.test(text) && isCalendarDay(text.slice(0, 10)) ? Date.parse(text) : Number.NaN;

const invalidInstant = (problem: string): AppError =>
  new AppError('VALIDATION_ERROR', `searched_at ${problem}`, { fields: [{ field: 'searched_at', problem }] });
