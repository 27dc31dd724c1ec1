import { type Static, Type } from '@sinclair/typebox';
import { CalendarDate, Nullable, OptionalNullable, oneOf } from '../common.ts';
import type { FieldProblem } from '../errors.ts';
import { US_STATE_CODES } from '../us-states.ts';

export const LINKED_DEALS_MAX_RESULTS = 250;
export const LINKED_DEALS_DEFAULTS = { is_entity_name: true, strict_matches_only: true, explain: false } as const;
const ENTITY_NAME_MIN_CHARACTERS = 2;
const SEARCH_STRING_MAX_CHARACTERS = 500;

export const LinkedDealsRequest = Type.Object({
  search_string: Type.String({
    maxLength: SEARCH_STRING_MAX_CHARACTERS,
    description: 'Buyer entity name, or a full mailing address as one string',
  }),
  search_state: OptionalNullable(Type.String(), {
    description: 'Two-letter US state code; required for an entity name, an additional filter for a mailing address',
  }),
  is_entity_name: OptionalNullable(Type.Boolean(), {
    description: 'Whether search_string is an entity name; false: it is a mailing address',
    default: LINKED_DEALS_DEFAULTS.is_entity_name,
  }),
  strict_matches_only: OptionalNullable(Type.Boolean(), {
    description: 'False widens the search, with a higher risk of false positives',
    default: LINKED_DEALS_DEFAULTS.strict_matches_only,
  }),
  explain: OptionalNullable(Type.Boolean(), {
    description: 'True: each record explains why its buyer matched (match_reason, match_confidence)',
    default: LINKED_DEALS_DEFAULTS.explain,
  }),
});
export type LinkedDealsRequest = Static<typeof LinkedDealsRequest>;

/** A complete linked deals request with all defaults applied. */
export interface LinkedDealsCriteria {
  search_string: string;
  /** Upper-case state code. */
  search_state: string | null;
  is_entity_name: boolean;
  strict_matches_only: boolean;
  explain: boolean;
}

/** Applies the defaults, trims, and converts the state to upper case. */
export const linkedDealsCriteria = (body: LinkedDealsRequest): LinkedDealsCriteria => ({
  search_string: body.search_string.trim(),
  search_state: body.search_state?.trim().toUpperCase() || null,
  is_entity_name: body.is_entity_name ?? LINKED_DEALS_DEFAULTS.is_entity_name,
  strict_matches_only: body.strict_matches_only ?? LINKED_DEALS_DEFAULTS.strict_matches_only,
  explain: body.explain ?? LINKED_DEALS_DEFAULTS.explain,
});

/** Requirements for searching an entity name or a mailing address. */
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

/**
 * Why a buyer matched a search, strongest first; the last four only with strict_matches_only false
 * (docs/rules/buyers.md).
 */
export const MATCH_REASONS = [
  'exact_name',
  'linked_name',
  'mailing_address',
  'mailing_building',
  'shared_mailing_address',
  'similar_name_same_zip',
  'similar_name',
] as const;
export type MatchReason = (typeof MATCH_REASONS)[number];

const text = () => Nullable(Type.String());
const number = (description?: string) => Nullable(Type.Number({ description }));

export const PortfolioStatistics = Type.Object({
  rental_count: Type.Integer({ minimum: 0 }),
  flip_count: Type.Integer({ minimum: 0 }),
  total_deals: Type.Integer({ minimum: 0 }),
  main_property_type: Type.String({ description: 'Most frequent property type; empty without deals' }),
  estimated_portfolio_value: Type.Number({ description: 'US dollars; estimated values of the rentals still held' }),
  average_flip_duration: Type.Number({ description: 'Days between purchase and sale' }),
  average_purchase_arv_percent: Type.Number({ description: 'Percent of after-repair value paid, flips' }),
  average_purchase_price: Type.Number({ description: 'US dollars, all deals' }),
  average_flip_gross_profit: Type.Number({ description: 'US dollars; sale minus purchase price' }),
});
export type PortfolioStatistics = Static<typeof PortfolioStatistics>;

export const LinkedDeal = Type.Object({
  id: Type.Integer(),
  buyernames: Nullable(Type.String({ description: 'Buyer name as recorded' })),
  sellernames: Nullable(Type.String({ description: 'From whom, as recorded' })),
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
  estimatedvalue: number('US dollars, today'),
  equitypercent: number('Share of the estimated value in percent that exceeds the loan of the latest recorded deed'),
  deal_type: oneOf(['rental', 'flip']),
  sale_date: Nullable(CalendarDate),
  sale_price: number('US dollars, resale of a flip'),
  purchase_date: Nullable(CalendarDate),
  purchase_price: number('US dollars'),
  match_reason: Type.Optional(oneOf(MATCH_REASONS, { description: 'Only with explain' })),
  match_confidence: Type.Optional(Type.Number({ minimum: 0, maximum: 1, description: 'Only with explain' })),
});
export type LinkedDeal = Static<typeof LinkedDeal>;
