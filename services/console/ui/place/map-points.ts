import type { RetailComp } from '@plat/client';
import type { Buyer } from '../api/place-queries.ts';
import { asDollars } from '../lib/format.ts';
import type { MapPoint } from '../map/index.ts';
import { buyerKey, buyerName } from './buyer-texts.ts';

/** Ranks that are written into the dots; more would cover each other. */
const NUMBERED = 25;

/** The deal of each buyer that matches best, where the map can place it. */
export const buyerPoints = (buyers: readonly Buyer[]): MapPoint[] =>
  buyers.flatMap((buyer) => {
    const { latitude, longitude, smart_match_rank: rank, buyer_type: type } = buyer;
    if (latitude === null || longitude === null) return [];
    const kind = type === 'flipper' ? 'flip' : 'rental';
    const label = `${rank}. ${buyerName(buyer)}, ${kind === 'flip' ? 'flip' : 'rental purchase'}, ${buyer.address ?? 'unknown address'}`;
    return [{ id: buyerKey(buyer), latitude, longitude, kind, rank: rank <= NUMBERED ? rank : null, label }];
  });

/** Names a comparable sale by its place in the answer, on the map and in the table. */
export const compId = (at: number): string => `comp-${at}`;

/** Comparable sales with coordinates, in the order of the table. */
export const compPoints = (comps: readonly RetailComp[]): MapPoint[] =>
  comps.flatMap((comp, at) => {
    const { latitude, longitude, address, last_sale_amount: price } = comp;
    if (latitude === null || longitude === null) return [];
    const kind = comp.explanation?.is_flip_resale ? 'renovated' : 'comp';
    const label = [address ?? 'Unknown address', price === null ? null : asDollars(price)].filter(Boolean).join(', ');
    return [{ id: compId(at), latitude, longitude, kind, rank: at < NUMBERED ? at + 1 : null, label }];
  });
