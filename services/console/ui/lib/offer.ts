/** A value with its range, US dollars. */
export interface ValueRange {
  value: number;
  value_low: number;
  value_high: number;
}

export interface OfferTerms {
  /** US dollars. */
  repairs: number;
  /** US dollars. */
  fee: number;
  /** Percent of the value after repair. */
  rule: number;
}

/**
 * The maximum offer with its range, as `POST /v1/offers` computes it: `rule * arv - repairs - fee`, never below 0.
 */
export function maximumOffer(arv: ValueRange, { repairs, fee, rule }: OfferTerms): ValueRange {
  const from = (value: number) => Math.max(0, Math.round((rule / 100) * value - repairs - fee));
  return { value: from(arv.value), value_low: from(arv.value_low), value_high: from(arv.value_high) };
}
