/** A source's remark on a sale: market, not market, or undecided. */
export const SALE_VALIDITIES = ['market', 'not_market', 'no_verdict'] as const;
export type SaleValidity = (typeof SALE_VALIDITIES)[number];
