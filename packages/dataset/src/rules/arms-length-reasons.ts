/**
 * Every reason code of a verdict on a sale (docs/rules/arms-length.md), in the order in which a sale lists them.
 * `hard` takes a sale off the open market on its own; `price` does so for its price only, and deals that begin or end
 * with it count as usual; `statistical` compares it with its peers or its estimated value;
 * `supplementary` turns a low price into a verdict and does not count otherwise; `no_price` leaves a sale
 * undetermined.
 */
export const ARMS_LENGTH_REASONS = {
  quitclaim_deed: {
    weight: 'hard',
    sentence: 'A quitclaim deed passes on whatever the grantor had, usually without a market price.',
  },
  correction_deed: { weight: 'hard', sentence: 'A correction deed repairs an earlier deed and conveys nothing new.' },
  gift_deed: { weight: 'hard', sentence: 'A gift, transfer on death or similar deed is not a purchase.' },
  intrafamily_deed: { weight: 'hard', sentence: 'The deed itself says that spouses or relatives are the parties.' },
  estate_deed: {
    weight: 'hard',
    sentence: 'A deed of an executor, administrator or heirs, or one that only the estate signs, passes on an estate.',
  },
  forced_sale_deed: {
    weight: 'hard',
    sentence: "A tax, sheriff's, trustee's or foreclosure deed follows a forced sale.",
  },
  deed_in_lieu: { weight: 'hard', sentence: 'A deed in lieu hands the property to the lender.' },
  source_not_market: { weight: 'hard', sentence: 'The source itself marks the transfer as not a market sale.' },
  price_nominal: {
    weight: 'hard',
    sentence: 'The recorded consideration is nominal: 0, 1, 10 or another amount under 1,000 dollars.',
  },
  price_under_minimum: { weight: 'hard', sentence: 'The price is under 10,000 dollars.' },
  multi_parcel: { weight: 'hard', sentence: 'One price covers several parcels, so it is not the price of this one.' },
  same_price_within_year: {
    weight: 'hard',
    sentence: 'An earlier sale of the parcel within 365 days has the same price: the deed repeats it.',
  },
  seller_government: {
    weight: 'hard',
    sentence: 'The seller is a government, land bank, HUD, VA or a government-sponsored enterprise.',
  },
  buyer_government: {
    weight: 'hard',
    sentence: 'The buyer is a government, land bank, HUD, VA or a government-sponsored enterprise.',
  },
  seller_housing_charity: {
    weight: 'hard',
    sentence: 'A charity sells an affordable home: the price is subsidised, and the next one restricted.',
  },
  buyer_lender: {
    weight: 'hard',
    sentence: 'A lender takes the property: a foreclosure or a transfer of real estate owned.',
  },
  buyer_relocation: {
    weight: 'hard',
    sentence: "A relocation company takes over an employee's home at an appraised price, before it is offered.",
  },
  buyer_ibuyer: {
    weight: 'price',
    sentence:
      'An iBuyer takes a home that was never offered on the market, at a price computed for certainty and speed.',
  },
  resold_soon: {
    weight: 'price',
    sentence: 'The buyer passes the parcel on within 60 days at another price: this first price was never on offer.',
  },
  same_cluster: { weight: 'hard', sentence: 'Buyer and seller are the same person or the same group of companies.' },
  party_on_both_sides: {
    weight: 'hard',
    sentence: 'A person or company signs on both sides: owners transfer a share among themselves.',
  },
  companies_alike: {
    weight: 'hard',
    sentence: 'The name of one company begins with the name of the other: they have the same owners.',
  },
  shared_rare_surname: {
    weight: 'hard',
    sentence: 'Buyer and seller share a surname of fewer than 1 in 2,000 people of the county.',
  },
  shared_rare_name: {
    weight: 'hard',
    sentence:
      'A name of the seller (a later owner, a trust, a maiden name) that fewer than 1 in 2,000 people of the county have (1 in 500 where a company is named after a person) also occurs in the buyer.',
  },
  high_for_peers: {
    weight: 'statistical',
    sentence: 'The price is more than 3 standard deviations above similar sales of the trailing year.',
  },
  high_for_value: { weight: 'statistical', sentence: 'The price is more than 4 times the estimated value.' },
  low_for_peers: {
    weight: 'statistical',
    sentence:
      'The price is more than 2 standard deviations below similar sales, and a supplementary reason explains it.',
  },
  low_for_value: { weight: 'statistical', sentence: 'The price is less than a quarter of the estimated value.' },
  low_for_builder: {
    weight: 'statistical',
    sentence: 'A builder sells a home for less than half of its usual price: a price-restricted home.',
  },
  shared_surname: { weight: 'supplementary', sentence: 'Buyer and seller share a common surname.' },
  seller_lender: { weight: 'supplementary', sentence: 'A lender sells real estate it owned after a foreclosure.' },
  seller_estate: { weight: 'supplementary', sentence: "The seller's name is that of an estate." },
  computed_price: {
    weight: 'supplementary',
    sentence:
      'The price is not a round hundred: it was computed (a restricted resale, a payoff, a share), not negotiated.',
  },
  price_undisclosed: { weight: 'no_price', sentence: 'The state does not make sale prices public.' },
  price_missing: { weight: 'no_price', sentence: 'The record has no price.' },
} as const satisfies Record<string, { weight: ReasonWeight; sentence: string }>;

export type ReasonWeight = 'hard' | 'price' | 'statistical' | 'supplementary' | 'no_price';
export type ArmsLengthReason = keyof typeof ARMS_LENGTH_REASONS;
export type ReasonOf<Weight extends ReasonWeight> = {
  [Code in ArmsLengthReason]: (typeof ARMS_LENGTH_REASONS)[Code]['weight'] extends Weight ? Code : never;
}[ArmsLengthReason];

export const REASON_CODES = Object.keys(ARMS_LENGTH_REASONS) as ArmsLengthReason[];
export const ARMS_LENGTH_VERDICTS = ['valid', 'non_arms_length', 'undetermined'] as const;
export type ArmsLength = (typeof ARMS_LENGTH_VERDICTS)[number];
