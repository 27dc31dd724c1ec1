import { createHash } from 'node:crypto';
import { type BodyOf, type recordApplicationSearch as endpoint, isUuid, Timestamp } from '@plat/contracts';
import { AppError, isCalendarDay } from '@plat/kit';
import { monthOf } from './allowance.ts';
import type { UsageDeps } from './ports.ts';

const INSTANT = new RegExp(Timestamp.pattern!);
const CLOCK_SKEW_MS = 5 * 60 * 1000;

/**
 * Counts a search in the companion application in the month when it was made: a property when first skip traced, a
 * location when first searched.
 * @returns whether the ledger has the search; repeating it returns the same.
 * @throws AppError NOT_FOUND for an unknown company, VALIDATION_ERROR for an invalid or future instant.
 */
export async function recordApplicationSearch(
  { ledger, clock }: UsageDeps,
  search: BodyOf<typeof endpoint>,
): Promise<{ counted: boolean }> {
  const searchedAtMs = instantMs(search.searched_at);
  if (Number.isNaN(searchedAtMs)) throw invalidInstant('must be an ISO 8601 instant in UTC');
  if (searchedAtMs > clock.nowMs() + CLOCK_SKEW_MS) throw invalidInstant('must not be in the future');
  const companyId = search.company_id.toLowerCase();
  const result = isUuid(companyId)
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
 * Ledger id of an application search: a version 8 UUID (RFC 9562) from the SHA-256 of both ids. It is stable, and
 * cannot equal a random reservation id.
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

/** NaN unless the text is a UTC instant: `Date.parse` also accepts local times, and reads 30 February as March. */
const instantMs = (text: string): number =>
  INSTANT.test(text) && isCalendarDay(text.slice(0, 10)) ? Date.parse(text) : Number.NaN;

const invalidInstant = (problem: string): AppError =>
  new AppError('VALIDATION_ERROR', `searched_at ${problem}`, { fields: [{ field: 'searched_at', problem }] });
