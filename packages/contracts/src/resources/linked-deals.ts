import { type Static, Type } from '@sinclair/typebox';
import { CalendarDate, Nullable, OptionalNullable, oneOf } from '../common.ts';
import type { FieldProblem } from '../errors.ts';
import { US_STATE_CODES } from '../us-states.ts';

export const LINKED_DEALS_MAX_RESULTS = 250;
export const LINKED_DEALS_DEFAULTS = { is_entity_name: true, strict_matches_only: true } as const;
const ENTITY_NAME_MIN_CHARACTERS = 2;
const SEARCH_STRING_MAX_CHARACTERS = 500;

export const LinkedDealsRequest = Type.Object({
  search_string: Type.String({
    maxLength: SEARCH_STRING_MAX_CHARACTERS,
    description: 'Buyer entity name, or a full mailing address as one string',
  }),
  search_state: OptionalNullable(Type.String(), {
    description: 'Two-letter US state code; required for an entity name, a further filter for a mailing address',
  }),
  is_entity_name: OptionalNullable(Type.Boolean(), {
    description: 'Whether search_string is an entity name; false: it is a mailing address',
    default: LINKED_DEALS_DEFAULTS.is_entity_name,
  }),
  strict_matches_only: OptionalNullable(Type.Boolean(), {
    description: 'False widens the search, with a higher risk of false positives',
    default: LINKED_DEALS_DEFAULTS.strict_matches_only,
  }),
});
export type LinkedDealsRequest = Static<typeof LinkedDealsRequest>;

/** A linked deals request with nothing left open. */
export interface LinkedDealsCriteria {
  search_string: string;
  /** Upper-case state code. */
  search_state: string | null;
  is_entity_name: boolean;
  strict_matches_only: boolean;
}

/** Fills in the defaults, trims, and writes the state in upper case. */
export const linkedDealsCriteria = (body: LinkedDealsRequest): LinkedDealsCriteria => ({
  search_string: body.search_string.trim(),
  search_state: body.search_state?.trim().toUpperCase() || null,
  is_entity_name: body.is_entity_name ?? LINKED_DEALS_DEFAULTS.is_entity_name,
  strict_matches_only: body.strict_matches_only ?? LINKED_DEALS_DEFAULTS.strict_matches_only,
});

/** What an entity name and a mailing address need to be searched for (doc 1 section 2.8, decision 42). */
export function searchableOwner(body: LinkedDealsRequest): FieldProblem[] {
  const { search_string, search_state, is_entity_name } = linkedDealsCriteria(body);
  const problems: FieldProblem[] = [];
  if (is_entity_name && [...search_string].length < ENTITY_NAME_MIN_CHARACTERS) {
    problems.push({ field: 'search_string', problem: `must have at least ${ENTITY_NAME_MIN_CHARACTERS} characters` });
  }
  if (!is_entity_name && !/[\p{L}\p{N}]/u.test(search_string)) {
    problems.push({ field: 'search_string', problem: 'must contain letters or digits' });
  }
  if (is_entity_name && search_state === null) {
    problems.push({ field: 'search_state', problem: 'is required for an entity name' });
  }
  if (search_state !== null && !US_STATE_CODES.has(search_state)) {
    problems.push({ field: 'search_state', problem: 'must be a two-letter US state code' });
  }
  return problems;
}

const text = () => Nullable(Type.String());
const number = (description?: string) => Nullable(Type.Number({ description }));

export const PortfolioStatistics = Type.Object({
  rental_count: Type.Integer({ minimum: 0 }),
  flip_count: Type.Integer({ minimum: 0 }),
  total_deals: Type.Integer({ minimum: 0 }),
  main_property_type: Type.String({ description: 'Most common property type; empty without deals' }),
  estimated_portfolio_value: Type.Number({ description: 'US dollars; estimated values of the rentals still held' }),
  average_flip_duration: Type.Number({ description: 'Days between purchase and sale' }),
  average_purchase_arv_percent: Type.Number({ description: 'Percent of after-repair value paid, flips' }),
  average_purchase_price: Type.Number({ description: 'US dollars, all deals' }),
  average_flip_gross_profit: Type.Number({ description: 'US dollars; sale minus purchase price' }),
});
export type PortfolioStatistics = Static<typeof PortfolioStatistics>;

export const LinkedDeal = Type.Object({
  id: Type.Integer(),
  buyernames: text(),
  sellernames: text(),
  address: Type.Object({ street: text(), city: text(), state: text(), zip: text() }),
  latitude: number('Decimal degrees'),
  longitude: number('Decimal degrees'),
  bedrooms: number(),
  bathrooms: number(),
  livingsquarefeet: number('Square feet'),
  lotsquarefeet: number('Square feet'),
  unitscount: number(),
  yearbuilt: number(),
  propertytype: text(),
  estimatedvalue: number('US dollars'),
  equitypercent: number(),
  deal_type: oneOf(['rental', 'flip']),
  sale_date: Nullable(CalendarDate),
  sale_price: number('US dollars'),
  purchase_date: Nullable(CalendarDate),
  purchase_price: number('US dollars'),
});
export type LinkedDeal = Static<typeof LinkedDeal>;
