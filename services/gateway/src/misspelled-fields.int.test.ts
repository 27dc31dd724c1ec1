import { describe, expect, test } from 'bun:test';
import { type AnyEndpoint, buyerSearch, triggerWebhooks } from '@plat/contracts';
import { AppError } from '@plat/kit';
import { Type } from '@sinclair/typebox';
import fc from 'fast-check';
import { parseList } from 'structured-headers';
import { ignoredFields, ignoredFieldsHeader } from './domain/ignored-fields.ts';
import { gateway, useGateway } from './fresh-gateway.fixture.ts';
import { errorOf, HERE, SEARCH } from './gateway.fixture.ts';

useGateway();

const search = (body: object, headers = {}) => gateway.post('/v1/buyer-search', body, headers);

describe('misspelled fields', () => {
  test('are named in the error that they cause', async () => {
    const response = await search({ adress: '1 Main St' });
    expect(response.status).toBe(400);
    const { error, fields } = await errorOf(response);
    expect(error).toBe(
      'address is required, or both latitude and longitude; unknown field "adress"; did you mean "address"?',
    );
    expect(fields?.at(-1)).toEqual({ field: 'adress', problem: 'is unknown; did you mean "address"?' });
  });

  test('are named in X-Ignored-Fields when the request succeeds', async () => {
    const response = await search({ ...HERE, radius_mile: 5, colour: 'red' });
    expect(response.status).toBe(200);
    expect(response.headers.get('x-ignored-fields')).toBe('radius_mile; did-you-mean="radius_miles", colour');
  });

  test('are named when the service refuses the request', async () => {
    gateway.fake.investors = () => Promise.reject(new AppError('ADDRESS_NOT_FOUND', 'No property has this address'));
    const body = await errorOf(await search({ address: '1 Nowhere Ln', lookbak_years: 3 }));
    expect(body).toEqual({
      code: 'ADDRESS_NOT_FOUND',
      error: 'No property has this address; unknown field "lookbak_years"; did you mean "lookback_years"?',
    });
  });

  test('are named again in a replayed failure', async () => {
    gateway.fake.investors = () => Promise.reject(new AppError('ADDRESS_NOT_FOUND', 'No property has this address'));
    const ask = async () =>
      errorOf(await search({ address: '1 Nowhere Ln', lookbak_years: 3 }, { 'idempotency-key': 'one' }));
    const first = await ask();
    expect(first.error).toContain('lookback_years');
    expect(await ask()).toEqual(first);
  });

  test('are not blamed for limits or internal failures', async () => {
    gateway.fake.investors = () => Promise.reject(new Error('crash'));
    expect((await errorOf(await search({ ...HERE, lookbak_years: 3 }))).error).toBe('Internal error');
    gateway.fake.ledger.outcome = 'exhausted';
    expect((await errorOf(await search({ ...HERE, lookbak_years: 3 }))).error).not.toContain('lookbak');
  });

  test.each([
    ['ADDRESS', 'address'],
    ['Adress', 'address'],
    ['addres', 'address'],
    ['adderss', 'address'],
    ['lattitude', 'latitude'],
    ['radiusmiles', 'radius_miles'],
    ['radius_mi', undefined],
    ['colour', undefined],
    ['flipper_weigth', undefined],
    [`address${'s'.repeat(100)}`, undefined],
  ])('match within two edits, ignoring case: %p means %p', (name, meant) => {
    expect(ignoredFields(buyerSearch, { [name]: 1 }, {})).toEqual([meant === undefined ? { name } : { name, meant }]);
  });

  test('are found in nested objects, in lists and behind "or null"', () => {
    const endpoint = {
      request: {
        body: Type.Object({
          subject: Type.Union([Type.Null(), Type.Object({ address: Type.String() })]),
          items: Type.Array(Type.Object({ custom_id: Type.String() })),
          free: Type.Object({}),
          map: Type.Record(Type.String(), Type.String()),
        }),
      },
    } as unknown as AnyEndpoint;
    const body = {
      subject: { adress: 1 },
      items: [{ custom_id: 1 }, { costum_id: 2 }, 7, null],
      free: { anything: { goes: 1 } },
      map: { custom_ids: 1 },
    };
    expect(ignoredFields(endpoint, body, {})).toEqual([
      { name: 'subject.adress', meant: 'subject.address' },
      { name: 'items.1.costum_id', meant: 'items.1.custom_id' },
    ]);
    expect(ignoredFields(endpoint, { subject: null, items: 'x', free: [], map: [1] }, {})).toEqual([]);
  });

  test('are not searched in free-form data that callers forward', () => {
    expect(ignoredFields(triggerWebhooks, { apiKey: 'k', buyerData: { citty: 'Phoenix' } }, {})).toEqual([]);
  });
});

test('X-Ignored-Fields is a structured list of at most 20 plain names for any input', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.anything()), (body) => {
      const header = ignoredFieldsHeader(ignoredFields(buyerSearch, body, {}));
      expect(header).toMatch(/^[\x20-\x7e]*$/);
      expect(parseList(header).length).toBeLessThanOrEqual(20);
    }),
  );
  const awkward = { _private: 1, '9lives': 2, 'a b': 3, 'evil\r\nset-cookie: a': 4, __proto__x: 5 };
  expect(ignoredFieldsHeader(ignoredFields(buyerSearch, awkward, {}))).toBe('"_private", "9lives", "__proto__x"');
});

test('names a query parameter without a suggestion', async () => {
  const response = await gateway.post('/v1/buyer-search?srot=distance', HERE);
  expect(response.headers.get('x-ignored-fields')).toBe('srot');
  expect((await gateway.post('/v1/autocomplete', SEARCH)).headers.get('x-ignored-fields')).toBeNull();
});
