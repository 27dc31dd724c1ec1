import type { DaySpan } from '../../../deals/index.ts';
import { hadBoughtBefore } from './buyer-history.ts';
import type { RecordedMarket } from './recorded-market.ts';
import { isAnswerable, type Replay, type ReplayedSearch, replayPurchase } from './replay-purchase.ts';

export interface ReplayedMarket {
  /** Investor purchases on the map within the span. */
  purchases: number;
  /** Purchases whose buyer had bought anywhere before. */
  byKnownBuyers: number;
  /** Purchases of them whose buyer was in the list, by day. */
  replays: Replay[];
}

/** Replays every purchase of a span: one search the day before each. */
export async function replayMarket(
  market: RecordedMarket,
  search: ReplayedSearch,
  span: DaySpan,
): Promise<ReplayedMarket> {
  const histories = await market.histories();
  const purchases = await market.purchases(span);
  const known = purchases.filter(({ buyerId, purchaseDate }) =>
    hadBoughtBefore(purchaseDate, histories.get(buyerId) ?? []),
  );
  const replays: Replay[] = [];
  for (const purchase of known) {
    const replay = await replayPurchase(purchase, search, market, histories);
    if (isAnswerable(replay)) replays.push(replay);
  }
  return { purchases: purchases.length, byKnownBuyers: known.length, replays };
}

/** Splits the replays at the middle one in time; purchases of one day stay together, in the later half. */
export function halvesInTime(replays: readonly Replay[]): { earlier: Replay[]; later: Replay[] } {
  const middle = replays[replays.length >> 1]?.purchaseDate ?? '';
  return {
    earlier: replays.filter(({ purchaseDate }) => purchaseDate < middle),
    later: replays.filter(({ purchaseDate }) => purchaseDate >= middle),
  };
}
