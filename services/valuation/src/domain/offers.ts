import {
  type MatchedSubject,
  type Offer,
  type OfferRent,
  type OffersAnswer,
  type OfferTerms,
  type Repairs,
  retailCompsCriteria,
} from '@plat/contracts';
import type { CompSource, RecordsWindow } from '@plat/dataset';
import { addDays, round, validationError } from '@plat/kit';
import type { PropertyValue } from '@plat/value-model';
import type { ArvEstimate } from './after-repair-value.ts';
import { arvItem, compItem, explanationOf, subjectItem, valuationItem } from './answer.ts';
import { INVESTORS_PAID_DAYS_BACK, investorsPaid } from './investors-paid.ts';
import { withoutComps } from './locate-subject.ts';
import type { OffersPorts, Property } from './ports.ts';
import { valueSubject } from './value-subject.ts';

export interface OffersQuestion {
  terms: OfferTerms;
  /** The server's as-of day, `YYYY-MM-DD`. */
  asOf: string;
}

export interface OffersReply {
  body: OffersAnswer;
  source: CompSource;
  confidence: ValueConfidence;
  match: MatchedSubject;
  records: RecordsWindow;
}

/** Confidence in the values of a response (docs/rules/offers.md). */
export type ValueConfidence = 'low' | 'medium' | 'high';

/**
 * The maximum offer for a house under each rule, with its values, rent and prices paid by investors nearby.
 * @throws AppError of `valueSubject`; INSUFFICIENT_COMPARABLE_SALES (404) without an after repair value;
 * VALIDATION_ERROR (400) for repairs per square foot without a living area.
 */
export async function offersFor(
  { terms, asOf: serverAsOf }: OffersQuestion,
  ports: OffersPorts,
  signal: AbortSignal,
): Promise<OffersReply> {
  const criteria = retailCompsCriteria({ address: terms.address });
  const valued = await valueSubject(criteria, serverAsOf, ports, signal);
  const { located, records, source, scope, comps, reach, asIs, arv, basis } = valued;
  if (arv === null) throw withoutComps('There are comparable sales, but too few to tell a value after repair');
  const { property, subject } = located;
  const costs = repairCost(terms.repairs, property) + terms.assignmentFee;
  const window = {
    radiusMiles: reach.radiusMiles,
    fromDate: addDays(scope.asOf, -INVESTORS_PAID_DAYS_BACK),
    asOf: scope.asOf,
  };
  const flips = await ports.investorFlips.near(subject, window, signal);
  const offers = terms.rules.map((rule) => offerUnder(rule, arv, costs));
  const rent = rentOf(property, asIs);
  return {
    source,
    confidence: confidenceOf(asIs, arv),
    match: located.match,
    records,
    body: {
      subject: subjectItem(property, located.lastSale),
      as_is: asIs === null ? null : valuationItem(asIs),
      arv: arvItem(arv),
      rent,
      offers,
      investors_paid: investorsPaid(flips),
      gross_yield_at_offer: grossYield(rent, middleOffer(offers)),
      comps: comps.map((comp) => compItem(comp, terms.explain ? basis : null)),
      ...(terms.explain ? { explanation: explanationOf(reach, basis, arv) } : {}),
    },
  };
}

function repairCost(repairs: Repairs, { living_square_feet: livingSquareFeet }: Property): number {
  if ('total' in repairs) return repairs.total;
  if (!livingSquareFeet) {
    const problem = 'cannot be used: the living area of this property is unknown; send repairs instead';
    throw validationError([{ field: 'repairs_per_square_foot', problem }]);
  }
  return repairs.perSquareFoot * livingSquareFeet;
}

/** `rule * arv - costs`, rounded half up, never below 0. */
export function offerUnder(
  rule: number,
  arv: Pick<ArvEstimate, 'value' | 'valueLow' | 'valueHigh'>,
  costs: number,
): Offer {
  const most = (value: number) => Math.max(0, round(rule * value - costs));
  return {
    rule,
    maximum_offer: most(arv.value),
    maximum_offer_low: most(arv.valueLow),
    maximum_offer_high: most(arv.valueHigh),
  };
}

/** The offer under the middle rule; the lower of two middle ones. */
export function middleOffer(offers: readonly Offer[]): number {
  const ascending = [...offers].sort((a, b) => a.rule - b.rule);
  return ascending[Math.floor((ascending.length - 1) / 2)]?.maximum_offer ?? 0;
}

/** Annual rent in percent of a price, one decimal. */
const grossYield = (rent: OfferRent | null, price: number): number | null =>
  rent === null || price === 0 ? null : round((100 * 12 * rent.value) / price, 1);

/** Assumed half width of a table rent, as a share of it (docs/rules/rents.md). */
const TABLE_RENT_SPREAD = 0.15;

function rentOf({ estimated_rent: rent, rent_source: source }: Property, asIs: PropertyValue | null): OfferRent | null {
  if (rent === null || source === null) return null;
  const [low, high] = rentSpread(source, asIs);
  return {
    value: rent,
    value_low: Math.min(rent, round(rent * low)),
    value_high: Math.max(rent, round(rent * high)),
    source: source as OfferRent['source'],
  };
}

/** A rent derived from a yield is as uncertain as its value. */
function rentSpread(source: string, asIs: PropertyValue | null): readonly [low: number, high: number] {
  if (source === 'recorded') return [1, 1];
  if (source === 'table' || asIs === null) return [1 - TABLE_RENT_SPREAD, 1 + TABLE_RENT_SPREAD];
  return [asIs.valueLow / asIs.value, asIs.valueHigh / asIs.value];
}

const LOW_SCORE = 50;
const HIGH_SCORE = 75;
/** Width of the after repair range, as a share of the value. */
const WIDE_RANGE = 0.5;

/** Low without an as-is value, with a low score, or with an after repair range wider than half the value. */
export function confidenceOf(asIs: PropertyValue | null, arv: ArvEstimate): ValueConfidence {
  const width = (arv.valueHigh - arv.valueLow) / arv.value;
  if (asIs === null || asIs.confidenceScore < LOW_SCORE || width > WIDE_RANGE) return 'low';
  return asIs.confidenceScore >= HIGH_SCORE && arv.method !== 'as_is_floor' ? 'high' : 'medium';
}
