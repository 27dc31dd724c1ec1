import { type Static, Type } from '@sinclair/typebox';
import { CalendarDate, Nullable, oneOf, PROPERTY_TYPES } from '../common.ts';
import { defineEndpoint } from '../endpoint.ts';
import { errorsUnder } from '../error-rows.ts';
import { UNCOUNTED_POLICY } from '../policies.ts';

const share = (description: string) => Type.Number({ minimum: 0, maximum: 1, description });
const measured = {
  evaluated_on: CalendarDate,
  dataset_version: Type.String(),
  sample_size: Type.Integer({ minimum: 0 }),
};

/** How well values met sales that the model had not seen (docs/rules/values.md). */
export const ValuationAccuracy = Type.Object({
  evaluated_on: Type.String({
    pattern: CalendarDate.pattern,
    description: 'YYYY-MM-DD, last day of the measured sales; an import measures the four quarters that end with it',
  }),
  dataset_version: Type.String(),
  sample_size: Type.Integer({ minimum: 0, description: 'Measured sales' }),
  model_version: Type.String(),
  state: Type.String(),
  county: Type.String(),
  property_type: oneOf(PROPERTY_TYPES),
  mdape: Type.Number({ minimum: 0, description: 'Median absolute error in percent' }),
  within_5_percent: share('Share of sales valued within 5 percent'),
  within_10_percent: share('Share of sales valued within 10 percent'),
  within_20_percent: share('Share of sales valued within 20 percent'),
  median_ratio: Type.Number({ minimum: 0 }),
  cod: Type.Number({ minimum: 0, description: 'Coefficient of dispersion' }),
  prd: Type.Number({ minimum: 0, description: 'Price-related differential' }),
  prb: Type.Number({ description: 'Price-related bias' }),
  range_coverage: share('Share of sales inside the stated range'),
});
export type ValuationAccuracy = Static<typeof ValuationAccuracy>;

const hits = () =>
  Type.Object({
    hit_at_10: share('Share of purchases whose buyer ranked among the first ten'),
    hit_at_30: share('Share of purchases whose buyer ranked among the first thirty'),
    mean_reciprocal_rank: share('Mean reciprocal rank of the buyer'),
  });

/**
 * How high actual buyers ranked in the list of the day before, compared with two simple orders
 * (docs/rules/smart-match.md).
 */
export const MatchingAccuracy = Type.Object({
  ...measured,
  region: Type.String(),
  smart_match: hits(),
  nearest_first: hits(),
  most_active: hits(),
});
export type MatchingAccuracy = Static<typeof MatchingAccuracy>;

/** Precision and recall of joining owner names on a labelled set. */
export const LinkingAccuracy = Type.Object({ ...measured, precision: share('Pairwise'), recall: share('Pairwise') });
export type LinkingAccuracy = Static<typeof LinkingAccuracy>;

export const accuracy = defineEndpoint({
  operation: 'accuracy',
  service: 'valuation',
  audience: 'public',
  method: 'GET',
  path: '/v1/accuracy',
  aliases: ['/functions/v1/accuracy'],
  summary: 'Measured quality of values, matches and owner links',
  description:
    'How close estimates came to later sales, how high actual buyers ranked, and how well owner names are joined, as measured when the dataset was published.',
  tag: 'Markets',
  request: {},
  responses: {
    200: Type.Object({
      valuation: Type.Array(ValuationAccuracy),
      matching: Type.Array(MatchingAccuracy),
      linking: Nullable(LinkingAccuracy),
    }),
  },
  errors: errorsUnder(UNCOUNTED_POLICY),
  policy: UNCOUNTED_POLICY,
});
