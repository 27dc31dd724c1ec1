import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { BuyerSearchRequest } from '@plat/contracts';
import { DEADLINE_HEADER } from '@plat/kit';
import { type InvestorsUnderTest, investorsUnderTest } from '../../investors-under-test.fixture.ts';
import { north } from './buyer-search.fixture.ts';

let service: InvestorsUnderTest;
beforeAll(async () => {
  service = await investorsUnderTest();
}, 60_000);
afterAll(() => service?.close());

describe('the subject of POST /v1/buyer-search', () => {
  const SENT = { latitude: north(1), longitude: -112.1 };
  const nearest = async (body: BuyerSearchRequest) => (await service.buyers(body, 'distance'))[0]?.miles_from_subject;

  test.each(['the house', 'the building', 'geocoded house'])(
    'is %p even when coordinates are sent',
    async (address) => {
      expect(await nearest({ address, ...SENT })).toBe(0.1);
    },
  );

  test.each(['nowhere', 'the street', 'the zip', 'the city', 'a guess', 'geocoded town'])(
    'is not %p: given coordinates are used, otherwise it returns 404',
    async (address) => {
      expect(await nearest({ address, ...SENT })).toBe(0);
      const response = await service.post({ address });
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ code: 'ADDRESS_NOT_FOUND', error: expect.any(String) });
    },
  );

  test('returns 502 when the address service fails, also with coordinates', async () => {
    const response = await service.post({ address: 'broken', ...SENT });
    expect(response.status).toBe(502);
    expect(await response.json()).toMatchObject({ code: 'UPSTREAM_ERROR' });
  });

  test('may lie outside imported counties', async () => {
    expect(await service.buyers({ latitude: -33, longitude: 151 })).toEqual([]);
  });
});

describe('requests to POST /v1/buyer-search', () => {
  test.each<[string, unknown, string]>([
    ['neither address nor coordinates', {}, 'address'],
    ['a blank address', { address: '  ' }, 'address'],
    ['half a pair of coordinates', { latitude: 33 }, 'longitude'],
    ['a radius of 0', { address: 'the house', radius_miles: 0 }, 'radius_miles'],
    ['a number as text', { address: 'the house', radius_miles: '2' }, 'radius_miles'],
    ['an unknown type', { address: 'the house', property_types: ['sfr'] }, 'property_types'],
    ['bounds in the wrong order', { address: 'the house', min_bedrooms: 4, max_bedrooms: 3 }, 'max_bedrooms'],
    [
      'a webhook that is no https URL',
      { address: 'the house', webhook_url: 'http://hooks.example.com/x' },
      'webhook_url',
    ],
    ['a secret of two lines', { address: 'the house', webhook_secret: 'a\r\nb' }, 'webhook_secret'],
  ])('with %s are refused naming the field', async (_, body, field) => {
    const response = await service.post(body);
    expect(response.status).toBe(400);
    const error = (await response.json()) as { error: string; code: string; fields: { field: string }[] };
    expect(error.code).toBe('VALIDATION_ERROR');
    expect(error.error).toStartWith(field);
    expect(error.fields.some((problem) => problem.field.startsWith(field))).toBe(true);
  });

  test('with nulls and empty lists get the defaults', async () => {
    const text = await (await service.post({ address: 'the house' })).text();
    const nulls = {
      property_types: [],
      buyer_types: null,
      radius_miles: null,
      hide_hedge_fund: null,
      create_deal: null,
      async: null,
    };
    expect(await (await service.post({ address: 'the house', ...nulls })).text()).toBe(text);
  });

  test('ignore the deprecated flipper_weight', async () => {
    const text = await (await service.post({ address: 'the house' })).text();
    expect(await (await service.post({ address: 'the house', flipper_weight: 0.5 })).text()).toBe(text);
  });

  test('return 504 past their deadline without delaying later requests', async () => {
    const locked = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const blocker = service.sql.begin(async (tx) => {
      await tx`lock table market.deal in access exclusive mode`;
      locked.resolve();
      await release.promise;
    });
    await locked.promise;
    const late = Array.from({ length: 15 }, () =>
      service.post({ address: 'the house' }, undefined, { [DEADLINE_HEADER]: String(Date.now() + 300) }),
    );
    const statuses = (await Promise.all(late)).map(({ status }) => status);
    release.resolve();
    await blocker;
    expect(new Set(statuses)).toEqual(new Set([504]));
    const later = Array.from({ length: 15 }, () => service.post({ address: 'the house' }));
    expect(new Set((await Promise.all(later)).map(({ status }) => status))).toEqual(new Set([200]));
  });
});

describe('do-not-contact lists', () => {
  test('withhold every phone when the national snapshot is older than 31 days or missing', async () => {
    const phones = async () =>
      (await service.buyers({ address: 'the house' })).map((item) => item.buyer_phone_number).filter(Boolean);
    expect(await phones()).not.toEqual([]);
    await service.sql`update market.suppression set listed_on = '2026-05-29' where list = 'national_dnc'`;
    expect(await phones()).toEqual([]);
    expect(await service.names({ hide_no_phone: true })).toEqual([]);
    await service.sql`delete from market.suppression`;
    expect(await phones()).toEqual([]);
  });
});
