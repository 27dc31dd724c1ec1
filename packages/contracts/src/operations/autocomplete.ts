import { type Static, Type } from '@sinclair/typebox';
import { Latitude, Longitude } from '../common.ts';
import { defineEndpoint } from '../endpoint.ts';
import { errorsUnder, INVALID_INPUT } from '../error-rows.ts';
import type { FieldProblem } from '../errors.ts';
import { DEADLINE_MS, dataPolicy } from '../policies.ts';

export const SEARCH_STRING_MIN_CHARACTERS = 3;
export const SEARCH_STRING_MAX_CHARACTERS = 200;
export const AUTOCOMPLETE_MAX_RESULTS = 10;

export const AutocompleteRequest = Type.Object({
  search_string: Type.String({
    description: `Partial address or location, ${SEARCH_STRING_MIN_CHARACTERS} to ${SEARCH_STRING_MAX_CHARACTERS} characters without surrounding and repeated spaces`,
    examples: ['123 Main'],
  }),
});

export const AutocompleteResult = Type.Object(
  {
    address: Type.String({
      description:
        'Full address. With a house number, pass it to a buyer search as the address; for a city or ZIP code, pass the coordinates',
    }),
    latitude: Latitude,
    longitude: Longitude,
  },
  { additionalProperties: false },
);
export type AutocompleteResult = Static<typeof AutocompleteResult>;

/** The search string as it is looked up: trimmed, with runs of white space as one space. */
export const autocompleteSearchString = (body: Static<typeof AutocompleteRequest>): string =>
  body.search_string.trim().replace(/\s+/gu, ' ');

/** Length in code points after cleaning, so that spaces do not count and every script counts equally. */
export function searchStringLength(body: Static<typeof AutocompleteRequest>): FieldProblem[] {
  const characters = [...autocompleteSearchString(body)].length;
  if (characters < SEARCH_STRING_MIN_CHARACTERS) {
    return [
      {
        field: 'search_string',
        problem: `must have at least ${SEARCH_STRING_MIN_CHARACTERS} characters besides spaces`,
      },
    ];
  }
  if (characters > SEARCH_STRING_MAX_CHARACTERS) {
    return [{ field: 'search_string', problem: `must have at most ${SEARCH_STRING_MAX_CHARACTERS} characters` }];
  }
  return [];
}

const policy = dataPolicy('autocomplete', { counts: 'each_success' }, DEADLINE_MS.lookup, { userStatus: 401 });

export const autocomplete = defineEndpoint({
  operation: 'autocomplete',
  service: 'geo',
  audience: 'public',
  method: 'POST',
  path: '/v1/autocomplete',
  aliases: ['/functions/v1/autocomplete'],
  summary: 'Complete a partial address',
  description:
    'Full addresses with coordinates for a partial address, city or ZIP code, best match first; an empty array when nothing matched.',
  tag: 'Property data',
  request: { body: AutocompleteRequest, rules: [searchStringLength] },
  responses: { 200: Type.Array(AutocompleteResult, { maxItems: AUTOCOMPLETE_MAX_RESULTS }) },
  errors: errorsUnder(policy, INVALID_INPUT, { 502: ['UPSTREAM_ERROR'] }),
  policy,
  example: { search_string: '3043 W Monte Vista' },
});
