import { type Static, Type } from '@sinclair/typebox';
import { Nullable, OptionalNullable, oneOf } from '../common.ts';
import type { FieldProblem } from '../errors.ts';
import { addressGiven } from '../rules/address-text.ts';
import {
  AfterRepairValue,
  AutomatedValuation,
  RETAIL_COMPS_MAX_RESULTS,
  RetailComp,
  RetailCompsExplanation,
  RetailCompsSubject,
} from './retail-comps.ts';

/** Maximum of repairs and of the fee, US dollars. */
export const OFFER_AMOUNT_MAX = 10_000_000;
export const OFFER_RULES_MAX = 10;
/** Customary maximum shares of the value after repair, before repairs and fee. */
export const DEFAULT_OFFER_RULES: readonly number[] = [0.65, 0.7, 0.75];

const amount = (description: string) =>
  OptionalNullable(Type.Number({ minimum: 0, maximum: OFFER_AMOUNT_MAX }), { description });

export const OffersRequest = Type.Object({
  address: Type.String({ description: 'Full street address including house number' }),
  repairs: amount('Cost of all repairs in US dollars. Default: 0'),
  repairs_per_square_foot: amount('Cost of repairs in US dollars per square foot of living area, instead of repairs'),
  assignment_fee: amount("The wholesaler's fee in US dollars. Default: 0"),
  rules: OptionalNullable(
    Type.Array(Type.Number({ exclusiveMinimum: 0, maximum: 1 }), { minItems: 1, maxItems: OFFER_RULES_MAX }),
    { description: 'Shares of the value after repair, above 0 to 1. Default: 0.65, 0.70 and 0.75' },
  ),
  explain: OptionalNullable(Type.Boolean(), {
    description: 'true: the response and each comp include an explanation, as in retail comps',
    default: false,
  }),
});
export type OffersRequest = Static<typeof OffersRequest>;

const oneKindOfRepairs = ({ repairs, repairs_per_square_foot: perSquareFoot }: OffersRequest): FieldProblem[] =>
  repairs == null || perSquareFoot == null
    ? []
    : [{ field: 'repairs_per_square_foot', problem: 'must not be sent together with repairs' }];

export const OFFERS_RULES = [addressGiven, oneKindOfRepairs];

/** Cost of repairs: a total, or a rate per square foot of living area; US dollars. */
export type Repairs = { total: number } | { perSquareFoot: number };

/** A complete request with all defaults applied. */
export interface OfferTerms {
  address: string;
  repairs: Repairs;
  /** US dollars. */
  assignmentFee: number;
  rules: readonly number[];
  explain: boolean;
}

/** Applies the defaults to a checked request. */
export const offerTerms = (body: OffersRequest): OfferTerms => ({
  address: body.address.trim(),
  repairs:
    body.repairs_per_square_foot == null
      ? { total: body.repairs ?? 0 }
      : { perSquareFoot: body.repairs_per_square_foot },
  assignmentFee: body.assignment_fee ?? 0,
  rules: body.rules ?? DEFAULT_OFFER_RULES,
  explain: body.explain ?? false,
});

const dollars = (description?: string) => Type.Integer({ minimum: 0, description: description ?? 'US dollars' });

/** Monthly rent of all dwellings on the parcel together. */
export const OfferRent = Type.Object({
  value: dollars('US dollars a month'),
  value_low: dollars('US dollars a month'),
  value_high: dollars('US dollars a month'),
  source: oneOf(['recorded', 'table', 'yield'], {
    description:
      'recorded: on the roll; table: rents of its ZIP code and bedrooms; yield: from the estimated value and the usual yield nearby. More values may follow',
    'x-open-enum': true,
  }),
});
export type OfferRent = Static<typeof OfferRent>;

/** Maximum price under one rule: `rule * arv - repairs - assignment_fee`, never below 0. */
export const Offer = Type.Object({
  rule: Type.Number({ description: 'Share of the value after repair' }),
  maximum_offer: dollars(),
  maximum_offer_low: dollars('US dollars, from arv.value_low'),
  maximum_offer_high: dollars('US dollars, from arv.value_high'),
});
export type Offer = Static<typeof Offer>;

const share = (description: string) => Type.Number({ minimum: 0, description });

/** Prices that investors paid for homes that they resold nearby. */
export const InvestorsPaid = Type.Object({
  count: Type.Integer({ minimum: 1, description: 'Completed flips of this property type in the last 24 months' }),
  median_share_of_resale: share('Purchase price as a share of the resale price, four decimals'),
  p33: share('33rd percentile of the shares'),
  p67: share('67th percentile of the shares'),
  median_price_per_square_foot: Nullable(Type.Number({ minimum: 0 }), {
    description: 'Purchase price in US dollars per square foot of living area, two decimals',
  }),
});
export type InvestorsPaid = Static<typeof InvestorsPaid>;

export const OffersAnswer = Type.Object({
  subject: RetailCompsSubject,
  as_is: Nullable(AutomatedValuation),
  arv: AfterRepairValue,
  rent: Nullable(OfferRent),
  offers: Type.Array(Offer, { minItems: 1, maxItems: OFFER_RULES_MAX, description: 'In the order of rules' }),
  investors_paid: Nullable(InvestorsPaid, { description: 'null: no completed flip nearby' }),
  gross_yield_at_offer: Nullable(Type.Number({ minimum: 0 }), {
    description:
      'Yearly rent in percent of the maximum offer under the middle rule, one decimal; null without rent or at an offer of 0',
  }),
  comps: Type.Array(RetailComp, { maxItems: RETAIL_COMPS_MAX_RESULTS }),
  explanation: Type.Optional(RetailCompsExplanation),
});
export type OffersAnswer = Static<typeof OffersAnswer>;
