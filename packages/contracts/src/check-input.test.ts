import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { checkInput, problemSentence } from './check-input.ts';
import type { AnyEndpoint } from './endpoint.ts';
import {
  analyticsSearch,
  analyticsSummary,
  autocomplete,
  buyerSearch,
  buyerSearchResults,
  createApiUser,
  ENDPOINTS,
  getApiUser,
  investorComps,
  legacyResults,
  legacySearch,
  linkedDeals,
  resolveAddress,
  retailComps,
  subscribeWebhook,
  triggerWebhooks,
  updateWebhookSettings,
  verifyKey,
} from './operations/index.ts';

/** The error sentence, or null when the input passes. */
const refusal = (endpoint: AnyEndpoint, body: unknown, query: Record<string, string> = {}): string | null => {
  const checked = checkInput(endpoint, body, query);
  return checked.ok ? null : problemSentence(checked.problems);
};
const fieldsOf = (endpoint: AnyEndpoint, body: unknown): string[] => {
  const checked = checkInput(endpoint, body, {});
  return checked.ok ? [] : checked.problems.map(({ field }) => field);
};
const at = { latitude: 33.45, longitude: -112.07 };
const long = (length: number) => 'x'.repeat(length);

test('accepts local URLs in every field that names a receiver if the settings allow it, and nowhere else', () => {
  const url = 'http://localhost:3000/hook';
  const requests: Array<[AnyEndpoint, object]> = [
    [buyerSearch, { address: '1 Main St', webhook_url: url }],
    [legacySearch, { address: '1 Main St', userId: 'u', notifyUrl: url }],
    [updateWebhookSettings, { deal_url: url }],
  ];
  for (const [endpoint, body] of requests) {
    expect(checkInput(endpoint, body, {}, undefined, { allowLoopback: true }).ok).toBe(true);
    expect(refusal(endpoint, body)).toEndWith('must be an https URL');
  }
});

describe('names the field and the rule for invalid input', () => {
  const allTypes = 'SFR, MFR, CONDO, MOBILE, LAND, OTHER';
  const buyer = (body: object) => [buyerSearch, { address: '1 Main St', ...body }] as const;
  const cases: Array<[AnyEndpoint, unknown, string]> = [
    [autocomplete, {}, 'search_string is required'],
    [autocomplete, { search_string: null }, 'search_string must be a string'],
    [autocomplete, { search_string: '     ' }, 'search_string must have at least 3 characters besides spaces'],
    [autocomplete, { search_string: '\t a\u00a0 ' }, 'search_string must have at least 3 characters besides spaces'],
    [autocomplete, { search_string: '🏠🏠' }, 'search_string must have at least 3 characters besides spaces'],
    [autocomplete, { search_string: long(201) }, 'search_string must have at most 200 characters'],
    [buyerSearch, [], 'body must be an object'],
    [buyerSearch, null, 'body must be an object'],
    [buyerSearch, 'address', 'body must be an object'],
    [buyerSearch, {}, 'address is required, or both latitude and longitude'],
    [buyerSearch, { address: ' \n' }, 'address is required, or both latitude and longitude'],
    [buyerSearch, { address: '', latitude: 1 }, 'longitude is required with latitude when there is no address'],
    [buyerSearch, { longitude: 1 }, 'latitude is required with longitude when there is no address'],
    [...buyer({ address: 7 }), 'address must be a string'],
    [...buyer({ address: long(501) }), 'address must have at most 500 characters'],
    [...buyer({ address: 'a\0' }), 'address must not contain the character U+0000'],
    [...buyer({ address: 'a\ud800' }), 'address must be well-formed Unicode text'],
    [...buyer({ latitude: 90.1 }), 'latitude must be at most 90'],
    [...buyer({ longitude: -180.5, latitude: 3 }), 'longitude must be at least -180'],
    [...buyer({ property_types: 'SFR' }), 'property_types must be an array'],
    [...buyer({ property_types: ['SFR', 'sfr'] }), `property_types.1 must be one of ${allTypes}`],
    [...buyer({ property_types: [null] }), `property_types.0 must be one of ${allTypes}`],
    [...buyer({ buyer_types: ['Flipper'] }), 'buyer_types.0 must be one of flipper, landlord'],
    [...buyer({ flipper_weight: '1' }), 'flipper_weight must be a number'],
    [...buyer({ radius_miles: '2' }), 'radius_miles must be a number'],
    [...buyer({ radius_miles: 0 }), 'radius_miles must be greater than 0'],
    [...buyer({ radius_miles: 10.01 }), 'radius_miles must be at most 10'],
    [...buyer({ radius_miles: Number.POSITIVE_INFINITY }), 'radius_miles must be a number'],
    [...buyer({ lookback_years: 5.5 }), 'lookback_years must be at most 5'],
    [...buyer({ min_bedrooms: 3.5 }), 'min_bedrooms must be a whole number'],
    [...buyer({ min_bedrooms: -1 }), 'min_bedrooms must be at least 0'],
    [...buyer({ max_purchase_price: 2 ** 53 }), 'max_purchase_price must be at most 9007199254740991'],
    [...buyer({ min_bedrooms: 3, max_bedrooms: 2 }), 'max_bedrooms must not be lower than min_bedrooms'],
    [...buyer({ hide_no_phone: 'true' }), 'hide_no_phone must be true or false'],
    [...buyer({ async: 1 }), 'async must be true or false'],
    [...buyer({ explain: 'Full' }), 'explain must be true, false or "full"'],
    [...buyer({ limit: 501 }), 'limit must be at most 500'],
    [...buyer({ webhook_url: 'http://example.com' }), 'webhook_url must be an https URL'],
    [...buyer({ webhook_url: 'ftp:/x' }), 'webhook_url must be an https URL'],
    [...buyer({ webhook_secret: 'a\r\nb' }), 'webhook_secret must be printable ASCII'],
    [retailComps, { address: ' ' }, 'address must not be empty'],
    [retailComps, { address: long(501) }, 'address must have at most 500 characters'],
    [resolveAddress, { address: long(501) }, 'address must have at most 500 characters'],
    [
      retailComps,
      { address: 'a', bedrooms_min: 3, bedrooms_max: 2 },
      'bedrooms_max must not be lower than bedrooms_min',
    ],
    [retailComps, { address: 'a', max_radius_miles: -1 }, 'max_radius_miles must be at least 0'],
    [retailComps, { address: 'a', max_days_back: 0 }, 'max_days_back must be at least 1'],
    [analyticsSearch, { latitude: 1 }, 'longitude is required'],
    [analyticsSearch, { ...at, flipper_weight: '0.5' }, 'flipper_weight must be a number'],
    [analyticsSummary, { ...at, lookback_months: 24.5 }, 'lookback_months must be a whole number'],
    [analyticsSummary, { ...at, metrics_radius_mi: 0 }, 'metrics_radius_mi must be greater than 0'],
    [investorComps, { ...at, subject_property_details: [] }, 'subject_property_details must be an object'],
    [
      investorComps,
      { ...at, subject_property_details: { square_feet: -1 } },
      'subject_property_details.square_feet must be at least 0',
    ],
    [linkedDeals, { search_string: 'ACME LLC' }, 'search_state is required for an entity name'],
    [linkedDeals, { search_string: 'A', search_state: 'AZ' }, 'search_string must have at least 2 characters'],
    [linkedDeals, { search_string: 'ACME', search_state: 'XX' }, 'search_state must be a two-letter US state code'],
    [linkedDeals, { search_string: ' ., ', is_entity_name: false }, 'search_string must contain letters or digits'],
    [createApiUser, { user_id: '   ' }, 'user_id must not be empty'],
    [createApiUser, { user_id: 'a\u0007' }, 'user_id must not contain control characters'],
    [createApiUser, { user_id: ' a' }, 'user_id must not begin or end with a space'],
    [createApiUser, { user_id: 'a ' }, 'user_id must not begin or end with a space'],
    [createApiUser, { user_id: long(256) }, 'user_id must have at most 255 characters'],
    [createApiUser, { user_id: 'a', active: 'yes' }, 'active must be true or false'],
    [triggerWebhooks, { apiKey: 'k', buyerData: {} }, 'buyerData must not be empty'],
    [triggerWebhooks, { buyerData: { a: 1 } }, 'apiKey is required'],
    [triggerWebhooks, { apiKey: 'k', buyerData: [1] }, 'buyerData must be an object'],
    [legacySearch, { address: long(501), userId: 'u' }, 'address must have at most 500 characters'],
    [legacySearch, { address: 'a\0', userId: 'u' }, 'address must not contain the character U+0000'],
    [legacySearch, { address: 'a', userId: 'u', targetResultCount: 501 }, 'targetResultCount must be at most 500'],
    [legacySearch, { address: 'a', userId: 'u', flipperWeight: 1.1 }, 'flipperWeight must be at most 1'],
    [legacySearch, { address: 'a', userId: 'u', notifyUrl: 'http://a.com' }, 'notifyUrl must be an https URL'],
  ];
  test.each(cases.map(([endpoint, body, sentence]) => [sentence, endpoint, body] as const))(
    '%s',
    (sentence, endpoint, body) => {
      expect(refusal(endpoint, body)).toBe(sentence);
    },
  );

  test('reports problems in a query', () => {
    const missing = 'search_id is required';
    expect(refusal(buyerSearchResults, undefined, {})).toBe(missing);
    expect(refusal(buyerSearchResults, undefined, { search_id: '' })).toBe('search_id must not be empty');
    expect(refusal(buyerSearch, { address: 'a' }, { sort: 'price' })).toBe('sort must be one of rank, distance');
    expect(refusal(getApiUser, undefined, { user_id: '  ' })).toBe('user_id must not be empty');
    expect(refusal(subscribeWebhook, undefined, { api_key: 'k', web_url: '' })).toBe('web_url must not be empty');
  });

  test('reports a missing required header, if headers are given', () => {
    expect(checkInput(legacyResults, undefined, {}, new Headers())).toEqual({
      ok: false,
      problems: [{ field: 'search-id', problem: 'is required' }],
    });
    expect(checkInput(legacyResults, undefined, {}, new Headers({ 'search-id': 'x' })).ok).toBe(true);
  });

  test('reports all problems at once: each field once, pairs with both names', () => {
    expect(fieldsOf(buyerSearch, { address: 1, radius_miles: -1, async: 0 })).toEqual([
      'address',
      'radius_miles',
      'async',
    ]);
    expect(fieldsOf(buyerSearch, { ...at, min_purchase_price: 2, max_purchase_price: 1 })).toEqual([
      'max_purchase_price',
      'min_purchase_price',
    ]);
  });
});

describe('accepts input that the documents allow', () => {
  const nullable = Object.keys(buyerSearch.request.body?.properties ?? {}).filter((field) => field !== 'address');
  test.each([
    [autocomplete, { search_string: ' 12 \t M ' }],
    [autocomplete, { search_string: long(200) }],
    [buyerSearch, { address: '1 Main St', ...Object.fromEntries(nullable.map((field) => [field, null])) }],
    [buyerSearch, { ...at, address: '' }],
    [buyerSearch, { address: '1 Main St', latitude: 5 }],
    [buyerSearch, { ...at, property_types: [], buyer_types: ['flipper', 'flipper'] }],
    [buyerSearch, JSON.parse('{"latitude":-90,"longitude":180.0,"min_bedrooms":3.0,"max_bedrooms":3,"limit":1e0}')],
    [buyerSearch, { ...at, flipper_weight: -7, webhook_secret: 'ok', nonsense: { deep: [] } }],
    [retailComps, { address: '1 Main St', max_radius_miles: 0, bedrooms_min: 2, bedrooms_max: 2 }],
    [analyticsSearch, { ...at, flipper_weight: 99 }],
    [analyticsSummary, { ...at, metrics_radius_mi: 0.01, lookback_months: null }],
    [investorComps, { ...at, subject_property_details: {} }],
    [linkedDeals, { search_string: 'ACME LLC', search_state: ' az ', is_entity_name: null }],
    [linkedDeals, { search_string: '1 Main St, Phoenix, AZ 85043', is_entity_name: false }],
    [createApiUser, { user_id: 'Ünïcode  7' }],
  ] as Array<[AnyEndpoint, unknown]>)('%#', (endpoint, body) => {
    expect(refusal(endpoint, body)).toBeNull();
  });
});

test('a key hash is 64 lower-case hexadecimal digits', () => {
  expect(refusal(verifyKey, { key_sha256: 'a1'.repeat(32), user_id: null })).toBeNull();
  expect(refusal(verifyKey, { key_sha256: 'A1'.repeat(32), user_id: null })).toStartWith('key_sha256 ');
});

describe('any input passes or every problem names a field', () => {
  const withBody = ENDPOINTS.filter(({ request }) => request.body !== undefined);
  const anything = fc.anything({ withNullPrototype: true, maxDepth: 3 });
  const bodyOf = (endpoint: AnyEndpoint): fc.Arbitrary<unknown> => {
    const fields = Object.keys(endpoint.request.body.properties);
    return fc.oneof(anything, fc.dictionary(fc.constantFrom(...fields), anything, { maxKeys: 6 }), fc.object());
  };
  test.each(withBody.map((endpoint) => [endpoint.operation, endpoint] as const))('%s', (_, endpoint) => {
    fc.assert(
      fc.property(bodyOf(endpoint), (body) => {
        const checked = checkInput(endpoint, body, {});
        if (checked.ok) return;
        expect(checked.problems.length).toBeGreaterThan(0);
        for (const { field, problem } of checked.problems) {
          const [head = ''] = field.split('.');
          expect([
            'body',
            'query',
            ...Object.keys({ ...endpoint.request.body.properties, ...endpoint.request.query?.properties }),
          ]).toContain(head);
          expect(problem).toMatch(/^(must|is) /);
        }
      }),
      { numRuns: 60 },
    );
  });
});

test('the example of every endpoint passes its own checks', () => {
  for (const endpoint of ENDPOINTS.filter(({ example }) => example !== undefined)) {
    expect([endpoint.operation, refusal(endpoint, endpoint.example)]).toEqual([endpoint.operation, null]);
  }
});
