import { CRM_DEALS_PAGE_SIZE, type CrmDeal, Timestamp, Uuid } from '@plat/contracts';
import { validationError } from '@plat/kit';
import { Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { CrmDealFilter, CrmDealRange, CrmDealStore } from './ports.ts';

/** Start of the next page, and the change that its round started with; later changes come at the end. */
interface Position extends CrmDealRange {
  roundBegan: string | null;
}

const FIRST_PAGE: Position = { changedAfter: null, behind: null, roundBegan: null };

/**
 * One page of deals, last changed first. Following `next_cursor` to its end returns every deal: a deal that changes
 * meanwhile moves and appears after the others, perhaps again.
 * @throws AppError VALIDATION_ERROR (400) for an invalid cursor
 */
export async function listCrmDeals(
  { crmDeals }: { crmDeals: Pick<CrmDealStore, 'list'> },
  filter: CrmDealFilter,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<{ deals: CrmDeal[]; next_cursor: string | null }> {
  const position = cursor === undefined ? FIRST_PAGE : readCursor(cursor);
  const found = await crmDeals.list(filter, position, CRM_DEALS_PAGE_SIZE + 1, signal);
  const deals = found.slice(0, CRM_DEALS_PAGE_SIZE);
  const roundBegan = position.roundBegan ?? deals[0]?.updated_at ?? null;
  const last = deals.at(-1);
  if (found.length > deals.length && last !== undefined) {
    const behind = { updatedAt: last.updated_at, dealId: last.deal_id };
    return { deals, next_cursor: writeCursor({ ...position, behind, roundBegan }) };
  }
  if (roundBegan === null) return { deals, next_cursor: null };
  const next: Position = { changedAfter: roundBegan, behind: null, roundBegan: null };
  const changed = await crmDeals.list(filter, next, 1, signal);
  return { deals, next_cursor: changed.length === 0 ? null : writeCursor(next) };
}

const SECONDS_LENGTH = '2026-01-01T00:00:00'.length;
const instant = Type.Union([Timestamp, Type.Null()]);
const Cursor = Type.Tuple([instant, Type.Union([Type.Tuple([Timestamp, Uuid]), Type.Null()]), instant]);

const writeCursor = ({ changedAfter, behind, roundBegan }: Position): string =>
  Buffer.from(
    JSON.stringify([changedAfter, behind === null ? null : [behind.updatedAt, behind.dealId], roundBegan]),
  ).toString('base64url');

function readCursor(cursor: string): Position {
  const parsed = parseJson(Buffer.from(cursor, 'base64url').toString());
  if (!Value.Check(Cursor, parsed) || !instantsOf(parsed).every(isInstant)) {
    throw validationError([{ field: 'cursor', problem: 'must be the next_cursor of an earlier page' }]);
  }
  const [changedAfter, behind, roundBegan] = parsed;
  return {
    changedAfter,
    behind: behind === null ? null : { updatedAt: behind[0], dealId: behind[1] },
    roundBegan,
  };
}

const instantsOf = ([changedAfter, behind, roundBegan]: [string | null, [string, string] | null, string | null]) =>
  [changedAfter, behind?.[0] ?? null, roundBegan].filter((text) => text !== null);

/** True for a date on the calendar: 30 February would be a database error. */
function isInstant(text: string): boolean {
  const ms = Date.parse(text);
  return ms > 0 && new Date(ms).toISOString().slice(0, SECONDS_LENGTH) === text.slice(0, SECONDS_LENGTH);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
