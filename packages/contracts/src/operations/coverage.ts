import { type Static, Type } from '@sinclair/typebox';
import { CalendarDate, Nullable, Timestamp } from '../common.ts';
import { defineEndpoint } from '../endpoint.ts';
import { errorsUnder } from '../error-rows.ts';
import type { FieldProblem } from '../errors.ts';
import { UNCOUNTED_POLICY } from '../policies.ts';
import { MATCH_HEADERS } from '../rules/match-headers.ts';
import { addressOrCoordinates, givenAddress } from '../rules/subject-location.ts';

const share = (description: string) => Type.Number({ minimum: 0, maximum: 1, description });
const count = (description: string) => Type.Integer({ minimum: 0, description });

/** Contents of the imported records of one county. */
export const CountyCoverage = Type.Object({
  fips: Nullable(Type.String({ description: '5-digit county FIPS code; null when the records name no known county' })),
  county: Nullable(Type.String({ description: 'Without "County" at the end' })),
  state: Type.String({ description: 'Two-letter USPS code' }),
  records_from: Nullable(CalendarDate, { description: 'Oldest sale' }),
  records_through: Nullable(CalendarDate, {
    description: 'Last day of the records; windows of requests in the county count back from it. Null without sales',
  }),
  properties: count('Parcels'),
  sales: count('Recorded conveyances of one parcel'),
  flips: count('Flips held at most 365 days'),
  rentals: count('Rental purchases'),
  buyers: count('Buyers with at least one flip or rental purchase'),
  share_with_price: share('Share of sales with a price, four decimals'),
  share_with_owner: share('Share of properties with an owner name, four decimals'),
  share_with_coordinates: share('Share of properties with coordinates, four decimals'),
  share_with_phone: share('Share of buyers with a phone on file before do-not-contact lists, four decimals'),
  sources: Type.Array(Type.String(), { description: 'Sources of the imports, oldest first' }),
  imported_at: Timestamp,
});
export type CountyCoverage = Static<typeof CountyCoverage>;

const CoverageQuery = Type.Object({
  latitude: Type.Optional(Type.String({ description: 'Decimal degrees, -90 to 90; with longitude' })),
  longitude: Type.Optional(Type.String({ description: 'Decimal degrees, -180 to 180; with latitude' })),
  address: Type.Optional(Type.String({ description: 'Takes precedence over coordinates' })),
});
type CoverageQuery = Static<typeof CoverageQuery>;

/** Location of the request; null for all counties. */
export type CoverageLocation = { address: string } | { latitude: number; longitude: number } | null;

const EMPTY_ADDRESS = 'must not be empty; leave it out to list every county';

const degrees = (text: string | undefined): number => (text?.trim() ? Number(text) : Number.NaN);

/** @param query already checked by `coverageProblems`. */
export function coverageLocation(query: CoverageQuery): CoverageLocation {
  const address = givenAddress(query.address);
  if (address !== null) return { address };
  if (query.latitude === undefined && query.longitude === undefined) return null;
  return { latitude: degrees(query.latitude), longitude: degrees(query.longitude) };
}

function coverageProblems(_body: unknown, query: CoverageQuery): FieldProblem[] {
  if (givenAddress(query.address) !== null) return addressOrCoordinates({ address: query.address });
  const problems = (['latitude', 'longitude'] as const).flatMap((field): FieldProblem[] => {
    const [value, limit] = [degrees(query[field]), field === 'latitude' ? 90 : 180];
    if (query[field] === undefined || Math.abs(value) <= limit) return [];
    return [{ field, problem: `must be a number between -${limit} and ${limit}` }];
  });
  if (problems.length > 0) return problems;
  if (query.latitude === undefined && query.longitude === undefined) {
    return query.address === undefined ? [] : [{ field: 'address', problem: EMPTY_ADDRESS }];
  }
  const sent = (text: string | undefined) => (text === undefined ? null : degrees(text));
  return addressOrCoordinates({ latitude: sent(query.latitude), longitude: sent(query.longitude) });
}

export const coverage = defineEndpoint({
  operation: 'coverage',
  service: 'valuation',
  audience: 'public',
  method: 'GET',
  path: '/v1/coverage',
  aliases: ['/functions/v1/coverage'],
  summary: 'Counties with imported records',
  description:
    'What the records of each county contain and when they end. With an address, or latitude and longitude: only the county there, or none outside the imported counties.',
  tag: 'Markets',
  request: { query: CoverageQuery, rules: [coverageProblems] },
  responses: {
    200: Type.Object({
      as_of: Type.String({ ...CalendarDate, description: 'Day after which no window ends' }),
      counties: Type.Array(CountyCoverage),
    }),
  },
  responseHeaders: MATCH_HEADERS,
  errors: errorsUnder(UNCOUNTED_POLICY, { 400: ['VALIDATION_ERROR'], 502: ['UPSTREAM_ERROR'] }),
  policy: UNCOUNTED_POLICY,
});
